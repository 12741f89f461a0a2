import FeedCore

extension Character {
  /// What an ASCII character is in UTF-8; quicker to tell than `asciiValue`, which knows of line ends.
  var onlyByte: UInt8? {
    let bytes = utf8
    return bytes.count == 1 ? bytes.first : nil
  }
}

/// Pango markup inside a JSON string: escaped for both in one pass.
extension [UInt8] {
  mutating func append(pango text: String) {
    for scalar in text.unicodeScalars { append(pango: scalar) }
  }

  /// Appends what a cell shows; blank places are as wide as a digit, or as the mark `room`.
  mutating func append(pango glyph: Character, room: Character? = nil) {
    if let byte = glyph.onlyByte, Self.isPlain(byte) { return append(byte) }
    guard glyph != Cell.blank else {
      guard let room else { return append(Self.figureSpace) }
      // Some locales part groups by a blank of their own.
      return append(room == "\u{202f}" || room == "\u{a0}" ? String(room) : "\u{2008}")
    }
    for scalar in glyph.unicodeScalars { append(pango: scalar) }
  }

  /// Digits, letters and the marks between digits mean nothing else in markup or in JSON.
  private static func isPlain(_ ascii: UInt8) -> Bool {
    switch ascii {
    case UInt8(ascii: "+")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Appends an ASCII character.
  mutating func append(pango byte: UInt8) {
    if Self.isPlain(byte) { append(byte) } else { append(pango: Unicode.Scalar(byte)) }
  }

  private mutating func append(pango scalar: Unicode.Scalar) {
    guard let scalar = scalar.drawn else { return }
    switch scalar {
    case "&": append("&amp;")
    case "<": append("&lt;")
    case ">": append("&gt;")
    case "\"": append("&quot;")
    case "'": append("&#39;")
    case "\\": append("\\\\")
    default: append(scalar)
    }
  }

  private static var figureSpace: Unicode.Scalar { "\u{2007}" }
}
