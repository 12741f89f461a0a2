import FeedCore

extension ConfigDecoder {
  /// The words that begin an action of our own; any other text is a command.
  private static let verbs = ["step", "refresh", "period", "toggle", "panel"]

  mutating func actions(
    _ entry: Node.Entry, of metric: MetricConfiguration
  ) -> [ClickButton: Action] {
    guard let section = section(entry, .actions) else { return [:] }
    var actions: [ClickButton: Action] = [:]
    for button in ClickButton.allCases {
      guard let entry = section[button.rawValue] else { continue }
      actions[button] = action(entry, of: metric)
    }
    return actions
  }

  private mutating func action(_ entry: Node.Entry, of metric: MetricConfiguration) -> Action? {
    let words = (entry.value.scalar?.text ?? "").split(separator: " ").map(String.init)
    guard let verb = words.first, Self.verbs.contains(verb) else {
      return command(entry).map { .command($0) }
    }
    switch (verb, words.count) {
    case ("refresh", 1): return .refresh
    case ("panel", 1): return .panel
    case ("step", 2): return step(words[1], entry, of: metric)
    case ("period", 2): return period(words[1], entry)
    case ("toggle", 2):
      if words[1] == "short" { return .toggle("short") }
      report("'toggle' takes 'short', not '\(words[1])'", at: entry.value.span)
    default:
      let usage = [
        "step": "step +1", "period": "period next", "toggle": "toggle short",
      ]
      report(
        "'\(entry.value.scalar?.text ?? verb)' is not an action", at: entry.value.span,
        hint: "write '\(usage[verb] ?? verb)', or a list to run a program of that name")
    }
    return nil
  }

  private mutating func step(
    _ amount: String, _ entry: Node.Entry, of metric: MetricConfiguration
  ) -> Action? {
    guard metric.stepper != nil else {
      report("only a metric with a 'stepper' can step", at: entry.value.span)
      return nil
    }
    guard let by = ValueText.exactNumber(amount), by != .integer(0) else {
      report(
        "'step' takes a number, not '\(amount)'", at: entry.value.span, hint: "like step +1")
      return nil
    }
    return .step(by)
  }

  private mutating func period(_ name: String, _ entry: Node.Entry) -> Action? {
    let names = ["next", "previous"] + configuration.panel.periods.map(\.name)
    guard names.contains(name) else {
      report(
        "there is no period '\(name)'", at: entry.value.span,
        hint: Suggestion.hint(for: name, among: names))
      return nil
    }
    return .period(name)
  }
}
