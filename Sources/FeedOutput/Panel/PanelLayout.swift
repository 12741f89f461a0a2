import FeedCore

/// Where everything of a panel is on a terminal of a certain size.
struct PanelLayout {
  /// A title of the switcher, in columns of a row.
  struct TabPlace: Hashable {
    var index: Int
    var columns: Range<Int>
    var text: String
  }

  /// Where a row of the panel is drawn in the body.
  struct Card: Hashable {
    var x: Int
    var y: Int
    var width: Int
    /// Lines of the chart; 0: none.
    var chartHeight: Int

    /// Blank lines above the chart, where it is high enough to do without one.
    var chartGap: Int { chartHeight > 4 ? 1 : 0 }
  }

  let columns: Int
  let rows: Int
  /// The row of the terminal that has the switcher.
  let tabRow: Int
  let tabs: [TabPlace]
  /// Rows above the body.
  let headerHeight: Int
  let footerHeight: Int
  let cards: [Card]
  let bodyHeight: Int

  /// Rows of the terminal that show the body.
  var visibleHeight: Int { max(rows - headerHeight - footerHeight, 0) }
  /// As far as the body can be scrolled.
  var scrollLimit: Int { max(bodyHeight - visibleHeight, 0) }
  /// As far as a page is scrolled: one line stays.
  var page: Int { max(visibleHeight - 1, 1) }

  /// Below so many columns there are numbers only.
  static let fullWidth = 40
  private static let cardWidth = 36
  private static let gap = 3
  /// Lines of a card that has everything, beside its chart.
  private static let fixedHeight = 5
  private static let chartHeights = 2...8
  private static let scrolledChartHeight = 3

  var isList: Bool { columns < Self.fullWidth }

  init(_ panel: PanelFrame, columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    let titleWidth = CellWidth.of(panel.title)
    let width = panel.tabs.reduce(0) { $0 + CellWidth.of($1.title) + 2 }
    let isOneLine = titleWidth + 4 + width <= columns || rows < 6
    tabRow = isOneLine ? 0 : 1
    let start = rows < 6 && titleWidth + 4 + width > columns ? 0 : columns - width - 1
    tabs = Self.tabs(
      panel, from: isOneLine ? max(start, 0) : 0, to: columns - (isOneLine ? 1 : 0))
    headerHeight = rows < 6 ? 1 : isOneLine ? 2 : 3
    footerHeight = rows < 6 ? 0 : 1
    let room = max(rows - headerHeight - footerHeight, 0)
    cards =
      columns < Self.fullWidth
      ? panel.rows.indices.map { Card(x: 0, y: $0, width: columns, chartHeight: 0) }
      : Self.cards(panel, columns: columns, room: room)
    let isList = columns < Self.fullWidth
    bodyHeight =
      zip(cards, panel.rows).map { card, row in
        card.y + (isList ? 1 : Self.height(of: row, chart: card.chartHeight) - 1)
      }.max() ?? 0
  }

  /// The titles of the periods, or those around the chosen one that fit.
  private static func tabs(_ panel: PanelFrame, from start: Int, to end: Int) -> [TabPlace] {
    let texts = panel.tabs.map { " \($0.title) " }
    let widths = texts.map { CellWidth.of($0) }
    var first = 0
    // The chosen one is always among them.
    while first < panel.selected,
      widths[first...min(panel.selected, widths.count - 1)].reduce(0, +) > end - start
    { first += 1 }
    var places: [TabPlace] = []
    var x = start
    for index in first..<max(texts.count, first) {
      guard x + widths[index] <= end || index == panel.selected else { break }
      places.append(TabPlace(index: index, columns: x..<x + widths[index], text: texts[index]))
      x += widths[index]
    }
    return places
  }

  private static func cards(_ panel: PanelFrame, columns: Int, room: Int) -> [Card] {
    let inner = columns - 2
    let count = max(min((inner + gap) / (cardWidth + gap), panel.rows.count), 1)
    // As even as can be: four in two rows of two, not three and one.
    let lines = (panel.rows.count + count - 1) / count
    let across = max((panel.rows.count + lines - 1) / max(lines, 1), 1)
    let width = (inner - gap * (across - 1)) / across
    let chartHeight = chartHeight(lines: lines, room: room)
    var cards: [Card] = []
    var y = 0
    for line in 0..<lines {
      let indices = line * across..<min((line + 1) * across, panel.rows.count)
      for (place, _) in indices.enumerated() {
        cards.append(
          Card(x: 1 + place * (width + gap), y: y, width: width, chartHeight: chartHeight))
      }
      y += panel.rows[indices].map { height(of: $0, chart: chartHeight) }.max() ?? 0
    }
    return cards
  }

  /// As high as fits, or what reads well where it has to be scrolled.
  private static func chartHeight(lines: Int, room: Int) -> Int {
    guard lines > 0 else { return 0 }
    // The last card needs no gap below it.
    let height = (room + 1) / lines - fixedHeight
    return height < chartHeights.lowerBound
      ? scrolledChartHeight : min(height, chartHeights.upperBound)
  }

  /// The lines of a card: the number, the bar, the chart with its labels, the facts, what the source
  /// tells, a gap.
  static func height(of row: PanelRow, chart: Int) -> Int {
    let chartLines = row.chart == nil ? 0 : chart + 1
    return 2 + chartLines + (row.facts.isEmpty ? 0 : 1) + row.details.count + 1
  }

  /// The period whose title is at a place of the terminal.
  func tab(column: Int, row: Int) -> Int? {
    guard row == tabRow else { return nil }
    return tabs.first { $0.columns.contains(column) }?.index
  }
}
