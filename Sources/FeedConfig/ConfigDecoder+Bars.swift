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
  mutating func metricList(_ entry: Node.Entry, of owner: String) -> [String]? {
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
}
