import FeedConfig
import FeedCore
import FeedPlugin

extension Engine {
  /// The panel at a moment, as somebody looks at it.
  func panelFrame(_ view: PanelFrame.View, at now: Instant) -> PanelFrame {
    let periods = configuration.panel.periods
    let progress = panel.progress(at: now)
    var rows: [PanelRow] = []
    var states = panel.rows[...]
    for row in configuration.panel.rows {
      // Those that are well are in the same order.
      if let state = states.first, metrics[state.index].name == row.metric {
        states = states.dropFirst()
        if isShown(state) { rows.append(self.row(state, progress: progress, at: now)) }
      } else if let fault = configuration.broken[row.metric] {
        rows.append(Self.row(named: row.metric, for: fault))
      }
    }
    if rows.isEmpty, let (name, fault) = firstFault { rows = [Self.row(named: name, for: fault)] }
    return PanelFrame(
      title: configuration.panel.title,
      tabs: periods.map { PanelFrame.Tab(name: $0.name, title: $0.title) },
      selected: periods.firstIndex { $0.name == shownPeriod?.name } ?? 0,
      progress: panel.opening == .pending ? 0 : progress ?? 1, rows: rows, view: view,
      notice: configuration.panel.isGiven || configuration.broken["config"] != nil
        ? nil : "no past is kept without a 'panel' in the config")
  }

  /// As many lines of a source's own words leave room for numbers.
  private static let detailLimit = 6

  /// What is hidden now and has no past either is no part of the panel.
  private func isShown(_ row: PanelState.Row) -> Bool {
    !metrics[row.index].isHidden || row.summary.extremes != nil
  }

  private static func row(named name: String, for fault: Diagnostic) -> PanelRow {
    PanelRow(name: name, title: name, state: .error, problem: fault.summary, label: fault.summary)
  }

  private func row(_ row: PanelState.Row, progress: Double?, at now: Instant) -> PanelRow {
    let metric = metrics[row.index]
    let number = row.number
    let state = metric.state
    var result = PanelRow(name: metric.name, title: metric.configuration.title, state: state)
    result.color = metric.configuration.colors[state]
    result.accent = metric.configuration.accent
    switch metric.health {
    case .fine: break
    case .stale(let problem), .failed(let problem): result.problem = problem
    }
    result.cells = number.cells(at: now, opening: progress)
    result.value = number.reading
    result.shown = number.number(at: now, opening: progress)
    result.label = number.label
    result.kind = row.summary.kind
    result.fraction = number.fraction(at: now, opening: progress)
    result.isMoving = number.isMoving(at: now) || number.multiplier(progress) != nil
    if metric.health == .fine, let tooltip = metric.facts.appearance.tooltip {
      result.details = tooltip.split(separator: "\n").prefix(Self.detailLimit).map(String.init)
    }
    // All that belongs to a number has its progress.
    let part = number.multiplier(progress) ?? 1
    result.facts = facts(row, part: part)
    result.chart = chart(row, part: part)
    return result
  }

  private func facts(_ row: PanelState.Row, part: Double) -> [PanelRow.Fact] {
    let metric = metrics[row.index]
    let summary = row.summary
    var numbers: [(String, Double)] = []
    // What is as the number itself says nothing more.
    if summary.kind != "last", summary.kind != "now", let present = metric.reading.quantity,
      !summary.kind.isEmpty || metric.reading != summary.reading
    {
      numbers.append(("now", present.double))
    }
    if let low = summary.minimum, let high = summary.maximum, low < high {
      if summary.kind != "min" { numbers.append(("min", low)) }
      if summary.kind != "max" { numbers.append(("max", high)) }
    }
    return numbers.filter(\.1.isFinite).map { name, value in
      PanelRow.Fact(
        name: name, text: text(value * part, of: metric), label: text(value, of: metric))
    }
  }

  private func text(_ value: Double, of metric: Metric) -> String {
    let quantity = Quantity.real(value).normalized
    return metric.configuration.formatter.readout(of: quantity, like: quantity).text
  }

  private func chart(_ row: PanelState.Row, part: Double) -> PanelChart? {
    guard let scale = row.scale, !row.summary.parts.isEmpty else { return nil }
    let metric = metrics[row.index]
    return PanelChart(
      bars: row.summary.parts.map { bar in
        PanelChart.Bar(
          label: bar.label, share: bar.value.map { scale.share(of: $0) * part },
          isPresent: bar.isPresent, isFuture: bar.isFuture)
      },
      top: text(scale.upperBound, of: metric), bottom: text(scale.lowerBound, of: metric))
  }
}
