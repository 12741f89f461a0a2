/// Pango markup that others have written.
package enum ForeignMarkup {
  /// Whether tags and entities are all whole and closed in order.
  ///
  /// What this accepts can be cut between its tags and entities; attributes are not judged.
  /// *Source:* GMarkup's grammar, of which Pango's is a part.
  package static func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" || $0 == "\0" }) {
      switch rest[start] {
      case "&":
        guard let end = rest[start...].firstIndex(of: ";"),
          isEntity(rest[rest.index(after: start)..<end])
        else { return false }
        rest = rest[end...].dropFirst()
      case "<":
        guard let end = endOfTag(rest[start...]) else { return false }
        let tag = rest[rest.index(after: start)..<end]
        rest = rest[end...].dropFirst()
        if tag.hasPrefix("/") {
          guard open.popLast() == name(tag.dropFirst()) else { return false }
        } else if !tag.hasSuffix("/") {
          let name = name(tag)
          guard name.first?.isLetter == true else { return false }
          open.append(name)
        }
      default: return false
      }
    }
    return open.isEmpty
  }

  /// What is to be read of a stretch of markup that cuts no tag and no entity.
  package static func plain(_ markup: String) -> String {
    guard markup.contains(where: { $0 == "<" || $0 == "&" }) else { return markup }
    return TextToken.tokens(of: Array(markup), isMarkup: true).map { token in
      switch token.characters.first {
      case "<" where token.characters.last == ">": ""
      case "&" where token.characters.last == ";": character(of: token.text.dropFirst().dropLast())
      default: token.text
      }
    }.joined()
  }

  private static func name(_ tag: Substring) -> Substring {
    tag.prefix { !$0.isWhitespace && $0 != "/" }
  }

  /// The `>` of the tag that a text starts with: attributes may have others.
  static func endOfTag<Text: Collection<Character>>(_ text: Text) -> Text.Index? {
    var quote: Character?
    for index in text.indices.dropFirst() {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      } else if character == "<" {
        return nil
      }
    }
    return nil
  }

  private static let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  private static func isEntity(_ name: Substring) -> Bool { !character(of: name).isEmpty }

  private static func character(of entity: Substring) -> String {
    if let plain = names[String(entity)] { return plain }
    guard entity.hasPrefix("#") else { return "" }
    let digits = entity.dropFirst()
    let isHex = digits.hasPrefix("x")
    guard let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10),
      number > 0, let scalar = Unicode.Scalar(number)
    else { return "" }
    return String(scalar)
  }
}
