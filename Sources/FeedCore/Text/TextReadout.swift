/// Free text as a readout in which only the digits move.
///
/// Every run of digits is a token whose places count from the right, so that `9 of 30` becoming
/// `10 of 30` keeps its units; what stands between is a token whose places count from the left.
package enum TextReadout {
  /// `text` as parts, one for each character.
  package static func readout(of text: String) -> Readout {
    var parts: [Readout.Part] = []
    for (index, token) in tokens(of: Array(text)).enumerated() {
      for (offset, character) in token.enumerated() {
        let place = isDigit(character) ? token.count - 1 - offset : offset
        parts.append(Readout.Part(character, .token(index, place)))
      }
    }
    return Readout(parts)
  }

  /// Whether two texts differ in nothing but the digits of their numbers.
  package static func sameShape(_ left: String, _ right: String) -> Bool {
    sameShape(readout(of: left), readout(of: right))
  }

  /// Whether two readouts of texts differ in nothing but the digits of their numbers.
  package static func sameShape(_ left: Readout, _ right: Readout) -> Bool {
    let left = tokens(of: left.parts.map(\.character))
    let right = tokens(of: right.parts.map(\.character))
    return left.count == right.count
      && zip(left, right).allSatisfy { first, second in
        first.allSatisfy(isDigit) ? second.allSatisfy(isDigit) : first == second
      }
  }

  /// Runs of digits and runs of others, in turn.
  private static func tokens(of characters: [Character]) -> [ArraySlice<Character>] {
    var tokens: [ArraySlice<Character>] = []
    var start = characters.startIndex
    for index in characters.indices where index > start {
      guard isDigit(characters[index]) != isDigit(characters[start]) else { continue }
      tokens.append(characters[start..<index])
      start = index
    }
    if start < characters.endIndex { tokens.append(characters[start...]) }
    return tokens
  }

  /// Digits with combining marks, like keycaps, are no digits.
  private static func isDigit(_ character: Character) -> Bool {
    guard let value = character.asciiValue else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(value)
  }
}
