import FeedCore
import FeedPlugin

extension ConfigDecoder {
  mutating func decodeMetrics(_ entry: Node.Entry) {
    let metrics = namedEntries(entry, kind: "metrics")
    metricNames = metrics.map(\.key.text)
    for metric in metrics {
      var decoded: MetricConfiguration?
      let fault = firstFault { decoded = $0.metric(metric) }
      // A metric of a broken source has no fault of its own; it shows the source's.
      if let fault = fault ?? brokenSource(of: metric) {
        brokenMetrics[metric.key.text] = fault
      } else if let decoded {
        noteField(of: decoded)
        configuration.metrics.append(decoded)
      }
    }
    checkFormulas(of: metrics)
  }

  private func brokenSource(of metric: Node.Entry) -> Diagnostic? {
    guard let source = metric.value["source"]?.scalar?.text else { return nil }
    return brokenSources[String(source.prefix { $0 != "." })]
  }

  private mutating func metric(_ entry: Node.Entry) -> MetricConfiguration? {
    guard let section = section(entry, .metric) else { return nil }
    checkOrigin(section, of: entry.key)
    let choice = section["source"].flatMap { fieldChoice($0) }.flatMap { refined($0, section) }
    let isText = choice.map(Self.isText) ?? false
    let formula = section["value"].flatMap { self.formula($0) }
    let format = format(
      section, unit: choice?.declaration?.unit, isText: isText, formula: formula)
    let motion = metricMotion(section["motion"])
    guard let format else {
      // Without a format there is no metric, but the rest of it may be wrong, too.
      var rest = MetricConfiguration(
        name: "", formatter: NoFormat(), title: "", template: Template(segments: []))
      decodeRest(&rest, section, choice)
      return nil
    }
    var metric = MetricConfiguration(
      name: entry.key.text, formatter: format.formatter, title: entry.key.text,
      template: Template(segments: []))
    metric.source = choice?.source.name
    metric.field = choice?.field
    metric.isText = format.name == "text"
    metric.formula = formula
    metric.motion = motion
    metric.hasOwnMotion = section["motion"] != nil
    if format.name == "percent" {
      metric.minimum = 0
      metric.maximum = 100
    }
    metric.aggregate = aggregate(section, format: format.name, unit: choice?.declaration?.unit)
    decodeRest(&metric, section, choice)
    return metric
  }

  /// A value comes from one place.
  private mutating func checkOrigin(_ section: Section, of name: Node.Scalar) {
    switch (section["source"], section["value"]) {
    case (nil, nil) where section["stepper"] == nil:
      report(
        "metric '\(name.text)' has no 'source'", at: name.span,
        hint: "name a source and its field like net.rx, or give it a 'stepper' or a 'value'")
    case (_?, let value?):
      report(
        "metric '\(name.text)' has both 'source' and 'value'", at: value.key.span,
        hint: "leave one of them out")
    default: break
    }
    if section["value"] != nil, let stepper = section["stepper"] {
      report(
        "what is computed cannot be stepped", at: stepper.key.span,
        hint: "give the 'stepper' to a metric that the 'value' names")
    }
  }

  private mutating func decodeRest(
    _ metric: inout MetricConfiguration, _ section: Section, _ choice: FieldChoice?
  ) {
    if let entry = section["motion"], case .mapping = entry.value {
      metric.replayOn = entry.value.entry("replay_on").flatMap { replay($0) }
    }
    decodeRange(&metric, section)
    metric.stepper = section["stepper"].flatMap { stepper($0, of: metric, choice) }
    metric.minimum = metric.minimum ?? metric.stepper?.lower.double
    metric.maximum = metric.maximum ?? metric.stepper?.upper.double
    decodeThresholds(&metric, section)
    decodeLook(&metric, section)
    decodeLabels(&metric, section, choice)
    if let entry = section["on"] { metric.actions = actions(entry, of: metric) }
  }

  private mutating func decodeRange(_ metric: inout MetricConfiguration, _ section: Section) {
    if let entry = section["range"] {
      if section["min"] != nil || section["max"] != nil {
        report("'range' says what 'min' and 'max' say", at: entry.key.span)
      }
      if let range = range(entry) {
        metric.minimum = range.lower.double
        metric.maximum = range.upper.double
      }
      return
    }
    if let entry = section["min"] {
      metric.minimum = quantity(entry.value, for: entry.key)?.double
    }
    if let entry = section["max"] {
      metric.maximum = quantity(entry.value, for: entry.key)?.double
    }
    if let lower = metric.minimum, let upper = metric.maximum, lower >= upper,
      let entry = section["max"] ?? section["min"]
    {
      report(
        "'min' must be under 'max': \(lower.phrase) is not under \(upper.phrase)",
        at: entry.value.span)
    }
  }

  /// `0..100`, or a list of the two ends.
  mutating func range(
    _ entry: Node.Entry, allowsSingle: Bool = false
  ) -> (lower: Quantity, upper: Quantity)? {
    var ends: (lower: Quantity, upper: Quantity)?
    if case .sequence(let items, _) = entry.value, items.count == 2 {
      let numbers = items.compactMap { quantity($0, for: entry.key) }
      guard numbers.count == 2 else { return nil }
      ends = (numbers[0], numbers[1])
    } else if let text = entry.value.scalar?.text {
      ends = ValueText.range(text)
    }
    guard let ends else {
      expected("a range like 0..100", entry)
      return nil
    }
    guard ends.lower < ends.upper || (allowsSingle && ends.lower == ends.upper) else {
      report(
        "the range \(ends.lower.plain)..\(ends.upper.plain) holds nothing to move in",
        at: entry.value.span, hint: "the lower end comes first")
      return nil
    }
    return ends
  }

  private mutating func decodeThresholds(_ metric: inout MetricConfiguration, _ section: Section) {
    guard let entry = section["thresholds"], let section = self.section(entry, .thresholds) else {
      return
    }
    var thresholds = MetricConfiguration.Thresholds()
    thresholds.warning = section["warning"].flatMap { quantity($0.value, for: $0.key)?.double }
    thresholds.critical = section["critical"].flatMap { quantity($0.value, for: $0.key)?.double }
    if let warning = thresholds.warning, let critical = thresholds.critical {
      thresholds.isDescending = critical < warning
      if warning == critical, let entry = section["critical"] {
        report(
          "'warning' and 'critical' are both \(warning.phrase)", at: entry.value.span,
          hint: "leave out 'warning'")
      }
    }
    if let entry = section["falling"], let falling = flag(entry) {
      if thresholds.isDescending, !falling {
        report(
          "a 'critical' under the 'warning' is for falling values", at: entry.value.span)
      }
      thresholds.isDescending = falling
    }
    metric.thresholds = thresholds
  }
}

extension Node {
  /// A key and its value in a mapping.
  func entry(_ key: String) -> Entry? {
    guard case .mapping(let entries, _) = self else { return nil }
    return entries.first { $0.key.text == key }
  }
}

/// Stands in for the format of a metric that is broken and is looked through for more faults.
private struct NoFormat: Formatter {
  func readout(of value: Quantity, like target: Quantity) -> Readout { Readout() }
  func reservedWidth(for target: Quantity) -> Int { 0 }
  func resolution(for target: Quantity) -> Double { 1 }
}
