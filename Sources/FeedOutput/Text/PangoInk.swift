import FeedCore

/// What a span says about the glyphs in it; neighbours with the same ink share a span.
struct PangoInk: Equatable {
  var foreground: Color?
  /// In percent; 100 says nothing.
  var opacity = 100
  var background: Color?
  /// In 1/1024 of a device pixel.
  var rise = 0
  var edge: CellDrawing.Edge?
  /// The colour of an edge through the middle; nil: as the glyph.
  var edgeColor: Color?
  /// Whether the span counts with its thin middle only for the height of the line.
  var isFlat = false
  /// What the source of a text wants beside its colours.
  var own = Ink.plain

  static let plain = PangoInk()

  /// Attributes are in single quotes, which need no escape in JSON.
  func open(in line: inout [UInt8]) {
    guard self != .plain else { return }
    line.append("<span")
    if let foreground { append("foreground", foreground, to: &line) }
    if opacity < 100 {
      line.append(" alpha='")
      line.append(decimal: opacity)
      line.append("%'")
    }
    if let background { append("background", background, to: &line) }
    if rise != 0 {
      line.append(" rise='")
      line.append(decimal: rise)
      line.append("'")
    }
    if isFlat { line.append(" line_height='0.1'") }
    appendFont(to: &line)
    switch edge {
    case .top: line.append(" overline='single'")
    case .middle:
      line.append(" strikethrough='true'")
      if let edgeColor { append("strikethrough_color", edgeColor, to: &line) }
    case .bottom: line.append(" underline='single'")
    case nil:
      if own.isUnderlined { line.append(" underline='single'") }
      if own.isStruck { line.append(" strikethrough='true'") }
    }
    line.append(">")
  }

  /// Face and size have been checked where they were read: nothing in them ends an attribute.
  private func appendFont(to line: inout [UInt8]) {
    if own.isBold { line.append(" weight='bold'") }
    if own.isItalic { line.append(" style='italic'") }
    for (name, value) in [("face", own.face), ("size", own.size)] {
      guard let value else { continue }
      line.append(" \(name)='")
      line.append(pango: value)
      line.append("'")
    }
  }

  func close(in line: inout [UInt8]) {
    if self != .plain { line.append("</span>") }
  }

  private func append(_ name: String, _ color: Color, to line: inout [UInt8]) {
    line.append(" ")
    line.append(name)
    line.append("='")
    line.append(hex: color)
    line.append("'")
  }
}
