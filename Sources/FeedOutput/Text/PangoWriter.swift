import FeedCore

/// Draws pieces as Pango markup in a JSON string.
///
/// Every glyph keeps its width and the line its height, whatever moves: moved and foreign glyphs
/// are flat (they count with a thin middle only), and a strut of no width holds the line's height.
struct PangoWriter {
  /// How a glyph of a block becomes fainter.
  enum Fading {
    /// By a colour between the text's and the background.
    case mixed
    /// By transparency: what is behind needs not be known.
    case transparent
    /// Not at all: the consumer paints the block in colours that nobody knows.
    case none
  }

  let settings: OutputSettings
  private let start: Int
  private var hasFlatSpans = false
  private var ink = PangoInk.plain

  /// A writer for text that starts at the offset `start` of a line.
  init(settings: OutputSettings, start: Int) {
    self.settings = settings
    self.start = start
  }

  mutating func append(
    _ pieces: [Piece], of style: BlockStyle, paint: BlockPaint, fading: Fading,
    to line: inout [UInt8]
  ) {
    for piece in pieces {
      switch piece {
      case .text(let text): line.append(pango: text)
      case .tinted(let text):
        let color = fading == .none ? nil : paint.tint
        append(text, in: PangoInk(foreground: color), to: &line)
      case .readout(let cells):
        guard !cells.isEmpty else { continue }
        line.append(Self.number)
        if style.look == .tiles {
          appendTiles(cells, paint, fading, to: &line)
        } else {
          let resting =
            fading == .none
            ? .plain : PangoInk(foreground: paint.value, background: paint.valueGround)
          var isResting = false
          for index in cells.indices {
            // Most places are at rest and in no ink of their own, and need no thought.
            if cells[index].next == nil, cells[index].ink == 0,
              let byte = cells[index].glyph.onlyByte, byte != Self.blank
            {
              if !isResting { change(to: resting, in: &line) }
              isResting = true
              line.append(pango: byte)
              continue
            }
            isResting = false
            let drawing = CellDrawing(cells[index], settings: settings)
            var ink = ink(for: drawing, paint, fading)
            if let own = style.ink(of: cells[index]) { ink.dip(in: own, drawing, paint, fading) }
            append(drawing, ink, to: &line)
          }
        }
        change(to: .plain, in: &line)
        line.append("</span>")
      case .gauge(let fraction, let width):
        append(Gauge(fraction: fraction, width: width), paint, to: &line)
      case .chart(let values, let width):
        append(Sparkline.heights(values, width: width), paint, to: &line)
      case .control(let control): append(control, paint, fading, to: &line)
      }
    }
  }

  /// A glyph on a tile that the bar draws around the text.
  mutating func append(
    tile drawing: CellDrawing, paint: BlockPaint, fading: Fading, to line: inout [UInt8]
  ) {
    var ink = ink(for: drawing, paint, fading)
    ink.background = nil
    line.append(Self.number)
    append(drawing, ink, to: &line)
    change(to: .plain, in: &line)
    line.append("</span>")
  }

  /// Ends the text that was written.
  func finish(_ line: inout [UInt8]) {
    if hasFlatSpans { line.insert(contentsOf: "\u{200b}".utf8, at: start) }
  }

  private static let blank = UInt8(ascii: " ")

  /// Digits of one width, and no pairs that move together, in proportional fonts too.
  ///
  /// `fallback`, which is on anyway, sets the number apart from the text before it: a blank that
  /// stands alone, because the digit after it moves, would else be taken from the font of that text,
  /// which may be another one for a glyph like a minus, with blanks of another width.
  /// *Source:* Pango 1.50, itemize.c: attributes that `affects_itemization` divide runs.
  static let number = "<span font_features='tnum=1,kern=0' fallback='true'>"

  /// Fonts that have some blocks only would take the others from a font of another width.
  private static let blockFont = "<span face='DejaVu Sans Mono,monospace'>"

  /// Between tiles: a blank of a letter so small that it is a line's width in every font.
  private static let tileGap = "<span size='3072'>&#160;</span>"

  private mutating func appendTiles(
    _ cells: [Cell], _ paint: BlockPaint, _ fading: Fading, to line: inout [UInt8]
  ) {
    var row = TileRow()
    for (index, cell) in cells.enumerated() {
      if index > 0 {
        change(to: .plain, in: &line)
        line.append(Self.tileGap)
      }
      let drawing = CellDrawing(cell, isTile: row.isTile(cell), settings: settings)
      append(drawing, ink(for: drawing, paint, fading), to: &line)
    }
  }

  private mutating func append(_ drawing: CellDrawing, _ ink: PangoInk, to line: inout [UInt8]) {
    change(to: ink, in: &line)
    line.append(pango: drawing.glyph, room: drawing.room)
  }

  private func ink(
    for drawing: CellDrawing, _ paint: BlockPaint, _ fading: Fading
  ) -> PangoInk {
    var ink = PangoInk(
      rise: Int((drawing.lift * Double(settings.rise)).rounded()), edge: drawing.edge)
    ink.isFlat = ink.rise != 0
    guard fading != .none else { return ink }
    ink.foreground = paint.value
    ink.background = paint.valueGround
    if drawing.isTile {
      ink.background = paint.tile(of: drawing)
      ink.foreground = paint.tileForeground
    }
    if drawing.isEdgeOn {
      // A glyph that is not seen is as wide as ever.
      ink.foreground = ink.background
      ink.edgeColor = paint.tileEdge
    } else if drawing.fade > 0 {
      switch fading {
      case .mixed: ink.foreground = paint.text(of: drawing)
      // On a ground of its own a glyph fades into that.
      case .transparent where paint.valueGround != nil: ink.foreground = paint.text(of: drawing)
      case .transparent: ink.fade(drawing.fade)
      case .none: break
      }
    }
    return ink
  }

  private mutating func append(
    _ control: Control, _ paint: BlockPaint, _ fading: Fading, to line: inout [UInt8]
  ) {
    var ink = PangoInk.plain
    switch fading {
    case .mixed: ink.foreground = control.isEnabled ? paint.tint : paint.muted
    case .transparent where control.isEnabled: ink.foreground = paint.tint
    case .transparent: ink.fade(BlockPaint.muting)
    case .none: break
    }
    append(control.text, in: ink, to: &line)
  }

  private mutating func append(_ text: String, in ink: PangoInk, to line: inout [UInt8]) {
    change(to: ink, in: &line)
    line.append(pango: text)
    change(to: .plain, in: &line)
  }

  /// A gauge is made of blanks a pixel wide each, on a background: they are in every font.
  ///
  /// In a colour that only the bar knows it is made of glyphs, the unfilled part too.
  private mutating func append(_ gauge: Gauge, _ paint: BlockPaint, to line: inout [UInt8]) {
    if let filling = paint.knownFilling {
      let filled = gauge.full * 8 + gauge.eighths
      let whole = (gauge.full + gauge.empty + (gauge.eighths > 0 ? 1 : 0)) * 8
      append(pixels: filled, filling, to: &line)
      append(pixels: whole - filled, paint.trough, to: &line)
    } else {
      appendGlyphs(of: gauge, paint, to: &line)
    }
  }

  /// Figure spaces of 1.5 points are a pixel wide in every font that was measured.
  private mutating func append(pixels: Int, _ color: Color, to line: inout [UInt8]) {
    guard pixels > 0 else { return }
    line.append("<span size='1536' background='")
    line.append(hex: color)
    line.append("'>")
    for _ in 0..<pixels { line.append(pango: Cell.blank) }
    line.append("</span>")
    hasFlatSpans = true
  }

  private mutating func appendGlyphs(
    of gauge: Gauge, _ paint: BlockPaint, to line: inout [UInt8]
  ) {
    line.append(Self.blockFont)
    defer { line.append("</span>") }
    let isFlat = settings.rise != 0
    if gauge.full > 0 || gauge.eighths > 0 {
      change(
        to: PangoInk(foreground: paint.accent, background: paint.trough, isFlat: isFlat), in: &line)
      for _ in 0..<gauge.full { line.append(pango: Gauge.block) }
      if let partial = gauge.partial { line.append(pango: partial) }
    }
    if gauge.empty > 0 {
      change(
        to: PangoInk(foreground: paint.trough, background: paint.trough, isFlat: isFlat), in: &line)
      for _ in 0..<gauge.empty { line.append(pango: Gauge.block) }
    }
    change(to: .plain, in: &line)
  }

  /// Gaps are a faint ground line, as wide as the values.
  private mutating func append(_ heights: [Int?], _ paint: BlockPaint, to line: inout [UInt8]) {
    line.append(Self.blockFont)
    defer { line.append("</span>") }
    let isFlat = settings.rise != 0
    for height in heights {
      let color = height == nil ? paint.trough : paint.accent
      change(to: PangoInk(foreground: color, isFlat: isFlat), in: &line)
      line.append(pango: Sparkline.glyph(height ?? 1))
    }
    change(to: .plain, in: &line)
  }

  private mutating func change(to next: PangoInk, in line: inout [UInt8]) {
    guard next != ink else { return }
    ink.close(in: &line)
    next.open(in: &line)
    ink = next
    if next.isFlat { hasFlatSpans = true }
  }
}

extension PangoInk {
  /// Takes the colours and the font that the source of a text wants.
  fileprivate mutating func dip(
    in own: Ink, _ drawing: CellDrawing, _ paint: BlockPaint, _ fading: PangoWriter.Fading
  ) {
    self.own = own
    // The size of a glyph on its way is that of the line's other glyphs.
    if drawing.lift != 0 { self.own.size = nil }
    self.own.foreground = nil
    self.own.background = nil
    guard fading != .none else { return }
    if let color = own.background { background = color }
    guard let color = own.foreground, !drawing.isEdgeOn else { return }
    foreground =
      drawing.fade > 0 && fading == .mixed ? paint.text(of: drawing, own: color) : color
  }

  /// Lets `share` (0…1) of what is behind the glyph through.
  fileprivate mutating func fade(_ share: Double) {
    // Pango refuses an alpha of 0.
    opacity = max(Int(((1 - share) * 100).rounded()), 1)
  }
}
