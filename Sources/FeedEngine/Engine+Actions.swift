import FeedConfig
import FeedCore
import FeedPlugin

extension Engine {
  /// Does what the config says of a click on a metric.
  mutating func clicked(_ click: ClickEvent, at now: Instant) {
    guard let name = click.metric, let index = metricIndices[name] else { return }
    let configuration = metrics[index].configuration
    guard let button = Self.buttons[click.button] else {
      return tellScript(of: index, click, at: now)
    }
    // A minus and a plus are what they say, whatever a click elsewhere on the metric does.
    if button == .left, let part = click.instance.flatMap(StepperPart.init(rawValue:)),
      configuration.stepper != nil
    {
      return press(part, on: index)
    }
    if let action = configuration.actions[button] { return perform(action, on: index, at: now) }
    switch button {
    case .scrollUp where configuration.stepper != nil: press(.plus, on: index)
    case .scrollDown where configuration.stepper != nil: press(.minus, on: index)
    case .scrollUp, .scrollDown, .left, .middle, .right: tellScript(of: index, click, at: now)
    }
  }

  private static let buttons = Dictionary(
    uniqueKeysWithValues: ClickButton.allCases.map { ($0.number, $0) })

  private mutating func perform(_ action: Action, on index: Int, at now: Instant) {
    let metric = metrics[index]
    switch action {
    case .command(let arguments): effects.append(.launch(arguments))
    case .step(let amount): step(metric.name, by: amount)
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
  func periodName(_ name: String) -> String {
    let periods = configuration.panel.periods.map(\.name)
    guard name == "next" || name == "previous", !periods.isEmpty else { return name }
    let present = periods.firstIndex { $0 == period } ?? 0
    let offset = name == "next" ? 1 : periods.count - 1
    return periods[(present + offset) % periods.count]
  }
}
