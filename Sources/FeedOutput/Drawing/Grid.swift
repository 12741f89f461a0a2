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
  var depth: ColorDepth { get }

  /// Whether what is muted is dim rather than in a colour between others.
  var dimsMuted: Bool { get }

  mutating func put(_ character: Character, _ style: GridStyle)

  /// What follows belongs to this part of a metric, as a click on it is told; nil: to none.
  mutating func enter(_ place: ClickPlace?)
}

extension GridPen {
  var dimsMuted: Bool { false }
  mutating func enter(_ place: ClickPlace?) {}
}

/// Draws frames where every glyph takes whole columns.
struct Grid {
  let settings: OutputSettings

  func draw<Pen: GridPen>(_ frame: Frame, with pen: inout Pen) {
    var gap = ""
    for block in frame.blocks where !block.isEmpty {
      pen.enter(nil)
      put(gap, .plain, &pen)
      pen.enter(ClickPlace(metric: block.name))
      draw(block, with: &pen)
      gap = block.gap(settings.separator)
    }
    pen.enter(nil)
  }

  private func draw<Pen: GridPen>(_ block: Block, with pen: inout Pen) {
    let paint = BlockPaint(block.style, settings: settings)
    let depth = pen.depth
    var base = GridStyle(isReversed: block.style.isUrgent)
    if depth != .none {
      base.foreground = paint.foreground
      base.background = paint.background
    }
    let padding = block.padding
    for _ in 0..<padding.before { pen.put(Cell.blank, base) }
    for piece in block.pieces {
      switch piece {
      case .text(let text): put(text, base, &pen)
      case .tinted(let text):
        var style = base
        if depth != .none, !base.isReversed { style.foreground = paint.tint }
        put(text, style, &pen)
      case .readout(let cells):
        var row = TileRow()
        for (index, cell) in cells.enumerated() {
          let isTile = block.style.look == .tiles && row.isTile(cell)
          let drawing = CellDrawing(cell, isTile: isTile, settings: settings)
          var style = style(of: drawing, emphasized(base, block.style, paint, depth), paint, depth)
          if let ink = block.style.ink(of: cell) { dip(&style, in: ink, drawing, paint, depth) }
          // Without room for gaps, tiles are told apart by two shades in turn.
          if let tile = style.background, isTile, (cells.count - index).isMultiple(of: 2) {
            style.background = paint.lit(tile)
          }
          pen.put(drawing.glyph, style)
        }
      case .gauge(let fraction, let width):
        draw(Gauge(fraction: fraction, width: width), base, paint, &pen)
      case .chart(let values, let width):
        var style = base
        if depth != .none { style.foreground = paint.accent }
        for height in Sparkline.heights(values, width: width) {
          pen.put(height.map(Sparkline.glyph) ?? Cell.blank, style)
        }
      case .control(let control):
        pen.enter(ClickPlace(metric: block.name, part: control.part))
        draw(control, base, paint, &pen)
        pen.enter(ClickPlace(metric: block.name))
      }
    }
    for _ in 0..<padding.after { pen.put(Cell.blank, base) }
  }

  /// How the value is drawn where it stands out.
  private func emphasized(
    _ base: GridStyle, _ block: BlockStyle, _ paint: BlockPaint, _ depth: ColorDepth
  ) -> GridStyle {
    var style = base
    switch block.emphasis {
    case nil: break
    case .accent? where depth != .none && !base.isReversed: style.foreground = paint.value
    // The terminal exchanges the colours that it has, whatever they are.
    case .accent?, .reverse?: style.isReversed.toggle()
    }
    return style
  }

  /// Gives a cell the colours that its source wants.
  private func dip(
    _ style: inout GridStyle, in ink: Ink, _ drawing: CellDrawing, _ paint: BlockPaint,
    _ depth: ColorDepth
  ) {
    guard depth != .none, !style.isReversed else { return }
    if let color = ink.foreground { style.foreground = paint.text(of: drawing, own: color) }
    if let color = ink.background, !drawing.isTile { style.background = color }
  }

  private func style(
    of drawing: CellDrawing, _ base: GridStyle, _ paint: BlockPaint, _ depth: ColorDepth
  ) -> GridStyle {
    var style = base
    style.edge = drawing.edge
    if drawing.isTile {
      if depth.hasShades {
        style.foreground = paint.tileForeground
        style.background = paint.tile(of: drawing)
      } else {
        // So few colours have no shade for a tile.
        style.isReversed.toggle()
      }
    }
    guard drawing.fade > 0 else { return style }
    if depth == .none || style.isReversed {
      style.isDim = drawing.fade > 0.3
    } else {
      style.foreground = paint.text(of: drawing)
    }
    return style
  }

  private func draw<Pen: GridPen>(
    _ gauge: Gauge, _ base: GridStyle, _ paint: BlockPaint, _ pen: inout Pen
  ) {
    var style = base
    if pen.depth != .none {
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
    if pen.depth == .none || base.isReversed {
      style.isDim = !control.isEnabled
    } else if control.isEnabled {
      style.foreground = paint.tint
    } else if pen.dimsMuted {
      style.isDim = true
    } else {
      style.foreground = paint.muted
    }
    put(control.text, style, &pen)
  }

  private func put<Pen: GridPen>(_ text: String, _ style: GridStyle, _ pen: inout Pen) {
    for character in text { pen.put(character, style) }
  }
}
