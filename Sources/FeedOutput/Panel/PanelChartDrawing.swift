import FeedCore

/// Draws the parts of a period as columns of eighths, with a scale and labels under the axis.
struct PanelChartDrawing {
  let chart: PanelChart
  let ink: PanelInk
  let accent: Color

  /// Which columns of the terminal each column of the chart takes.
  private struct Grid {
    /// How many parts of the period share a column of the chart.
    let parts: Int
    /// Columns of the chart.
    let count: Int
    /// Columns of the terminal for each, with the gap; not whole where that fills the room better.
    private let pitch: Double
    private let hasGap: Bool

    private static let widest = 9.0

    init(bars: Int, width: Int) {
      parts = max((bars + width - 1) / max(width, 1), 1)
      count = (bars + parts - 1) / parts
      let fitting = min(max(Double(width) / Double(max(count, 1)), 1), Self.widest)
      let whole = fitting.rounded(.down)
      // Columns that differ by one are seen, but for wide ones and where they touch each other.
      let isEven = whole / fitting >= 0.85
      pitch = isEven ? whole : fitting
      hasGap = isEven ? whole >= 2 : fitting >= 3
    }

    /// Where a column starts.
    func start(_ column: Int) -> Int { Int((Double(column) * pitch).rounded(.down)) }

    /// The columns of the terminal that belong to it, and how many of them are filled.
    func width(_ column: Int) -> (all: Int, filled: Int) {
      let all = start(column + 1) - start(column)
      return (all, hasGap ? max(all - 1, 1) : all)
    }
  }

  /// Draws `height` lines and the line of labels below them.
  func draw(x: Int, y: Int, width: Int, height: Int, on canvas: inout PanelCanvas) {
    let scaleWidth = max(CellWidth.of(chart.top), CellWidth.of(chart.bottom)) + 1
    // A scale that takes half of the room is none.
    let hasScale = scaleWidth * 2 < width
    let room = hasScale ? width - scaleWidth : width
    let grid = Grid(bars: chart.bars.count, width: room)
    for column in 0..<grid.count {
      let first = column * grid.parts
      let bars = chart.bars[first..<min(first + grid.parts, chart.bars.count)]
      draw(
        bars, width: grid.width(column), x: x + grid.start(column), y: y, height: height,
        on: &canvas)
    }
    if hasScale {
      let right = x + width
      canvas.put(chart.top, x: right - CellWidth.of(chart.top), y: y, ink.faint)
      if height > 1 {
        canvas.put(
          chart.bottom, x: right - CellWidth.of(chart.bottom), y: y + height - 1, ink.faint)
      }
    }
    drawLabels(grid, x: x, y: y + height, width: room, on: &canvas)
  }

  /// One column: the highest of its parts.
  private func draw(
    _ bars: ArraySlice<PanelChart.Bar>, width: (all: Int, filled: Int), x: Int, y: Int,
    height: Int, on canvas: inout PanelCanvas
  ) {
    let eighths = Self.eighths(bars.compactMap(\.share).max() ?? .nan, height: height)
    let isPresent = bars.contains(where: \.isPresent)
    for line in 0..<height {
      // From the ground up.
      let filled = min(max(eighths - line * 8, 0), 8)
      let share = height > 1 ? Double(line) / Double(height - 1) : 1
      let style = isPresent ? ink.present(accent, at: share) : ink.bar(accent, at: share)
      for offset in 0..<width.all {
        let place = (x: x + offset, y: y + height - 1 - line)
        if filled > 0 {
          // The gap has the same style: a change of it would take more to write than the gap.
          let glyph = offset < width.filled ? Sparkline.glyph(filled) : Cell.blank
          canvas.put(glyph, x: place.x, y: place.y, style)
        } else if line == 0, offset < width.filled {
          canvas.put(ink.hasTrough ? "▁" : "·", x: place.x, y: place.y, ink.rule)
        }
      }
    }
  }

  /// The height in eighths; what is more than nothing has one at least.
  static func eighths(_ share: Double, height: Int) -> Int {
    guard share > 0 else { return 0 }
    return max(Int((min(share, 1) * Double(height * 8)).rounded()), 1)
  }

  // MARK: Labels

  private func drawLabels(
    _ grid: Grid, x: Int, y: Int, width: Int, on canvas: inout PanelCanvas
  ) {
    let labels = chart.bars.map(\.label)
    let widest = labels.map { CellWidth.of($0) }.max() ?? 0
    guard widest > 0 else { return }
    let stride = Self.stride(count: labels.count) { parts in
      parts % grid.parts == 0 && grid.start(parts / grid.parts) > widest
    }
    for index in Swift.stride(from: 0, to: labels.count, by: stride ?? labels.count) {
      let place = grid.start(index / grid.parts)
      guard place + CellWidth.of(labels[index]) <= width else { break }
      canvas.put(
        labels[index], x: x + place, y: y, chart.bars[index].isPresent ? ink.title : ink.faint)
    }
  }

  /// The smallest step between labels that leaves them room, of those that divide a period well.
  private static func stride(count: Int, fits: (Int) -> Bool) -> Int? {
    let steps =
      switch count {
      case 23...25: [1, 2, 3, 4, 6, 8, 12]
      case 12, 36: [1, 2, 3, 4, 6]
      default: Array(1...max(count, 1))
      }
    return steps.first(where: fits)
  }
}
