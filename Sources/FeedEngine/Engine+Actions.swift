import FeedConfig
import FeedCore
import FeedPlugin

extension Engine {
  /// Does what the config says of a click on a metric.
  mutating func clicked(_ click: ClickEvent, at now: Instant) {
    guard let name = click.metric, let index = metricIndices[name] else { return }
    let configuration = metrics[index].configuration
    guard let button = Self.buttons[click.button] else { return }
    if let action = configuration.actions[button] { return perform(action, on: index, at: now) }
    guard let stepper = configuration.stepper else { return }
    switch (button, click.instance) {
    case (.scrollUp, _), (.left, "plus"): step(name, by: stepper.step, at: now)
    case (.scrollDown, _), (.left, "minus"): step(name, by: -stepper.step, at: now)
    default: break
    }
  }

  private static let buttons: [Int: ClickButton] = [
    1: .left, 2: .middle, 3: .right, 4: .scrollUp, 5: .scrollDown,
  ]

  private mutating func perform(_ action: Action, on index: Int, at now: Instant) {
    let metric = metrics[index]
    switch action {
    case .command(let arguments): effects.append(.launch(arguments))
    case .step(let amount): step(metric.name, by: amount, at: now)
    case .refresh:
      if let source = metric.configuration.source { refresh(source, at: now) }
    case .period(let name): changePeriod(periodName(name), at: now)
    case .toggle:
      metrics[index].isShortened.toggle()
      changed()
    case .panel:
      metrics[index].isUnfolded.toggle()
      panel.isStale = true
      changed()
    }
  }

  /// `next` and `previous` go round the periods of the panel.
  private func periodName(_ name: String) -> String {
    let periods = configuration.panel.periods.map(\.name)
    guard name == "next" || name == "previous", !periods.isEmpty else { return name }
    let present = periods.firstIndex { $0 == period } ?? 0
    let offset = name == "next" ? 1 : periods.count - 1
    return periods[(present + offset) % periods.count]
  }

  /// Moves a stepper within its limits.
  mutating func step(_ name: String, by amount: Double, at now: Instant) {
    guard let index = metricIndices[name] else {
      return effects.append(.report(Diagnostic("no metric '\(name)'")))
    }
    guard let limits = metrics[index].configuration.stepper else {
      return effects.append(.report(Diagnostic("metric '\(name)' has no stepper")))
    }
    let value = metrics[index].reading.quantity ?? Quantity.real(limits.lower).normalized
    let stepper = Stepper(
      value: value, lower: .real(limits.lower), upper: .real(limits.upper), step: .real(amount))
    let next = stepper.plus.value
    guard next != value || metrics[index].reading == .missing else { return }
    set(index, .number(next), cause: .user, at: now)
    tell(next, of: index)
  }

  /// Sets the real thing, where a running source declares that it can.
  private mutating func tell(_ value: Quantity, of index: Int) {
    guard let source = metrics[index].source, sources[source].supervision.isRunning,
      sources[source].configuration.mode == .poll,
      let field = metrics[index].configuration.field ?? sources[source].firstField,
      sources[source].configuration.fields.contains(where: { $0.name == field && $0.isSettable })
    else { return }
    let text =
      switch value.normalized {
      case .integer(let whole): String(whole)
      case .real(let real): "\(real)"
      }
    effects.append(.send(SourceID(source), "set \(field) \(text)"))
  }
}
