import FeedCore

/// The panel as a plain table: a line for each metric, for pipes and logs.
struct TablePanelOutput: Output {
  let frameRate = 24.0
  let drawsProgress = false

  private static let barWidth = 10
  private static let gap = "  "

  func append(_ frame: Frame, to line: inout [UInt8]) {
    guard let panel = frame.panel else { return }
    let period = panel.tabs.indices.contains(panel.selected) ? panel.tabs[panel.selected].title : ""
    line.append(drawn: period.isEmpty ? panel.title : "\(panel.title): \(period)")
    line.append("\n")
    let titles = panel.rows.map(\.title)
    let numbers = panel.rows.map(\.text)
    let bars = panel.rows.map { row in
      row.fraction.map { Gauge(fraction: $0, width: Self.barWidth).text } ?? ""
    }
    let charts = panel.rows.map { Self.chart($0.chart) }
    let widths = [titles, numbers, bars, charts].map { $0.map { CellWidth.of($0) }.max() ?? 0 }
    for (index, row) in panel.rows.enumerated() {
      var text = Self.padded(titles[index], to: widths[0]) + Self.gap
      text += Self.padded(numbers[index], to: widths[1], isRight: true) + Self.gap
      if let problem = row.problem {
        text += "⚠ \(problem)"
      } else {
        for (texts, width) in [(bars, widths[2]), (charts, widths[3])] where width > 0 {
          text += Self.padded(texts[index], to: width) + Self.gap
        }
        let kind = row.kind.isEmpty || row.kind == "last" ? [] : [row.kind]
        text += (kind + row.facts.map { "\($0.name) \($0.text)" }).joined(separator: ", ")
      }
      while text.last == " " { text.removeLast() }
      line.append(drawn: text)
      line.append("\n")
    }
  }

  private static func chart(_ chart: PanelChart?) -> String {
    guard let chart else { return "" }
    return String(
      chart.bars.map { bar in
        let eighths = PanelChartDrawing.eighths(bar.share ?? .nan, height: 1)
        return eighths > 0 ? Sparkline.glyph(eighths) : bar.isFuture ? " " : "·"
      })
  }

  private static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(width - CellWidth.of(text), 0))
    return isRight ? blanks + text : text + blanks
  }
}

extension [UInt8] {
  /// Appends what of a text may stand in a line.
  fileprivate mutating func append(drawn text: String) {
    for scalar in text.unicodeScalars {
      if let scalar = scalar.drawn { append(scalar) }
    }
  }
}
