import FeedCore
import FeedPlugin

extension ConfigDecoder {
  /// `tickets * 24`; every name in it is that of something that is there.
  mutating func formula(_ entry: Node.Entry) -> Formula? {
    guard let text = text(entry) else { return nil }
    do throws(TextProblem) {
      let formula = try Formula(parsing: text)
      for (reference, offset) in zip(formula.references, formula.offsets) {
        check(reference, at: entry.value.place(after: offset))
      }
      return formula
    } catch {
      report(error.message, at: entry.value.place(after: error.offset), hint: error.hint)
      return nil
    }
  }

  private mutating func check(_ reference: Formula.Reference, at place: SourceSpan) {
    guard let field = reference.field else {
      guard !metricNames.contains(reference.name) else { return }
      return report(
        "there is no metric '\(reference.name)'", at: place, hint: hint(for: reference.name))
    }
    if brokenSources[reference.name] != nil { return }
    guard let source = configuration.sources.first(where: { $0.name == reference.name }) else {
      let known = configuration.sources.map(\.name) + brokenSources.keys.sorted()
      return report(
        "there is no source '\(reference.name)'", at: place,
        hint: known.isEmpty
          ? "no sources are configured" : Suggestion.hint(for: reference.name, among: known))
    }
    guard field.isEmpty || !(source.fields.isEmpty || source.fields.contains { $0.covers(field) })
    else { return }
    report(
      "source '\(source.name)' has no field '\(field)'", at: place,
      hint: source.fields.isEmpty
        ? nil : Suggestion.hint(for: field, among: source.fields.map(\.name)))
  }

  private func hint(for name: String) -> String {
    if let meant = metricNames.first(where: { $0.hasPrefix(name + "-") }) {
      return "a name with '-' stands in backticks: `\(meant)`"
    }
    if configuration.sources.contains(where: { $0.name == name }) {
      return "a field of a source has its name, too: \(name).FIELD"
    }
    return Suggestion.hint(for: name, among: metricNames)
  }

  // MARK: Formulas of formulas

  /// Finds formulas that need themselves, and those that need something broken.
  mutating func checkFormulas(of entries: [Node.Entry]) {
    var places: [String: SourceSpan] = [:]
    for entry in entries { places[entry.key.text] = entry.value.entry("value")?.value.span }
    let needs = Dictionary(
      configuration.metrics.map { metric in
        (metric.name, metric.formula?.references.filter { $0.field == nil }.map(\.name) ?? [])
      }, uniquingKeysWith: { first, _ in first })
    for metric in configuration.metrics where brokenMetrics[metric.name] == nil {
      guard let path = Self.path(from: metric.name, needs), let place = places[metric.name] else {
        continue
      }
      report(
        "the value of '\(metric.name)' needs itself: \(path.joined(separator: " → "))", at: place)
      for name in path { brokenMetrics[name] = faults.last }
    }
    spreadFaults()
    configuration.metrics.removeAll { brokenMetrics[$0.name] != nil }
  }

  /// The metrics on a way from `name` back to itself, both ends included; nil when there is none.
  private static func path(from name: String, _ needs: [String: [String]]) -> [String]? {
    var visited: Set<String> = []
    // A list of what is still to be followed, each with its way: no recursion for a config to exhaust.
    var open = [[name]]
    while let way = open.popLast() {
      for need in (needs[way[way.count - 1]] ?? []).reversed() {
        if need == name { return way + [name] }
        if visited.insert(need).inserted { open.append(way + [need]) }
      }
    }
    return nil
  }

  /// What is computed from something broken has no fault of its own: it shows that one.
  private mutating func spreadFaults() {
    var isSpreading = true
    while isSpreading {
      isSpreading = false
      for metric in configuration.metrics where brokenMetrics[metric.name] == nil {
        let faults = metric.formula?.references.compactMap { reference in
          reference.field == nil ? brokenMetrics[reference.name] : brokenSources[reference.name]
        }
        guard let fault = faults?.first else { continue }
        brokenMetrics[metric.name] = fault
        isSpreading = true
      }
    }
  }
}
