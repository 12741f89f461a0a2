import FeedCore
import FeedPlugin

extension ConfigDecoder {
  /// `{range: 0..5, step: 1, minus: "−", plus: "+"}`; without a range that of the metric.
  mutating func stepper(
    _ entry: Node.Entry, of metric: MetricConfiguration, _ choice: FieldChoice?
  ) -> MetricConfiguration.Stepper? {
    guard let section = section(entry, .stepper) else { return nil }
    let range = section["range"].flatMap { self.range($0, allowsSingle: true) }
    var stepper = MetricConfiguration.Stepper(
      lower: range?.lower ?? metric.minimum.map { .real($0) } ?? .integer(0),
      upper: range?.upper ?? metric.maximum.map { .real($0) } ?? .integer(99),
      step: section["step"].flatMap { quantity($0.value, for: $0.key) } ?? .integer(1))
    if let entry = section["minus"] { stepper.minus = controlText(entry) ?? stepper.minus }
    if let entry = section["plus"] { stepper.plus = controlText(entry) ?? stepper.plus }
    warnOfSteps(section, stepper)
    if let choice, let field = choice.declaration, !field.isSettable {
      report(
        "'\(choice.source.name).\(choice.field ?? field.name)' can only be read, not set",
        at: entry.key.span, hint: settableHint(choice.source))
    }
    return stepper
  }

  /// What is pressed has to be seen.
  private mutating func controlText(_ entry: Node.Entry) -> String? {
    guard let text = drawnText(entry) else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      expected("something to press", entry)
      return nil
    }
    return text
  }

  /// All of this has a meaning, but hardly the one that was meant.
  private mutating func warnOfSteps(_ section: Section, _ stepper: MetricConfiguration.Stepper) {
    func warn(_ message: String, at entry: Node.Entry?, hint: String? = nil) {
      guard let entry else { return }
      faults.append(Diagnostic(message, at: entry.value.span, hint: hint, severity: .warning))
    }
    let length = stepper.upper.double - stepper.lower.double
    if stepper.step == .integer(0) {
      warn("a step of 0 changes nothing", at: section["step"])
    } else if length == 0 {
      warn("a range of one value leaves nothing to step to", at: section["range"])
    } else if stepper.step.double.magnitude > length {
      warn(
        "a step of \(stepper.step.plain) is longer than the range "
          + "\(stepper.lower.plain)..\(stepper.upper.plain)", at: section["step"])
    } else if stepper.step < .integer(0) {
      warn("with a step under 0 plus makes less", at: section["step"])
    }
  }

  private func settableHint(_ source: SourceConfiguration) -> String? {
    let names = source.fields.filter(\.isSettable).map(\.name)
    return names.isEmpty ? nil : "settable: \(names.joined(separator: ", "))"
  }
}
