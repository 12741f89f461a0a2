/// A number as a text writes it: its worth, and all that is needed to write others alike.
package struct TextNumeral: Sendable {
  package let value: Quantity
  /// Writes numbers with the same marks, decimals and leading zeros.
  package let formatter: any Formatter

  /// What the characters of a number say; nil where others could not be written alike.
  package init?(_ characters: some Sequence<Character>) {
    let characters = Array(characters)
    guard let shape = Shape(characters), let formatter = shape.formatter else { return nil }
    value = shape.value.normalized
    self.formatter = formatter
    guard formatter.readout(of: value, like: value).text == String(characters) else { return nil }
  }

  /// The first number in a text, if there is one; times, versions and the like are none.
  package static func first(in text: String, isMarkup: Bool = false) -> Quantity? {
    TextToken.tokens(of: Array(text), isMarkup: isMarkup).lazy
      .filter { $0.kind == .number }
      .compactMap { Shape(Array($0.core))?.value.normalized }.first
  }

  static func isSign(_ character: Character) -> Bool {
    character == "-" || character == "+" || character == "\u{2212}"
  }

  /// Where the number ends whose digits start at `start`.
  static func end(of characters: [Character], from start: Int) -> Int {
    let whole = groups(characters, from: start)
    guard let mark = decimalMark(characters, at: whole.end, group: whole.mark) else {
      return whole.end
    }
    return mark.end
  }

  // MARK: Its grammar

  private static let groupMarks: [Character] = [
    ",", "'", "\u{2019}", "\u{a0}", "\u{202f}", "\u{2009}",
  ]

  private static func digits(_ characters: [Character], from start: Int) -> Int {
    characters[start...].firstIndex { !$0.isDigit } ?? characters.count
  }

  /// `1,284,567`: the mark, and the end of the whole part.
  private static func groups(
    _ characters: [Character], from start: Int
  ) -> (mark: Character?, end: Int) {
    let first = digits(characters, from: start)
    guard first - start <= 3, characters[start] != "0", first < characters.count else {
      return (nil, first)
    }
    let mark = characters[first]
    guard mark == "." || groupMarks.contains(mark) else { return (nil, first) }
    var end = first
    var count = 0
    while end < characters.count, characters[end] == mark {
      let next = digits(characters, from: end + 1)
      guard next - end == 4 else { break }
      end = next
      count += 1
    }
    // One point and three digits are decimals.
    guard count > (mark == "." ? 1 : 0), end == characters.count || characters[end] != mark else {
      return (nil, first)
    }
    return (mark, end)
  }

  private static func decimalMark(
    _ characters: [Character], at index: Int, group: Character?
  ) -> (mark: Character, end: Int)? {
    guard index + 1 < characters.count, characters[index + 1].isDigit else { return nil }
    let mark = characters[index]
    guard mark == "." || mark == ",", mark != group else { return nil }
    let end = digits(characters, from: index + 1)
    // `1,2,3` is a list.
    let goesOn =
      end + 1 < characters.count && characters[end] == mark && characters[end + 1].isDigit
    return goesOn ? nil : (mark, end)
  }

  /// A number taken apart.
  private struct Shape {
    var value: Quantity
    var sign: Character?
    var group: Character?
    var point: Character?
    var decimals: Int
    /// Of the whole part, where zeros lead it; else 1.
    var minimumDigits: Int

    init?(_ characters: [Character]) {
      sign = characters.first.flatMap { isSign($0) ? $0 : nil }
      let start = sign == nil ? 0 : 1
      guard start < characters.count, characters[start].isDigit else { return nil }
      let whole = groups(characters, from: start)
      let decimal = decimalMark(characters, at: whole.end, group: whole.mark)
      let end = decimal?.end ?? whole.end
      guard end == characters.count else { return nil }
      (group, point) = (whole.mark, decimal?.mark)
      decimals = decimal.map { $0.end - whole.end - 1 } ?? 0
      let digits = characters[start..<whole.end].filter(\.isDigit)
      minimumDigits = digits.count > 1 && digits[0] == "0" ? digits.count : 1
      let fraction = characters[whole.end..<end].filter(\.isDigit)
      // A double tells fifteen digits apart.
      guard digits.count + fraction.count <= (fraction.isEmpty ? 18 : 15) else { return nil }
      let isNegative = sign != nil && sign != "+"
      let text = (isNegative ? "-" : "") + String(digits)
      let exact: Quantity? =
        fraction.isEmpty
        ? Int64(text).map { .integer($0) }
        : Double("\(text).\(String(fraction))").map { .real($0) }
      guard let exact else { return nil }
      value = exact
    }

    var formatter: (any Formatter)? {
      var options = FormatOptions()
      options.fraction = decimals
      options.minimumDigits = minimumDigits
      options.sign = sign == "+" ? .always : .auto
      options.locale.decimalPoint = point.map { String($0) } ?? "."
      options.locale.groupSeparator = group.map { String($0) } ?? ""
      options.locale.grouping = group == nil ? [] : [3]
      if let sign, sign != "+" { options.locale.minusSign = String(sign) }
      return try? DecimalFormat(options)
    }
  }
}
