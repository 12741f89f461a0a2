import FeedCore

/// Draws a panel on a terminal of a certain size.
struct PanelDrawing {
  let panel: PanelFrame
  let settings: OutputSettings
  let layout: PanelLayout
  let ink: PanelInk

  init(_ panel: PanelFrame, settings: OutputSettings, columns: Int, rows: Int) {
    self.panel = panel
    self.settings = settings
    layout = PanelLayout(panel, columns: columns, rows: rows)
    ink = PanelInk(settings, panel.view)
  }

  var canvas: PanelCanvas {
    var canvas = PanelCanvas(columns: layout.columns, rows: layout.rows)
    drawHeader(on: &canvas)
    let scroll = min(panel.view.scroll, layout.scrollLimit)
    canvas.put(body, from: scroll, at: layout.headerHeight, count: layout.visibleHeight)
    if layout.footerHeight > 0 { drawFooter(on: &canvas, scroll: scroll) }
    if panel.view.showsHelp { PanelHelp(ink: ink).draw(on: &canvas) }
    return canvas
  }

  // MARK: Around the body

  private func drawHeader(on canvas: inout PanelCanvas) {
    let columns = layout.columns
    let tabStart = layout.tabRow == 0 ? layout.tabs.first?.columns.lowerBound ?? columns : columns
    if tabStart > 1 {
      canvas.put(clipped(panel.title, to: tabStart - 2), x: 1, y: 0, ink.title)
    }
    for tab in layout.tabs {
      canvas.put(
        tab.text, x: tab.columns.lowerBound, y: layout.tabRow,
        tab.index == panel.selected ? ink.chosen : ink.faint)
    }
    guard layout.headerHeight > 1 else { return }
    for x in 0..<columns { canvas.put("─", x: x, y: layout.headerHeight - 1, ink.rule) }
  }

  private func drawFooter(on canvas: inout PanelCanvas, scroll: Int) {
    let y = layout.rows - 1
    let below = layout.scrollLimit - scroll
    let more = [scroll > 0 ? "↑" : "", below > 0 ? "↓ \(below) more" : ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let moreStart = layout.columns - CellWidth.of(more) - 1
    canvas.put(more, x: moreStart, y: y, ink.faint)
    let hints = ["←→ period", "r refresh", "? help", "q quit"]
    var x = 1
    for hint in hints where x + CellWidth.of(hint) + 2 <= moreStart {
      x = canvas.put(hint, x: x, y: y, ink.faint) + 3
    }
    guard let notice = panel.notice, x + CellWidth.of(notice) + 2 <= moreStart else { return }
    canvas.put(
      notice, x: moreStart - CellWidth.of(notice) - (more.isEmpty ? 0 : 3), y: y, ink.faint)
  }

  // MARK: The body

  private var body: PanelCanvas {
    var body = PanelCanvas(columns: layout.columns, rows: layout.bodyHeight)
    for (index, (card, row)) in zip(layout.cards, panel.rows).enumerated() {
      let accent = ink.accent(of: row, index: index)
      drawNumber(row, accent, card, on: &body)
      if !layout.isList { drawRest(row, accent, card, on: &body) }
    }
    return body
  }

  /// The title, and the number at the right end of the line.
  private func drawNumber(
    _ row: PanelRow, _ accent: Color, _ card: PanelLayout.Card, on canvas: inout PanelCanvas
  ) {
    let cells = row.cells.drop { $0.glyph == Cell.blank && $0.next == nil }
    let width = cells.reduce(0) { $0 + CellWidth.of($1.visible) }
    let room = max(card.width - width - 1, 0)
    let end = canvas.put(clipped(row.title, to: room), x: card.x, y: card.y, ink.title)
    let accent = row.isPresent && row.state != .normal ? row.color ?? accent : accent
    var x = card.x + max(card.width - width, 0)
    let kind = " \(row.kind)"
    if !layout.isList, !row.kind.isEmpty, row.kind != "last",
      end + CellWidth.of(kind) + 1 < x
    {
      canvas.put(kind, x: end, y: card.y, ink.faint)
    }
    for cell in cells {
      let drawing = CellDrawing(cell, settings: settings)
      let style = drawing.fade > 0 ? ink.faded(accent, drawing.fade) : ink.number(accent)
      x = canvas.put(String(drawing.glyph), x: x, y: card.y, style, limit: card.x + card.width - x)
    }
  }

  private func drawRest(
    _ row: PanelRow, _ accent: Color, _ card: PanelLayout.Card, on canvas: inout PanelCanvas
  ) {
    var y = card.y + 1
    if let problem = row.problem {
      canvas.put(clipped("⚠ \(problem)", to: card.width), x: card.x, y: y, ink.problem)
    } else if let fraction = row.fraction {
      drawBar(fraction, accent, x: card.x, y: y, width: card.width, on: &canvas)
    }
    y += 1
    if let chart = row.chart, card.chartHeight > 0 {
      PanelChartDrawing(chart: chart, ink: ink, accent: accent)
        .draw(
          x: card.x, y: y + card.chartGap, width: card.width,
          height: card.chartHeight - card.chartGap, on: &canvas)
      y += card.chartHeight + 1
    }
    drawFacts(of: row, x: card.x, y: y, width: card.width, on: &canvas)
    if !row.facts.isEmpty { y += 1 }
    for line in row.details {
      canvas.put(clipped(line, to: card.width), x: card.x, y: y, ink.faint)
      y += 1
    }
  }

  /// A horizontal bar in eighths; darker at its beginning where there are shades.
  private func drawBar(
    _ fraction: Double, _ accent: Color, x: Int, y: Int, width: Int, on canvas: inout PanelCanvas
  ) {
    let gauge = Gauge(fraction: fraction, width: width)
    for (offset, glyph) in gauge.text.enumerated() {
      let share = Double(offset + 1) / Double(width)
      canvas.put(glyph, x: x + offset, y: y, ink.trough(accent, at: share))
    }
  }

  private func drawFacts(
    of row: PanelRow, x start: Int, y: Int, width: Int, on canvas: inout PanelCanvas
  ) {
    let facts = row.facts
    // The room of each is that of the truth, so that nothing moves beside it.
    let widths = facts.map { fact in
      CellWidth.of(fact.name) + 1 + max(CellWidth.of(fact.label), CellWidth.of(fact.text))
    }
    let rest = width - widths.reduce(0, +)
    let gap = facts.count > 1 ? min(max(rest / (facts.count - 1), 1), 3) : 0
    var x = start
    for (fact, factWidth) in zip(facts, widths) where x + factWidth <= start + width {
      let value = canvas.put("\(fact.name) ", x: x, y: y, ink.faint)
      let isAlert = fact.name == "now" && row.state != .normal
      canvas.put(fact.text, x: value, y: y, isAlert ? ink.alert(row.color) : .plain)
      x += factWidth + gap
    }
  }

  /// The text, or as much of it as fits with a sign that something is missing.
  private func clipped(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    var kept = ""
    var left = width - 1
    for character in text {
      left -= CellWidth.of(character)
      guard left >= 0 else { break }
      kept.append(character)
    }
    return width > 0 ? kept + "…" : ""
  }
}
