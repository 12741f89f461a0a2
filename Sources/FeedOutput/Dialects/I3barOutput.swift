import FeedCore

/// The i3bar protocol, for i3bar, swaybar and others that read it.
///
/// Every line ends in its comma, so a line means the same wherever the reader joins in. Blocks hold
/// scalars only: i3bar loses a block that holds an object or an array.
struct I3barOutput: Output {
  let settings: OutputSettings

  /// Readers decide by their first read whether this is the protocol: all of it goes out at once.
  ///
  /// It asks a bar that is hidden for SIGTSTP and SIGCONT: of the usual SIGSTOP nobody would hear.
  ///
  /// *Source:* the i3bar protocol, "Header"; signal(7) for the numbers on Linux.
  let header = Array(
    "{\"version\":1,\"stop_signal\":20,\"cont_signal\":18,\"click_events\":true}\n[\n".utf8)
  let frameRate = 24.0
  let drawsProgress = true

  var seam: Seam? { Self.seam }

  private static let seam = Seam("[", ",", "],\n")

  func append(_ frame: Frame, to line: inout [UInt8]) {
    line.append(contentsOf: Self.seam.opening)
    for (index, block) in frame.blocks.enumerated() {
      if index > 0 { line.append(contentsOf: Self.seam.joint) }
      append(block: block, to: &line)
    }
    line.append(contentsOf: Self.seam.closing)
  }

  func append(block: Block, to line: inout [UInt8]) {
    if let picture = block.foreign, picture.block.dialect == .i3bar {
      let fading: PangoWriter.Fading = settings.client?.blends == true ? .transparent : .mixed
      return ForeignWriter(picture, block.style, fading, settings).append(to: &line)
    }
    let apart = apart(block)
    var writer = I3barWriter(block: block, settings: settings)
    // What is left to the text stands between the tiles that the bar draws.
    if apart.drawsTiles { writer.style.look = .plain }
    swap(&writer.line, &line)
    if apart.divides(block) {
      let parts = apart.parts(of: block)
      for (index, part) in parts.enumerated() {
        if index > 0 { writer.line.append(",") }
        writer.append(part, isLast: index == parts.count - 1)
      }
    } else {
      writer.appendWhole()
    }
    swap(&writer.line, &line)
  }

  /// What of a block is drawn by the bar itself.
  ///
  /// The tiles and gauges of a block with a short form are text: bars make a text shorter, but not
  /// what they draw around it.
  private func apart(_ block: Block) -> BlockParts {
    guard block.shortPieces == nil else { return BlockParts() }
    let style = block.style
    let hasGauges =
      style.gaugeStyle == .blocks || (style.gaugeStyle == .auto && settings.knowsBackground)
    return BlockParts(
      drawsTiles: style.look == .tiles, separatesNumbers: block.isNumberVarying,
      gaugeCell: hasGauges ? settings.cellWidth : nil)
  }
}

/// Writes one block of a bar as one or more of the protocol.
private struct I3barWriter {
  var line: [UInt8] = []
  var style: BlockStyle
  private let block: Block
  private let settings: OutputSettings
  private let paint: BlockPaint
  private let fading: PangoWriter.Fading

  init(block: Block, settings: OutputSettings) {
    self.block = block
    style = block.style
    self.settings = settings
    paint = BlockPaint(block.style, settings: settings)
    fading = block.style.isUrgent ? .none : settings.client?.blends == true ? .transparent : .mixed
  }

  mutating func appendWhole() {
    append("{\"full_text\":\"", block.pieces)
    if let pieces = block.shortPieces { append(",\"short_text\":\"", pieces) }
    line.append(",\"name\":")
    line.append(json: block.name)
    append(",\"color\":\"", style.color)
    append(",\"background\":\"", style.background)
    if style.minimumWidth > 0 {
      line.append(",\"min_width\":\"")
      for _ in 0..<style.minimumWidth { line.append("0") }
      line.append("\",\"align\":\"")
      line.append(style.align.rawValue)
      line.append("\"")
    }
    appendUrgency()
    if !style.hasSeparator { line.append(",\"separator\":false") }
    line.append(",\"markup\":\"pango\"}")
  }

  /// Parts touch each other, and the last has what is behind the block.
  mutating func append(_ part: BlockPart, isLast: Bool) {
    var gap = 0
    switch part.content {
    case .pieces(let pieces): appendText(pieces, part)
    case .number(let cells):
      appendText([.readout(cells)], part)
      appendWidth(of: cells)
    case .tile(let cell):
      append(tile: cell, part)
      gap = Self.tileGap
    case .gauge(let pixels, let isFilled): append(pixels: pixels, isFilled: isFilled, part)
    }
    if !isLast {
      line.append(",\"separator\":false,\"separator_block_width\":")
      line.append(decimal: gap)
    } else if !style.hasSeparator {
      line.append(",\"separator\":false")
    }
    line.append(",\"markup\":\"pango\"}")
  }

  /// A text as wide as a tile; swaybar has its own idea of sizes that are not absolute.
  private static let tileWidth = PangoWriter.number + tileSide + "0" + tileSide + "</span>"
  private static let tileSide = "<span size='3072'>\u{2007}</span>"

  /// Between two tiles, in pixels.
  private static let tileGap = 2

  private mutating func appendName(of part: BlockPart) {
    line.append(",\"name\":")
    line.append(json: block.name)
    line.append(",\"instance\":")
    line.append(json: part.name)
  }

  private mutating func appendText(_ pieces: [Piece], _ part: BlockPart) {
    // Bars leave out a block without text, and with it what it says about the gap behind it.
    append("{\"full_text\":\"", pieces.isEmpty ? [.text(Self.nothing)] : pieces)
    if let pieces = part.shortPieces {
      append(",\"short_text\":\"", pieces.isEmpty ? [.text(Self.nothing)] : pieces)
    }
    appendName(of: part)
    append(",\"color\":\"", style.color)
    append(",\"background\":\"", style.background)
    appendUrgency()
  }

  /// The bar measures a text with a digit in every place that can have one.
  private mutating func appendWidth(of cells: [Cell]) {
    line.append(",\"min_width\":\"\(PangoWriter.number)")
    var hasDigit = false
    var isUnit = false
    for cell in cells {
      let glyph = cell.visible
      if glyph.isLetter || (glyph == Cell.blank && hasDigit) { isUnit = true }
      let takesDigit =
        glyph.isNumber || glyph == Cell.blank || (hasDigit ? glyph.isMark : glyph.isSign)
      line.append(pango: takesDigit && !isUnit ? "0" : glyph)
      if glyph.isNumber { hasDigit = true }
    }
    line.append("</span>\",\"align\":\"right\"")
  }

  /// A tile is a digit wide and a little more, whatever is on it.
  private mutating func append(tile cell: Cell, _ part: BlockPart) {
    let drawing = CellDrawing(cell, isTile: true, settings: settings)
    line.append("{\"full_text\":\"")
    var writer = PangoWriter(settings: settings, start: line.count)
    writer.append(tile: drawing, paint: paint, fading: fading, to: &line)
    writer.finish(&line)
    line.append("\"")
    appendName(of: part)
    append(",\"color\":\"", paint.tileForeground)
    append(",\"background\":\"", paint.tile(of: drawing))
    line.append(",\"min_width\":\"\(Self.tileWidth)\",\"align\":\"center\"")
    appendUrgency()
  }

  /// The border in the bar's own colour makes the gauge slimmer than the bar.
  ///
  /// It is never urgent: in the colours of urgency it would not be seen.
  private mutating func append(pixels: Int, isFilled: Bool, _ part: BlockPart) {
    line.append("{\"full_text\":\"\(Self.nothing)\"")
    appendName(of: part)
    append(",\"background\":\"", isFilled ? paint.filling : paint.trough)
    line.append(",\"min_width\":")
    line.append(decimal: pixels)
    append(",\"border\":\"", style.background ?? settings.background)
    line.append(",\"border_left\":0,\"border_right\":0")
    for side in ["top", "bottom"] {
      line.append(",\"border_\(side)\":")
      line.append(decimal: settings.gaugeMargin)
    }
  }

  /// swaybar widens what is urgent by a border at both sides, and i3bar does not.
  private mutating func appendUrgency() {
    guard style.isUrgent else { return }
    line.append(",\"urgent\":true")
    if settings.client == .swaybar { line.append(",\"border_left\":0,\"border_right\":0") }
  }

  /// A text that takes no room.
  private static let nothing = "\u{200b}"

  private mutating func append(_ opening: String, _ pieces: [Piece]) {
    line.append(opening)
    var writer = PangoWriter(settings: settings, start: line.count)
    writer.append(pieces, of: style, paint: paint, fading: fading, to: &line)
    writer.finish(&line)
    line.append("\"")
  }

  private mutating func append(_ opening: String, _ color: Color?) {
    guard let color else { return }
    line.append(opening)
    line.append(hex: color)
    line.append("\"")
  }
}

extension OutputSettings {
  /// The size of the bar's font in pixels, as `rise` tells it; that of 10 points where it is 0.
  private var fontSize: Double { rise > 0 ? Double(rise) / 1024 / 0.53 : 13 }

  /// The width of a digit in most fonts, in pixels.
  fileprivate var cellWidth: Int { max(Int((fontSize * 0.6).rounded()), 1) }

  /// Above and below a gauge, in pixels.
  fileprivate var gaugeMargin: Int { Int((fontSize * 0.45).rounded()) }
}
