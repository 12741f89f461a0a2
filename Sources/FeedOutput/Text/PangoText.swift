import FeedCore

/// Pango markup inside a JSON string: escaped for both in one pass.
extension [UInt8] {
  mutating func append(pango text: String) {
    for scalar in text.unicodeScalars { append(pango: scalar) }
  }

  /// Appends what a cell shows; blank places are as wide as a digit.
  mutating func append(pango glyph: Character) {
    guard glyph != Cell.blank else { return append(Self.figureSpace) }
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
