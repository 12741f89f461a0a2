import FeedConfig
import FeedCore
import FeedOutput

/// What an engine makes of a command before it is carried out.
package enum Verdict: Sendable {
  /// These events carry it out.
  case accepted([Event])
  /// It names something that there is not.
  case unknown(String)
  /// There is nothing to be done.
  case useless(String)
}

extension Engine {
  /// Judges a command by what there is and how it is.
  package func verdict(on command: ControlCommand) -> Verdict {
    switch command {
    case .step(let name, let change): stepVerdict(name, change)
    case .period(let name): periodVerdict(name)
    case .refresh(let name):
      if let name, sourceIndices[name] == nil {
        .unknown(
          "no source '\(name)'" + Self.hint(for: name, among: configuration.sources.map(\.name)))
      } else {
        .accepted([.refreshed(name)])
      }
    case .replay(let group): replayVerdict(group)
    case .click(let name, let button, let part): clickVerdict(name, button, part)
    }
  }

  /// What has come of a command that was carried out.
  package func outcome(of command: ControlCommand) -> String {
    switch command {
    case .step(let name, _): metricIndices[name].map { "\(name): \(metrics[$0].label)" } ?? name
    case .period: "period: \(period ?? "")"
    case .refresh(let name?): "asked '\(name)'"
    case .refresh(nil): sources.count == 1 ? "asked 1 source" : "asked \(sources.count) sources"
    case .replay(let group): group.map { "replays '\($0)'" } ?? "replays all"
    // Bars show what their commands print.
    case .click: ""
    }
  }

  private func stepVerdict(_ name: String, _ change: ControlCommand.Change) -> Verdict {
    let steppers = metrics.filter { $0.configuration.stepper != nil }.map(\.name)
    guard let index = metricIndices[name] else { return noMetric(name, among: steppers) }
    let metric = metrics[index]
    guard metric.configuration.stepper != nil else {
      return .unknown(
        "'\(name)' is no stepper"
          + (steppers.isEmpty ? ", and no other is" : "; steppers: \(Self.list(steppers))"))
    }
    guard var stepper = metric.stepper else {
      return .useless("'\(name)' has no value yet to step from")
    }
    switch change {
    case .by(let amount):
      stepper.step = amount
      guard stepper.plus.isEnabled else {
        let isStill = amount == .integer(0)
        return .useless(
          isStill
            ? "'\(name)' stays at \(metric.label)"
            : "'\(name)' is at its limit: \(metric.label)")
      }
      return .accepted([.stepped(metric: name, by: amount)])
    case .to(let value):
      let target = min(max(value, stepper.lower), stepper.upper)
      guard target != stepper.value else {
        return .useless(
          target == value
            ? "'\(name)' is at \(metric.label) already"
            : "'\(name)' is at its limit: \(metric.label)")
      }
      return .accepted([.steppedTo(metric: name, value)])
    }
  }

  private func periodVerdict(_ name: String) -> Verdict {
    let periods = configuration.panel.periods.map(\.name)
    let wanted = periodName(name)
    guard periods.isEmpty || periods.contains(wanted) else {
      return .unknown("no period '\(name)'" + Self.hint(for: name, among: periods))
    }
    return .accepted([.periodChanged(wanted)])
  }

  private func replayVerdict(_ group: String?) -> Verdict {
    let groups = Set(metrics.map(\.configuration.motion.group)).subtracting([""]).sorted()
    if let group, !groups.contains(group) {
      return .unknown(
        "no motion group '\(group)'"
          + (groups.isEmpty ? ": the config has none" : Self.hint(for: group, among: groups)))
    }
    guard reduction == .none else { return .useless("nothing moves: motion is reduced") }
    return .accepted([.replayed(group: group)])
  }

  private func clickVerdict(
    _ name: String, _ button: ClickButton, _ part: String?
  ) -> Verdict {
    guard let target = configuration.target(of: button, on: name) else {
      return noMetric(name, among: metrics.map(\.name) + configuration.bars.map(\.name))
    }
    let parts = [StepperPart.minus.rawValue, ClickPlace.value, StepperPart.plus.rawValue]
    if let part, !parts.contains(part) {
      return .unknown("no part '\(part)'" + Self.hint(for: part, among: parts))
    }
    let isPart = target.stepper != nil && button == .left && part != nil && part != ClickPlace.value
    guard isPart || target.responds(to: button) || isTold(target.name, of: button) else {
      return .useless(
        "'\(name)' does nothing with \(button.rawValue): 'on: {\(button.rawValue): …}' would say what"
      )
    }
    let click = ClickEvent(metric: target.name, instance: part, button: button.number)
    return .accepted([.clicked(nil, click)])
  }

  /// Why there is no such metric: it is broken, or another one was meant.
  private func noMetric(_ name: String, among names: [String]) -> Verdict {
    let fault = configuration.broken[name].map { ": \($0.summary)" }
    return .unknown("no metric '\(name)'" + (fault ?? Self.hint(for: name, among: names)))
  }

  private static func hint(for name: String, among names: [String]) -> String {
    names.isEmpty ? "" : " (\(Suggestion.hint(for: name, among: names)))"
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
