import FeedCore

/// How a cell of a grid is drawn.
struct GridStyle: Equatable {
  /// nil: the grid's own.
  var foreground: Color?
  /// nil: the grid's own.
  var background: Color?
  var edge: CellDrawing.Edge?
  /// Stands for fainter colours where there are none.
  var isDim = false
  var isReversed = false

  static let plain = GridStyle()
}

/// Takes the cells of a line from left to right.
protocol GridPen {
  /// Whether styles may hold colours.
  var hasColors: Bool { get }

  mutating func put(_ character: Character, _ style: GridStyle)
}

/// Draws frames where every glyph takes whole columns.
struct Grid {
  let settings: OutputSettings

  func draw<Pen: GridPen>(_ frame: Frame, with pen: inout Pen) {
    var gap = ""
    for block in frame.blocks where !block.isEmpty {
      put(gap, .plain, &pen)
      draw(block, with: &pen)
      gap = block.gap(settings.separator)
    }
  }

  private func draw<Pen: GridPen>(_ block: Block, with pen: inout Pen) {
    let paint = BlockPaint(block.style, settings: settings)
    var base = GridStyle(isReversed: block.style.isUrgent)
    if pen.hasColors {
      base.foreground = paint.foreground
      base.background = paint.background
    }
    let padding = block.padding
    for _ in 0..<padding.before { pen.put(Cell.blank, base) }
    for piece in block.pieces {
      switch piece {
      case .text(let text): put(text, base, &pen)
      case .readout(let cells):
        for cell in cells {
          let drawing = CellDrawing(cell)
          pen.put(drawing.glyph, style(of: drawing, base, paint, hasColors: pen.hasColors))
        }
      case .gauge(let fraction, let width):
        draw(Gauge(fraction: fraction, width: width), base, paint, &pen)
      case .chart(let values, let width):
        var style = base
        if pen.hasColors { style.foreground = paint.accent }
        for height in Sparkline.heights(values, width: width) {
          pen.put(height.map(Sparkline.glyph) ?? Cell.blank, style)
        }
      case .control(let control): draw(control, base, paint, &pen)
      }
    }
    for _ in 0..<padding.after { pen.put(Cell.blank, base) }
  }

  private func style(
    of drawing: CellDrawing, _ base: GridStyle, _ paint: BlockPaint, hasColors: Bool
  ) -> GridStyle {
    var style = base
    style.edge = drawing.edge
    guard drawing.fade > 0 else { return style }
    if hasColors {
      style.foreground = paint.faded(drawing.fade)
    } else {
      style.isDim = drawing.fade > 0.3
    }
    return style
  }

  private func draw<Pen: GridPen>(
    _ gauge: Gauge, _ base: GridStyle, _ paint: BlockPaint, _ pen: inout Pen
  ) {
    var style = base
    if pen.hasColors {
      style.foreground = paint.accent
      style.background = paint.trough
    }
    for _ in 0..<gauge.full { pen.put(Gauge.block, style) }
    if let partial = gauge.partial { pen.put(partial, style) }
    for _ in 0..<gauge.empty { pen.put(Cell.blank, style) }
  }

  private func draw<Pen: GridPen>(
    _ control: Control, _ base: GridStyle, _ paint: BlockPaint, _ pen: inout Pen
  ) {
    var style = base
    if !control.isEnabled {
      if pen.hasColors { style.foreground = paint.muted } else { style.isDim = true }
    }
    put(control.text, style, &pen)
  }

  private func put<Pen: GridPen>(_ text: String, _ style: GridStyle, _ pen: inout Pen) {
    for character in text { pen.put(character, style) }
  }
}
