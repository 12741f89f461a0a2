import FeedCore

/// The panel as a JSON object a frame, for widgets and tests.
struct JSONPanelOutput: Output {
  let frameRate = 24.0
  let drawsProgress = true

  func append(_ frame: Frame, to line: inout [UInt8]) {
    guard let panel = frame.panel else { return }
    line.append("{\"moving\":")
    line.append(panel.isMoving ? "true" : "false")
    line.append(",\"progress\":")
    line.append(jsonShare: panel.progress)
    line.append(",\"title\":")
    line.append(json: panel.title)
    line.append(",\"period\":")
    let isKnown = panel.tabs.indices.contains(panel.selected)
    if isKnown { line.append(json: panel.tabs[panel.selected].name) } else { line.append("null") }
    line.append(",\"periods\":")
    append(list: panel.tabs, to: &line) { tab, line in
      line.append("{\"name\":")
      line.append(json: tab.name)
      line.append(",\"title\":")
      line.append(json: tab.title)
      line.append("}")
    }
    line.append(",\"metrics\":")
    append(list: panel.rows, to: &line) { append($0, to: &$1) }
    line.append("}\n")
  }

  private func append(_ row: PanelRow, to line: inout [UInt8]) {
    line.append("{\"name\":")
    line.append(json: row.name)
    line.append(",\"title\":")
    line.append(json: row.title)
    line.append(",\"value\":")
    switch row.value {
    case .number(let quantity): line.append(json: quantity)
    case .text(let text): line.append(json: text)
    case .missing: line.append("null")
    }
    line.append(",\"shown\":")
    if let shown = row.shown { line.append(json: shown) } else { line.append("null") }
    for (key, text) in [("text", row.text), ("label", row.label), ("kind", row.kind)] {
      line.append(",\"\(key)\":")
      line.append(json: text)
    }
    line.append(",\"state\":\"")
    line.append(row.state.rawValue)
    line.append("\",\"problem\":")
    if let problem = row.problem { line.append(json: problem) } else { line.append("null") }
    line.append(",\"fraction\":")
    append(share: row.fraction, to: &line)
    line.append(",\"facts\":{")
    for (index, fact) in row.facts.enumerated() {
      line.append(index > 0 ? ",\"" : "\"")
      line.append("\(fact.name)\":")
      line.append(json: fact.text)
    }
    line.append("},\"chart\":")
    if let chart = row.chart { append(chart, to: &line) } else { line.append("null") }
    line.append("}")
  }

  private func append(_ chart: PanelChart, to line: inout [UInt8]) {
    line.append("{\"top\":")
    line.append(json: chart.top)
    line.append(",\"bottom\":")
    line.append(json: chart.bottom)
    line.append(",\"bars\":")
    append(list: chart.bars, to: &line) { bar, line in
      line.append("{\"label\":")
      line.append(json: bar.label)
      line.append(",\"share\":")
      append(share: bar.share, to: &line)
      line.append(bar.isPresent ? ",\"present\":true}" : "}")
    }
    line.append("}")
  }

  private func append(share: Double?, to line: inout [UInt8]) {
    if let share { line.append(jsonShare: share) } else { line.append("null") }
  }

  private func append<Item>(
    list: [Item], to line: inout [UInt8], _ append: (Item, inout [UInt8]) -> Void
  ) {
    line.append("[")
    for (index, item) in list.enumerated() {
      if index > 0 { line.append(",") }
      append(item, &line)
    }
    line.append("]")
  }
}
