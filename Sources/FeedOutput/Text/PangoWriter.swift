import FeedCore

/// Draws pieces as Pango markup in a JSON string.
///
/// Every glyph keeps its width and the line its height, whatever moves: moved and foreign glyphs
/// are flat (they count with a thin middle only), and a strut of no width holds the line's height.
struct PangoWriter {
  /// How a glyph of a block without a colour of its own becomes fainter.
  enum Fading {
    /// By a colour between the bar's text and the background.
    case mixed
    /// By transparency: the consumer's own colour stays.
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
    _ pieces: [Piece], paint: BlockPaint, fading: Fading, to line: inout [UInt8]
  ) {
    for piece in pieces {
      switch piece {
      case .text(let text): line.append(pango: text)
      case .readout(let cells):
        guard !cells.isEmpty else { continue }
        // Digits of one width, and no pairs that move together, in proportional fonts too.
        line.append("<span font_features='tnum=1,kern=0'>")
        for cell in cells {
          let drawing = CellDrawing(cell)
          change(to: ink(for: drawing, paint, fading), in: &line)
          line.append(pango: drawing.glyph)
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

  /// Ends the text that `append` has written.
  func finish(_ line: inout [UInt8]) {
    if hasFlatSpans { line.insert(contentsOf: "\u{200b}".utf8, at: start) }
  }

  private func ink(
    for drawing: CellDrawing, _ paint: BlockPaint, _ fading: Fading
  ) -> PangoInk {
    var ink = PangoInk(
      rise: Int((drawing.lift * Double(settings.rise)).rounded()), edge: drawing.edge)
    ink.isFlat = ink.rise != 0
    if drawing.fade > 0 { ink.fade(drawing.fade, paint, fading) }
    return ink
  }

  private mutating func append(
    _ control: Control, _ paint: BlockPaint, _ fading: Fading, to line: inout [UInt8]
  ) {
    var ink = PangoInk.plain
    if !control.isEnabled { ink.fade(BlockPaint.muting, paint, fading) }
    change(to: ink, in: &line)
    line.append(pango: control.text)
    change(to: .plain, in: &line)
  }

  /// The unfilled part is of the same glyphs as the filled one: spaces have another width.
  private mutating func append(_ gauge: Gauge, _ paint: BlockPaint, to line: inout [UInt8]) {
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
  /// Takes on `share` (0…1) of what is behind the glyph.
  fileprivate mutating func fade(_ share: Double, _ paint: BlockPaint, _ fading: PangoWriter.Fading)
  {
    switch fading {
    case .mixed: foreground = paint.faded(share)
    case .transparent:
      // Pango refuses an alpha of 0.
      opacity = max(Int(((1 - share) * 100).rounded()), 1)
    case .none: break
    }
  }
}
