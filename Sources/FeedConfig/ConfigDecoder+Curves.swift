import FeedCore

extension ConfigDecoder {
  /// What `easing` chooses.
  enum Curve {
    case easing(Easing)
    /// The name stands for a spring.
    case snappy
  }

  private static let easings: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("ease_in", .easeIn), ("ease_out", .easeOut),
    ("ease_in_out", .easeInOut), ("out_cubic", .outCubic), ("out_expo", .outExpo),
  ]

  /// A name, or the two control points of a Bézier curve.
  mutating func curve(_ entry: Node.Entry) -> Curve? {
    if case .sequence(let items, _) = entry.value { return bezier(items, entry) }
    let names = Self.easings.map(\.name) + ["snappy"]
    guard let name = name(entry.value, for: entry.key, among: names) else { return nil }
    return Self.easings.first { $0.name == name }.map { .easing($0.easing) } ?? .snappy
  }

  private mutating func bezier(_ items: [Node], _ entry: Node.Entry) -> Curve? {
    guard items.count == 4 else {
      report(
        "a curve has four numbers, not \(items.count)", at: entry.value.span,
        hint: "[x1, y1, x2, y2]")
      return nil
    }
    let numbers = items.compactMap { number($0, for: entry.key) }
    guard numbers.count == 4 else { return nil }
    for index in [0, 2] where !(0...1).contains(numbers[index]) {
      report(
        "x of a control point must be between 0 and 1, not \(numbers[index].phrase)",
        at: items[index].span)
      return nil
    }
    for index in [1, 3] where !(-2...3).contains(numbers[index]) {
      report(
        "y of a control point must be between -2 and 3, not \(numbers[index].phrase)",
        at: items[index].span)
      return nil
    }
    return .easing(.bezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]))
  }

  /// `{duration, bounce}` as people see it, or `{stiffness, damping, mass}` as physics does.
  mutating func spring(_ entry: Node.Entry) -> Spring? {
    guard let section = section(entry, .spring) else { return nil }
    let seen = ["duration", "bounce"].contains { section[$0] != nil }
    let physical = ["stiffness", "damping", "mass"].contains { section[$0] != nil }
    guard seen != physical else {
      report(
        "a spring has either duration and bounce, or stiffness, damping and mass",
        at: entry.value.span)
      return nil
    }
    if seen { return seenSpring(section) }
    let stiffness = section["stiffness"].flatMap { number($0, in: 0.1...100_000) }
    let damping = section["damping"].flatMap { number($0, in: 0.1...10_000) }
    guard let stiffness, let damping else {
      if section["stiffness"] == nil || section["damping"] == nil {
        report("a spring needs both 'stiffness' and 'damping'", at: entry.value.span)
      }
      return nil
    }
    let mass = section["mass"].flatMap { number($0, in: 0.01...1000) }
    return Spring(stiffness: stiffness, damping: damping, mass: mass ?? 1)
  }

  private mutating func seenSpring(_ section: Section) -> Spring? {
    let range = TimeSpan.milliseconds(10)...TimeSpan.seconds(5)
    let duration = section["duration"].map { self.duration($0, in: range) } ?? .milliseconds(500)
    let bounce = section["bounce"].map { number($0, in: -0.99...0.99) } ?? 0.15
    guard let duration, let bounce else { return nil }
    return Spring(duration: duration, bounce: bounce)
  }
}
