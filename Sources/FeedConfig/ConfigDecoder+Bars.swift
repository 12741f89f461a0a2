import FeedCore
import FeedOutput

extension ConfigDecoder {
  mutating func decodeBars(_ entry: Node.Entry) {
    for bar in namedEntries(entry, kind: "bars") {
      let name = bar.key.text
      var metrics: [String]?
      let fault = firstFault { decoder in
        if case .mapping = bar.value {
          guard let section = decoder.section(bar, .bar) else { return }
          metrics = section["metrics"].flatMap { decoder.metricList($0, of: "bar '\(name)'") }
        } else {
          metrics = decoder.metricList(bar, of: "bar '\(name)'")
        }
      }
      if let metrics {
        configuration.bars.append(BarConfiguration(name: name, metrics: metrics))
      } else if let fault {
        configuration.broken[name] = fault
      }
    }
  }

  /// The names in a list; one that nothing has stays in it and is shown as an error.
  private mutating func metricList(_ entry: Node.Entry, of owner: String) -> [String]? {
    guard case .sequence(let items, _) = entry.value else {
      expected("a list of metrics", entry)
      return nil
    }
    // What another generator's blocks are called is known when it runs, so its name is enough.
    let generators = configuration.sources.filter { $0.protocolName == "i3bar" }.map(\.name)
    let known = metricNames + generators
    var names: [String] = []
    for item in items {
      guard let name = item.scalar?.text, !item.isNothing else {
        expected("names of metrics", item, for: entry.key)
        continue
      }
      if names.contains(name) {
        report("metric '\(name)' stands twice in \(owner)", at: item.span)
        continue
      }
      names.append(name)
      if !known.contains(name) {
        report(
          "there is no metric '\(name)'", at: item.span,
          hint: known.isEmpty
            ? "no metrics are configured" : Suggestion.hint(for: name, among: known))
        brokenMetrics[name] = brokenMetrics[name] ?? faults.last
      }
    }
    return names
  }

  mutating func decodePeriods(_ entry: Node.Entry) {
    guard let section = section(entry, .panel), let entry = section["periods"] else { return }
    var periods: [PanelConfiguration.Period] = []
    if case .sequence(let items, _) = entry.value {
      for item in items {
        guard let name = item.scalar?.text, !item.isNothing else {
          expected("names of periods", item, for: entry.key)
          continue
        }
        periods.append(PanelConfiguration.Period(name: name, title: name))
      }
    } else {
      for period in namedEntries(entry, kind: "periods") {
        guard let title = drawnText(period) else { continue }
        periods.append(PanelConfiguration.Period(name: period.key.text, title: title))
      }
    }
    if !periods.isEmpty { configuration.panel.periods = periods }
  }

  mutating func decodePanelMetrics(_ entry: Node.Entry) {
    guard let metrics = entry.value.entry("metrics") else { return }
    configuration.panel.metrics = metricList(metrics, of: "the panel") ?? []
  }
}
