package import FeedConfig
package import FeedCore

/// What a person tells a running engine to do.
package enum ControlCommand: Hashable, Sendable {
  /// How a stepper is moved.
  package enum Change: Hashable, Sendable {
    case by(Quantity)
    case to(Quantity)
  }

  case step(metric: String, Change)
  case period(String)
  /// A source by name, or all.
  case refresh(String?)
  /// The metrics of a motion group, or all.
  case replay(String?)
  /// A click on a metric, or on a part of it.
  case click(metric: String, button: ClickButton, part: String?)

  var words: [String] {
    switch self {
    case .step(let metric, let change): ["step", metric, change.word]
    case .period(let name): ["period", name]
    case .refresh(let name): ["refresh"] + (name.map { [$0] } ?? [])
    case .replay(let group): ["replay"] + (group.map { [$0] } ?? [])
    case .click(let metric, let button, let part):
      ["click", metric, button.rawValue] + (part.map { [$0] } ?? [])
    }
  }

  init?(words: [String]) {
    let argument = words.count > 1 ? words[1] : nil
    switch (words.first, words.count) {
    case ("step", 3):
      guard let change = Change(word: words[2]) else { return nil }
      self = .step(metric: words[1], change)
    case ("period", 2): self = .period(words[1])
    case ("refresh", 1...2): self = .refresh(argument)
    case ("replay", 1...2): self = .replay(argument)
    case ("click", 3...4):
      guard let button = ClickButton(rawValue: words[2]) else { return nil }
      self = .click(metric: words[1], button: button, part: words.count > 3 ? words[3] : nil)
    default: return nil
    }
  }
}

extension ControlCommand.Change {
  /// `+5`, `-0.5`, `=20`; nil for anything else.
  package init?(word: String) {
    let rest = String(word.dropFirst())
    let isNumber = rest.first.map { $0.isNumber || $0 == "." } ?? false
    guard let quantity = try? NumberParser.parse(word.first == "-" ? word : rest),
      quantity.isFinite
    else { return nil }
    switch word.first {
    case "+" where isNumber, "-" where isNumber: self = .by(quantity.normalized)
    case "=": self = .to(quantity.normalized)
    default: return nil
    }
  }

  var word: String {
    switch self {
    case .by(let amount): (amount.double < 0 ? "" : "+") + amount.plain
    case .to(let value): "=" + value.plain
    }
  }
}
