import FeedCore

extension ConfigDecoder {
  /// All of the panel but its metrics, which come when these are known.
  mutating func decodePanel(_ entry: Node.Entry) {
    guard let section = section(entry, .panel) else { return }
    configuration.panel.isGiven = true
    // Who asks for a panel wants to see more than the present.
    configuration.panel.keepsHistory = section["history"].flatMap { flag($0) } ?? true
    if let entry = section["title"], let title = drawnText(entry) {
      configuration.panel.title = title
    }
    guard let entry = section["periods"] else { return }
    let periods = periods(entry)
    if !periods.isEmpty { configuration.panel.periods = periods }
  }

  private mutating func periods(_ entry: Node.Entry) -> [PanelConfiguration.Period] {
    guard case .sequence(let items, _) = entry.value else {
      return namedEntries(entry, kind: "periods").compactMap { period($0) }
    }
    var periods: [PanelConfiguration.Period] = []
    for item in items {
      guard let name = item.scalar?.text, !item.isNothing else {
        expected("names of periods", item, for: entry.key)
        continue
      }
      periods.append(period(named: name))
    }
    return periods
  }

  /// A title, or `{title, span}`.
  private mutating func period(_ entry: Node.Entry) -> PanelConfiguration.Period? {
    var period = period(named: entry.key.text)
    if case .mapping = entry.value {
      guard let section = section(entry, .period) else { return nil }
      if let entry = section["title"] { period.title = drawnText(entry) ?? period.title }
      if let entry = section["span"] { period.span = span(entry) }
    } else {
      guard let title = drawnText(entry) else { return nil }
      period.title = title
    }
    return period
  }

  /// What a name says by itself: `day`, `24h`.
  private func period(named name: String) -> PanelConfiguration.Period {
    let known = PanelConfiguration().periods.first { $0.name == name }
    let named = PeriodSpan.named.first { $0.name == name }?.span
    let length = ValueText.duration(name).flatMap {
      PeriodSpan.limits.contains($0) ? PeriodSpan.last($0) : nil
    }
    return PanelConfiguration.Period(
      name: name, title: known?.title ?? name, span: named ?? length)
  }

  /// `week`, or a duration like `36h`.
  private mutating func span(_ entry: Node.Entry) -> PeriodSpan? {
    if let named = PeriodSpan.named.first(where: { $0.name == entry.value.scalar?.text }) {
      return named.span
    }
    let text = entry.value.scalar?.text ?? ""
    guard ValueText.duration(text) != nil else {
      let names = PeriodSpan.named.map(\.name)
      expected(
        "a duration or one of \(names.joined(separator: ", "))", entry,
        hint: Suggestion.nearest(to: text, among: names).map { "did you mean '\($0)'?" })
      return nil
    }
    return duration(entry, in: PeriodSpan.limits).map { .last($0) }
  }

  /// Names of metrics, or `{metric: down, show: max}`.
  mutating func decodePanelMetrics(_ entry: Node.Entry) {
    guard var list = entry.value.entry("metrics") else { return }
    var aggregates: [String: HistoryAggregate] = [:]
    if case .sequence(let items, let span) = list.value {
      var names: [Node] = []
      for item in items {
        guard case .mapping = item else {
          names.append(item)
          continue
        }
        guard let row = section(item, .panelMetric, named: "a metric of the panel") else {
          continue
        }
        guard let metric = row["metric"] else {
          report("expected 'metric: NAME' in a metric of the panel", at: item.span)
          continue
        }
        names.append(metric.value)
        if let entry = row["show"], let name = metric.value.scalar?.text {
          aggregates[name] = choice(entry)
        }
      }
      list.value = .sequence(names, span)
    }
    let names = metricList(list, of: "the panel") ?? []
    configuration.panel.rows = names.map {
      PanelConfiguration.Row(metric: $0, aggregate: aggregates[$0])
    }
  }

  /// What stands for a metric in a period: what it says, else what suits it.
  mutating func aggregate(
    _ section: Section, format: String, unit: String?
  ) -> HistoryAggregate {
    if let entry = section["aggregate"] { return choice(entry) ?? .last }
    guard section["stepper"] == nil else { return .last }
    // What goes up and down has a mean; of what is counted only the newest is sure to mean a thing.
    let levels: Set = ["percent", "bytes", "bytes_per_second", "celsius", "watts"]
    if let unit, levels.contains(unit) { return .mean }
    return ["percent", "decimal", "bytes"].contains(format) ? .mean : .last
  }
}
