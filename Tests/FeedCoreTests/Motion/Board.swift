import FeedCore

/// One readout, driven as an engine drives it: by values and times.
struct Board {
  var style: any MotionStyle
  var settings: MotionSettings
  var duration: TimeSpan
  var formatter: any Formatter
  /// Reduced motion: each value is there at once.
  var isReduced = false
  private(set) var number: Quantity?
  private(set) var row: [Character]
  private(set) var transition: (any Transition)?

  /// A board at rest that shows `number`.
  init(
    _ number: Quantity?, style: any MotionStyle, settings: MotionSettings = MotionSettings(),
    duration: TimeSpan? = nil, formatter: any Formatter = TestFormatter()
  ) {
    self.style = style
    self.settings = settings
    self.duration = duration ?? style.defaultDuration
    self.formatter = formatter
    self.number = number
    row = []
    row = number.map(target(for:)) ?? ["–"]
  }

  /// The row of `number` at rest, as wide as the format reserves.
  func target(for number: Quantity) -> [Character] {
    Row.padded(
      formatter.readout(of: number, like: number).parts.map(\.character),
      to: formatter.reservedWidth(for: number))
  }

  func shown(at now: Instant) -> Shown {
    transition?.shown(at: now) ?? Shown(row: row, number: number)
  }

  mutating func set(_ new: Quantity, at now: Instant) {
    guard new != number else { return }
    let from = shown(at: now)
    let interrupted = transition.flatMap { $0.end > now ? $0 : nil }
    number = new
    row = target(for: new)
    transition = nil
    guard !isReduced else { return }
    transition = style.transition(
      for: Change(
        from: from, interrupted: interrupted, target: new, row: row, formatter: formatter,
        settings: settings, duration: duration, start: now))
  }

  /// Forgets a transition that is over, as an engine does between events.
  mutating func retire(at now: Instant) {
    if let transition, transition.end <= now { self.transition = nil }
  }

  func cells(at now: Instant) -> [Cell] { transition?.cells(at: now) ?? Row.cells(row) }

  func number(at now: Instant) -> Quantity? { transition?.number(at: now) ?? number }

  /// What a display with one glyph a place shows, without blank places at the left.
  func text(at now: Instant) -> String {
    String(cells(at: now).map(\.visible).drop { $0 == Cell.blank })
  }

  func isMoving(at now: Instant) -> Bool { transition.map { now < $0.end } ?? false }
}
