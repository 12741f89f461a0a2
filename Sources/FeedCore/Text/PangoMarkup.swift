/// Reads Pango markup that somebody else wrote.
///
/// *Source:* Pango 1.50, "Text Attribute Markup".
package enum PangoMarkup {
  /// What the markup says; nil where it is not well-formed or holds a tag that Pango does not know.
  package static func read(_ markup: String) -> StyledText? {
    var reader = MarkupReader(Array(markup.unicodeScalars.prefix(Sanitise.standardLimit * 4)))
    return reader.read().map { StyledText($0) }
  }

  /// What the markup says without its tags, as many lines as it has; nil as with `read`.
  ///
  /// It is not made fit for a line.
  package static func plainText(_ markup: String) -> String? {
    var reader = MarkupReader(Array(markup.unicodeScalars.prefix(Sanitise.standardLimit * 4)))
    return reader.read()?.map(\.text).joined()
  }
}

private struct MarkupReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var pieces: [(text: String, ink: Ink)] = []
  private var text = String.UnicodeScalarView()
  private var open: [(name: String, outer: Ink)] = []
  private var ink = Ink.plain

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func read() -> [(text: String, ink: Ink)]? {
    while index < scalars.count {
      switch scalars[index] {
      case "<": guard readTag() else { return nil }
      case "&":
        guard let scalar = readEntity() else { return nil }
        text.append(scalar)
      case let scalar:
        text.append(scalar)
        index += 1
      }
    }
    guard open.isEmpty else { return nil }
    flush()
    return pieces
  }

  private mutating func flush() {
    if !text.isEmpty { pieces.append((String(text), ink)) }
    text.removeAll()
  }

  private mutating func readTag() -> Bool {
    guard let end = scalars[index...].firstIndex(of: ">") else { return false }
    var body = scalars[(index + 1)..<end]
    flush()
    if body.first == "/" {
      let name = String(String.UnicodeScalarView(body.dropFirst())).trimmedOfSpaces
      guard let last = open.popLast(), last.name == name else { return false }
      ink = last.outer
      index = end + 1
      return true
    }
    let name = String(String.UnicodeScalarView(body.prefix { $0 != " " && $0 != "\t" }))
    body = body.dropFirst(name.unicodeScalars.count)
    guard let dressed = dress(name) else { return false }
    open.append((name, ink))
    ink = dressed
    index = end + 1
    return readAttributes(body)
  }

  /// The ink inside a tag; nil for one that is not known.
  private func dress(_ name: String) -> Ink? {
    var ink = ink
    switch name {
    case "span", "tt", "markup", "sub", "sup": break
    case "b": ink.isBold = true
    case "i": ink.isItalic = true
    case "u": ink.isUnderlined = true
    case "s": ink.isStruck = true
    case "big": ink.size = "larger"
    case "small": ink.size = "smaller"
    default: return nil
    }
    return ink
  }

  private mutating func readAttributes(_ body: ArraySlice<Unicode.Scalar>) -> Bool {
    var rest = body.drop { $0 == " " || $0 == "\t" }
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { return false }
      let name = String(String.UnicodeScalarView(rest[..<equals])).trimmedOfSpaces
      rest = rest[(equals + 1)...].drop { $0 == " " }
      guard let quote = rest.first, quote == "'" || quote == "\"",
        let end = rest.dropFirst().firstIndex(of: quote)
      else { return false }
      apply(name, String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end])))
      rest = rest[(end + 1)...].drop { $0 == " " || $0 == "\t" }
    }
    return true
  }

  /// What no output could draw is passed over.
  private mutating func apply(_ name: String, _ value: String) {
    switch name {
    case "foreground", "fgcolor", "color":
      if let color = Color(script: value) { ink.foreground = color }
    case "background", "bgcolor":
      if let color = Color(script: value) { ink.background = color }
    case "weight", "font_weight":
      ink.isBold =
        ["bold", "semibold", "ultrabold", "heavy"].contains(value) || Int(value) ?? 0 >= 600
    case "style", "font_style": ink.isItalic = value == "italic" || value == "oblique"
    case "underline": ink.isUnderlined = value != "none"
    case "strikethrough": ink.isStruck = value == "true" || value == "yes"
    case "font_family", "face": ink.face = Self.word(value)
    case "size", "font_size": ink.size = Self.word(value)
    case "font", "font_desc": applyFont(value)
    default: break
    }
  }

  /// `Family Bold 12`: what is neither a style nor a size is the family.
  private mutating func applyFont(_ value: String) {
    var family: [Substring] = []
    for word in value.split(separator: " ") {
      switch word.lowercased() {
      case "bold", "semi-bold": ink.isBold = true
      case "italic", "oblique": ink.isItalic = true
      case "regular", "normal": break
      default:
        if let points = Double(word), points > 0, points < 200 {
          ink.size = String(Int((points * 1024).rounded()))
        } else {
          family.append(word)
        }
      }
    }
    if !family.isEmpty { ink.face = Self.word(family.joined(separator: " ")) }
  }

  /// Only what cannot end an attribute or begin a tag.
  private static func word(_ value: String) -> String? {
    let isFit = value.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " -_.,%".contains(
          Character(scalar))
    }
    return isFit && !value.isEmpty && value.utf8.count <= 64 ? value : nil
  }

  private mutating func readEntity() -> Unicode.Scalar? {
    let rest = scalars[(index + 1)...].prefix(12)
    guard let end = rest.firstIndex(of: ";") else { return nil }
    let name = String(String.UnicodeScalarView(rest[..<end]))
    index = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHex = name.dropFirst().hasPrefix("x")
      let value = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      return value.flatMap(Unicode.Scalar.init)
    }
  }
}

extension String {
  fileprivate var trimmedOfSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
