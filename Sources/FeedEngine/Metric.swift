import FeedConfig
import FeedCore

/// One metric as it is now: what it is worth, what is on screen, and the way between.
struct Metric: Sendable {
  let configuration: MetricConfiguration
  private(set) var reading = Reading.missing
  /// The target's row of glyphs, padded to the width that is reserved for it.
  private(set) var row: [Character]
  /// The target, formatted.
  private(set) var label = Metric.placeholder
  private(set) var transition: (any Transition)?
  /// Shares of the range, before and after the present change.
  private var startFraction = 0.0
  private(set) var targetFraction: Double?
  private(set) var history: [Double] = []
  private var lastChange: Instant?
  /// The time between the last two changes.
  private var observedInterval: TimeSpan?
  private(set) var previous: Quantity?
  var facts = Facts()
  var health = Health.fine
  var isShortened = false

  static let placeholder = "–"

  /// What a source said of the metric beside its value.
  struct Facts: Hashable, Sendable {
    var minimum: Double?
    var maximum: Double?
    var state: MetricState?
    var text: String?
  }

  enum Health: Hashable, Sendable {
    case fine
    case stale(String)
    case failed(String)
  }

  init(_ configuration: MetricConfiguration) {
    self.configuration = configuration
    let width =
      configuration.isText ? 1 : configuration.formatter.reservedWidth(for: .integer(0))
    row = Row.padded(Array(Self.placeholder), to: width)
    // A stepper of its own has nobody who could tell where it stands.
    if configuration.source == nil, let stepper = configuration.stepper {
      reading = .number(Quantity.real(stepper.lower).normalized)
      layOut()
    }
  }

  var name: String { configuration.name }

  /// Whether the first value of this metric comes with the opening of the bar.
  var opens: Bool {
    configuration.motion.initial == .open && configuration.motion.style != "none"
  }

  // MARK: Changing

  /// Everything about the moment that a change needs to know.
  struct Context: Sendable {
    var cause: MotionPlan.Cause
    var interval: TimeSpan?
    var reduction: Reduction
    /// The bar is opening: its progress multiplies whatever the value is.
    var isOpening: Bool
  }

  /// Takes a new value in; returns whether a motion has begun.
  mutating func set(_ new: Reading, at now: Instant, context: Context) -> Bool {
    if let quantity = new.quantity, configuration.chart != nil { remember(quantity) }
    guard new != reading else { return false }
    if let last = lastChange { observedInterval = now - last }
    lastChange = now
    let wasMissing = reading == .missing
    let shown = shown(at: now)
    let fraction = fraction(at: now) ?? 0
    let interrupted = transition.flatMap { $0.end > now ? $0 : nil }
    previous = reading.quantity
    reading = new
    layOut()
    startFraction = fraction
    transition = nil
    guard new != .missing, !context.isOpening else { return false }
    var from = shown
    if wasMissing {
      guard configuration.motion.initial == .zero, let target = new.quantity else { return false }
      from.number = .integer(0)
      from.row = glyphs(of: .integer(0), like: target)
    }
    guard !isBelowThreshold(from: from.number, to: new.quantity) else { return false }
    guard
      let plan = MotionPlan.make(
        configuration.motion, cause: context.cause,
        interval: context.interval
          ?? (configuration.motion.style == "auto" ? observedInterval : nil),
        reduction: context.reduction)
    else { return false }
    if configuration.isText || new.quantity == nil {
      // Only texts of one shape can move: place by place.
      guard from.row.count == row.count else { return false }
    }
    transition = plan.style.transition(
      for: Change(
        from: from, interrupted: interrupted, target: new.quantity, row: row,
        formatter: configuration.formatter, settings: configuration.motion,
        duration: duration(of: plan, interrupted: interrupted, now: now), start: now))
    return transition != nil
  }

  /// Ends a motion at once: the target is what is shown.
  mutating func settle() { transition = nil }

  /// Forgets a transition that is over.
  mutating func retire(at now: Instant) {
    if let transition, transition.end <= now { self.transition = nil }
  }

  private func duration(
    of plan: MotionPlan, interrupted: (any Transition)?, now: Instant
  ) -> TimeSpan {
    guard configuration.motion.retarget == .shorten, let interrupted else { return plan.duration }
    return max(interrupted.end - now, .seconds(plan.duration.seconds / 2))
  }

  private func isBelowThreshold(from: Quantity?, to: Quantity?) -> Bool {
    guard let from, let to else { return false }
    let difference = (to.double - from.double).magnitude
    switch configuration.motion.threshold {
    case .absolute(let limit): return limit > 0 && difference < limit
    case .relative(let share): return share > 0 && difference < share * to.double.magnitude
    }
  }

  private mutating func layOut() {
    switch reading {
    case .number(let quantity):
      row = glyphs(of: quantity, like: quantity)
      label = configuration.formatter.readout(of: quantity, like: quantity).text
      targetFraction = share(of: quantity.double)
    case .text(let text):
      row = Array(text)
      label = text
      targetFraction = nil
    case .missing:
      row = Row.padded(Array(Self.placeholder), to: row.count)
      label = Self.placeholder
      targetFraction = nil
    }
  }

  private func glyphs(of value: Quantity, like target: Quantity) -> [Character] {
    let parts = configuration.formatter.readout(of: value, like: target).parts.map(\.character)
    return Row.padded(parts, to: configuration.formatter.reservedWidth(for: target))
  }

  private mutating func remember(_ quantity: Quantity) {
    guard let chart = configuration.chart else { return }
    history.append(quantity.double)
    if history.count > max(chart.width, 1) { history.removeFirst(history.count - chart.width) }
  }

  // MARK: Looking

  private func shown(at now: Instant) -> Shown {
    transition?.shown(at: now) ?? Shown(row: row, number: reading.quantity)
  }

  func isMoving(at now: Instant) -> Bool { transition.map { now < $0.end } ?? false }

  /// The cells on screen; `opening` is the progress of the bar's opening, nil when it is open.
  func cells(at now: Instant, opening: Double?) -> [Cell] {
    if let opening, opens, let target = reading.quantity, target.isFinite {
      let part = Quantity.real(target.double * opening)
      return Row.cells(Row.padded(glyphs(of: part, like: target), to: row.count))
    }
    return transition?.cells(at: now) ?? Row.cells(row)
  }

  func number(at now: Instant, opening: Double?) -> Quantity? {
    if let opening, opens, let target = reading.quantity, target.isFinite {
      let part = target.double * opening
      guard case .integer = target else { return .real(part) }
      return .integer(Int64(exactly: part.rounded(.toNearestOrAwayFromZero)) ?? 0)
    }
    return transition?.number(at: now) ?? reading.quantity
  }

  /// The share on screen of the metric's range.
  func fraction(at now: Instant, opening: Double? = nil) -> Double? {
    guard let targetFraction else { return nil }
    if let opening, opens { return targetFraction * opening }
    guard let transition else { return targetFraction }
    return startFraction + (targetFraction - startFraction) * transition.progress(at: now)
  }

  var minimum: Double? { configuration.minimum ?? facts.minimum }
  var maximum: Double? { configuration.maximum ?? facts.maximum }

  /// Where `value` is in the metric's range, 0…1; nil when there is no range.
  func share(of value: Double) -> Double? {
    let low = minimum ?? 0
    guard value.isFinite, let high = maximum, high > low else { return nil }
    return min(max((value - low) / (high - low), 0), 1)
  }

  /// The newest values as shares of the range, or of the largest of them.
  func chart(at now: Instant, opening: Double?) -> [Double?] {
    let low = minimum ?? 0
    let high = maximum ?? max(history.filter(\.isFinite).max() ?? 0, low)
    return history.map { value in
      guard value.isFinite else { return nil }
      guard high > low else { return 0 }
      return min(max((value - low) / (high - low), 0), 1) * (opening ?? 1)
    }
  }

  /// The state of the truth, whatever is on screen.
  var state: MetricState {
    switch health {
    case .failed: return .error
    case .stale: return .stale
    case .fine: break
    }
    var state = facts.state ?? .normal
    guard let value = reading.quantity?.double else { return state }
    let limits = configuration.thresholds
    func passes(_ limit: Double?) -> Bool {
      guard let limit else { return false }
      return limits.isDescending ? value <= limit : value >= limit
    }
    if passes(limits.critical) {
      state = .critical
    } else if passes(limits.warning), state == .normal {
      state = .warning
    }
    return state
  }

  /// Whether the metric is left out of its bar.
  var isHidden: Bool {
    switch configuration.hideWhen {
    case .never: false
    case .missing: reading == .missing
    case .zero: reading.quantity?.double == 0
    case .empty: reading == .missing || reading == .text("")
    case .below(let limit): reading.quantity.map { $0.double < limit } ?? false
    case .above(let limit): reading.quantity.map { $0.double > limit } ?? false
    case .state(let states): states.contains(state)
    }
  }
}
