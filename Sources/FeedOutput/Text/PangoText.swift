import FeedCore

/// Pango markup inside a JSON string: escaped for both in one pass.
extension [UInt8] {
  mutating func append(pango text: String) {
    for scalar in text.unicodeScalars { append(pango: scalar) }
  }

  /// Appends what a cell shows; blank places are as wide as a digit, or as the mark `room`.
  mutating func append(pango glyph: Character, room: Character? = nil) {
    guard glyph != Cell.blank else {
      guard let room else { return append(Self.figureSpace) }
      // Some locales part groups by a blank of their own.
      return append(room == "\u{202f}" || room == "\u{a0}" ? String(room) : "\u{2008}")
    }
    for scalar in glyph.unicodeScalars { append(pango: scalar) }
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
