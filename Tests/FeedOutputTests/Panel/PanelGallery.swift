import FeedCore
import FeedOutput
import Testing

/// Panels that show all that there is to draw.
enum PanelGallery {
  static let tabs = [
    PanelFrame.Tab(name: "day", title: "Today"), PanelFrame.Tab(name: "week", title: "This week"),
    PanelFrame.Tab(name: "month", title: "This month"),
  ]

  /// A panel as far as `progress` of its opening.
  static func panel(
    _ progress: Double = 1, rows: [PanelRow]? = nil, selected: Int = 0,
    view: PanelFrame.View = PanelFrame.View()
  ) -> PanelFrame {
    PanelFrame(
      title: "This machine", tabs: tabs, selected: selected, progress: progress,
      rows: rows ?? [
        cpu(progress), memory(progress), sales(progress), fox(progress), broken, gone,
      ],
      view: view)
  }

  static func cells(_ text: String) -> [Cell] { text.map { Cell($0) } }

  static func number(_ value: Double, _ suffix: String) -> String {
    "\(Int(value.rounded()))\(suffix)"
  }

  static func cpu(_ progress: Double) -> PanelRow {
    let day = (0..<24).map { hour -> PanelChart.Bar in
      let share = hour < 6 ? 0.01 : Double((hour * 37) % 24) / 24
      return PanelChart.Bar(
        label: hour < 10 ? "0\(hour)" : "\(hour)", share: hour > 14 ? nil : share * progress,
        isPresent: hour == 14, isFuture: hour > 14)
    }
    let text = number(32 * progress, "%")
    return PanelRow(
      name: "cpu", title: "CPU", state: .critical, color: Gallery.red,
      cells: cells(String(repeating: " ", count: 4 - text.count) + text),
      value: .number(.integer(32)), shown: .real(32 * progress), label: "32%", kind: "mean",
      fraction: 0.32 * progress,
      facts: [
        .init(name: "now", text: number(97 * progress, "%"), label: "97%"),
        .init(name: "min", text: "0%", label: "0%"),
        .init(name: "max", text: number(98 * progress, "%"), label: "98%"),
      ], chart: PanelChart(bars: day, top: "98%", bottom: "0%"), isMoving: progress < 1)
  }

  static func memory(_ progress: Double) -> PanelRow {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let bars = names.enumerated().map { index, name in
      PanelChart.Bar(
        label: name, share: index == 1 ? nil : index > 4 ? nil : progress * Double(index + 1) / 5,
        isPresent: index == 4, isFuture: index > 4)
    }
    return PanelRow(
      name: "memory", title: "Memory", cells: cells(" " + number(12 * progress, " GiB")),
      value: .number(.integer(12)), shown: .real(12 * progress), label: "12 GiB", kind: "max",
      fraction: progress, chart: PanelChart(bars: bars, top: "15 GiB", bottom: "0 B"),
      isMoving: progress < 1)
  }

  /// Without a chart, with a wide title and an accent of its own.
  static func sales(_ progress: Double) -> PanelRow {
    PanelRow(
      name: "sales", title: "日本 Sales", accent: Gallery.green,
      cells: cells(number(84_210 * progress, " €")), value: .number(.integer(84_210)),
      shown: .real(84_210 * progress), label: "84210 €", kind: "last",
      fraction: 0.001 * progress)
  }

  /// A number on its way at rest of the panel, a month of days.
  static func fox(_ progress: Double) -> PanelRow {
    let bars = (1...31).map { day in
      PanelChart.Bar(
        label: "\(day)", share: Double((day * 53) % 31) / 31 * progress, isPresent: day == 31)
    }
    return PanelRow(
      name: "fox", title: "🦊 a title that is far too long for the card that it is put on",
      cells: [
        Cell("1"), Cell("9", next: "0", progress: 0.3, look: .wheel),
        Cell("9", next: "0", progress: 0.7, look: .wheel),
      ], value: .number(.integer(200)), shown: .integer(199), label: "200", kind: "sum",
      chart: PanelChart(bars: bars, top: "18446744073709551616", bottom: "0"), isMoving: true)
  }

  static let broken = PanelRow(
    name: "broken", title: "Broken", state: .error, problem: "exited with 3", label: "exited")
  static let gone = PanelRow(
    name: "gone", title: "Gone", state: .stale, problem: "no report for 15 s", cells: cells("–"),
    label: "–", kind: "now")

  /// Pictures by name, with the size of the terminal and its colours.
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    let panel: PanelFrame
    let columns: Int
    let rows: Int
    var colors = 0

    var testDescription: String { name }
  }

  static let pictures: [Picture] =
    [40, 80, 120, 200].flatMap { columns in
      [0.0, 0.3, 1].map { progress in
        Picture(
          name: "\(columns) columns at \(progress)", panel: panel(progress), columns: columns,
          rows: 40)
      }
    } + [
      Picture(name: "80 by 24", panel: panel(selected: 1), columns: 80, rows: 24),
      Picture(
        name: "scrolled", panel: panel(view: .init(scroll: 5)), columns: 80, rows: 16),
      Picture(
        name: "scrolled too far", panel: panel(view: .init(scroll: 999)), columns: 80, rows: 16),
      Picture(name: "help", panel: panel(view: .init(showsHelp: true)), columns: 80, rows: 24),
      Picture(
        name: "help in a corner", panel: panel(view: .init(showsHelp: true)), columns: 30, rows: 6),
      Picture(name: "39 columns", panel: panel(), columns: 39, rows: 12),
      Picture(name: "12 columns", panel: panel(), columns: 12, rows: 12),
      Picture(name: "5 rows", panel: panel(), columns: 80, rows: 5),
      Picture(name: "1 row", panel: panel(selected: 2), columns: 80, rows: 1),
      Picture(name: "nothing to show", panel: panel(rows: []), columns: 80, rows: 10),
      Picture(name: "16 colours", panel: panel(), columns: 80, rows: 24, colors: 16),
      Picture(name: "256 colours", panel: panel(), columns: 80, rows: 24, colors: 256),
      Picture(name: "all colours", panel: panel(0.3), columns: 80, rows: 24, colors: 1 << 24),
    ]
}
