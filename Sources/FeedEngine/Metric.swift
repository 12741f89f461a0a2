import FeedConfig
import FeedCore
import FeedPlugin

/// One metric as it is now: what it is worth, what is on screen, and the way between.
struct Metric: Sendable {
  let configuration: MetricConfiguration
  /// Another one whenever something that may be seen of it has changed, but for the time.
  private(set) var version = 0
  /// Its template shows fields of its source.
  let quotesFields: Bool
  /// The index of its source; nil for a stepper of its own, and for what is computed.
  let source: Int?
  private(set) var reading = Reading.missing { didSet { version &+= 1 } }
  /// The target's row of glyphs, padded to the width that is reserved for it.
  private(set) var row: [Character] { didSet { version &+= 1 } }
  /// How numbers like the target are written.
  private(set) var form = NumberForm() { didSet { version &+= 1 } }
  /// The target, formatted.
  private(set) var label = Metric.placeholder { didSet { version &+= 1 } }
  private(set) var transition: (any Transition)? {
    didSet {
      version &+= 1
      movesUntil = transition?.end ?? .zero
    }
  }
  /// The end of the transition, to be looked at where there are many; zero without one.
  private(set) var movesUntil = Instant.zero
  /// Where the present motion comes from.
  private(set) var origin = Origin() { didSet { version &+= 1 } }
  private(set) var targetFraction: Double? { didSet { version &+= 1 } }
  private(set) var history: [Double] = [] { didSet { version &+= 1 } }
  private var lastChange: Instant?
  /// The time between the last two changes.
  private(set) var observedInterval: TimeSpan?
  /// How the last change was to move: what is computed from this one moves alike.
  private(set) var manner: Manner
  private(set) var previous: Quantity? { didSet { version &+= 1 } }
  /// What its source said of it beside its value.
  private(set) var facts = Facts() { didSet { version &+= 1 } }
  var health = Health.fine { didSet { version &+= 1 } }
  var isShortened = false { didSet { version &+= 1 } }
  /// What it was worth in each period is shown beside it.
  var isUnfolded = false { didSet { version &+= 1 } }
  /// It takes part in the opening of the bar that runs, or ran last.
  var isOpening = false { didSet { version &+= 1 } }

  /// It has a value from the first that nothing has set yet.
  private var isUntouched = false
  /// Wide enough for all values that a stepper can have.
  let steppedWidth: Int

  static let placeholder = "–"

  struct Facts: Hashable, Sendable {
    var minimum: Double?
    var maximum: Double?
    var state: MetricState?
    /// What to show in the place of the value.
    var text: String?
    /// How full a gauge beside a text is, 0…1.
    var share: Double?
    /// The inks of a text.
    var inks = InkMap()
    var appearance = Appearance()
    /// The value is a text with tags and entities.
    var isMarkup = false
    /// The value is a text in which nothing is to move.
    var holdsStill = false
    /// How what is in the text moves.
    var rules = TextRules()
  }

  enum Health: Hashable, Sendable {
    case fine
    case stale(String)
    case failed(String)
  }

  /// What was on screen when a motion began.
  struct Origin: Sendable {
    var shown = Shown(row: [], number: nil)
    var form = NumberForm()
    var interrupted: (any Transition)?
    var fraction = 0.0
    var start = Instant.zero
    /// Since when values have come faster than frames.
    var rush = Instant.zero
  }

  /// Values that are not farther apart than this come faster than frames.
  private static let rushGap = TimeSpan.milliseconds(50)
  /// A rush that is not longer than this is a burst: its last value moves for the whole time.
  private static let burst = TimeSpan.milliseconds(100)

  /// How a change is to move, and what it has to share its time with.
  struct Manner: Sendable {
    var motion: MotionSettings
    /// How often the metric changes, as far as that is known.
    var interval: TimeSpan?
  }

  init(_ configuration: MetricConfiguration, source: Int?) {
    self.configuration = configuration
    self.source = source
    manner = Manner(motion: configuration.motion, interval: nil)
    quotesFields = configuration.quotesFields
    steppedWidth = configuration.steppedWidth
    let width =
      configuration.isText ? 1 : configuration.formatter.reservedWidth(for: .integer(0))
    row = Row.padded(Array(Self.placeholder), to: max(width, steppedWidth))
  }

  /// Gives it the value that it has from the first, at rest.
  mutating func begin(with value: Quantity) {
    reading = .number(value.normalized)
    isUntouched = true
    layOut()
  }

  var name: String { configuration.name }

  /// Whether the first value of this metric comes with the opening of the bar.
  var opens: Bool {
    opensAsInputs
      ?? (configuration.motion.initial == .open && configuration.motion.style != "none")
  }

  /// What is computed, with no motion of its own, opens as what it is computed from does.
  var opensAsInputs: Bool?

  /// It was stepped, and the frame that tells so has not been drawn.
  var standsOut = false { didSet { version &+= 1 } }

  // MARK: Changing

  /// Goes on from where a metric by another config is; at rest if the two do not look alike.
  mutating func inherit(_ old: Metric) {
    reading = old.reading
    (lastChange, observedInterval) = (old.lastChange, old.observedInterval)
    (previous, facts, isUntouched) = (old.previous, old.facts, old.isUntouched)
    history = Array(old.history.suffix(configuration.chart?.width ?? 0))
    layOut()
    guard row == old.row else { return }
    (transition, origin) = (old.transition, old.origin)
  }

  /// Everything about the moment that a change needs to know.
  struct Context: Sendable {
    /// When a motion begins that nothing precedes: now, or when the source was asked.
    var start: Instant
    /// The tick whose frame is on screen.
    var tick: Instant
    var cause: MotionPlan.Cause
    var interval: TimeSpan?
    /// What it has in common with others that begin to move with it.
    var group: MotionPlan.Group?
    /// That of what the value is computed from, if it is.
    var manner: Manner?
    var limits: MotionLimits
    /// The bar is opening, and its progress multiplies whatever the value is.
    var isOpening: Bool
  }

  enum Outcome: Hashable, Sendable {
    case same
    case changed
    case moving
  }

  /// Takes a new value in.
  mutating func set(_ reported: Reading, at now: Instant, context: Context) -> Outcome {
    let new = reported.quantity.map { Reading.number($0.normalized) } ?? reported
    if let chart = configuration.chart { remember(new, width: chart.width) }
    guard new != reading else { return configuration.chart == nil ? .same : .changed }
    let isRush = lastChange.map { now - $0 < Self.rushGap } ?? false
    observedInterval = observedInterval(at: now)
    lastChange = now
    origin = currentOrigin(at: now, context, isRush: isRush)
    // What nobody has given a value yet shows its first one as any other metric does.
    let wasMissing = reading == .missing || (isUntouched && context.cause == .data)
    isUntouched = false
    previous = reading.quantity
    reading = new
    layOut()
    transition = nil
    manner = context.manner ?? ownManner(context)
    guard !context.isOpening, prepares(for: new, wasMissing: wasMissing) else { return .changed }
    guard
      let plan = MotionPlan.make(
        manner.motion, cause: context.cause, interval: manner.interval,
        reduction: context.limits.reduction, durationScale: context.limits.durationScale)
    else { return .changed }
    let change = Change(
      from: origin.shown, interrupted: origin.interrupted, target: new.quantity, row: row,
      formatter: movingFormatter, settings: plan.settings,
      duration: duration(of: plan, context, at: now), start: origin.start)
    transition =
      if case .text = new { textTransition(for: change, plan.style) } else {
        plan.style.transition(for: change)
      }
    return transition == nil ? .changed : .moving
  }

  /// The way of a text: each number for itself, or place by place where words change and both texts
  /// are equally wide.
  private func textTransition(for change: Change, _ style: any MotionStyle) -> (any Transition)? {
    guard !facts.holdsStill else { return nil }
    let aligned = TextTransition(
      change, style: style, rules: facts.rules, isMarkup: facts.isMarkup)
    guard !configuration.isForeign, aligned?.keepsShape != true,
      origin.shown.row.count == row.count, !(origin.interrupted is TextTransition)
    else { return aligned }
    return style.transition(for: change)
  }

  /// How it moves with `driver`: alike, but for what the config says of it.
  func manner(like driver: Metric) -> Manner {
    Manner(
      motion: configuration.hasOwnMotion ? configuration.motion : driver.manner.motion,
      interval: driver.manner.interval)
  }

  private func ownManner(_ context: Context) -> Manner {
    var motion = configuration.motion
    guard let group = context.group else {
      let interval = context.interval ?? (motion.style == "auto" ? observedInterval : nil)
      return Manner(motion: motion, interval: interval)
    }
    motion.duration = group.duration
    motion.maximumDuration = group.maximumDuration
    return Manner(motion: motion, interval: group.interval)
  }

  /// What a motion that begins now starts from.
  private func currentOrigin(at now: Instant, _ context: Context, isRush: Bool) -> Origin {
    let interrupted = transition.flatMap { $0.end > now ? $0 : nil }
    let start = interrupted == nil ? context.start : now
    let rush = isRush ? origin.rush : start
    // Of values that come between two ticks the last wins, as if the others had never come.
    if let transition, context.tick <= transition.start {
      var origin = origin
      origin.rush = rush
      // What is given new values all the time would never get anywhere if each began anew.
      if now - rush <= Self.burst {
        origin.start = max(origin.start, context.start)
        if let old = origin.interrupted { origin.shown = old.shown(at: origin.start) }
      }
      // The wider row of a growing number may be on screen already.
      if now > transition.start {
        origin.shown.row = Row.padded(
          origin.shown.row, to: transition.cells(at: transition.start).count)
      }
      return origin
    }
    return Origin(
      shown: shown(at: now), form: form, interrupted: interrupted,
      fraction: fraction(at: now) ?? 0, start: start, rush: rush)
  }

  /// Whether there is a way from what is shown to `new`; gives a first value its start.
  private mutating func prepares(for new: Reading, wasMissing: Bool) -> Bool {
    if wasMissing {
      guard configuration.motion.initial == .zero, let target = new.quantity else { return false }
      origin.shown.number = .integer(0)
      origin.shown.row = glyphs(of: .integer(0), like: target)
    }
    guard new != .missing else { return false }
    // A number that is shown as a text has no way from one width to another.
    if configuration.isText, new.quantity != nil {
      guard origin.shown.row.count == row.count else { return false }
    }
    guard let target = new.quantity else { return true }
    guard target.isFinite, let from = origin.shown.number, from.isFinite else { return false }
    let difference = (target.double - from.double).magnitude
    guard difference.isFinite else { return false }
    switch configuration.motion.threshold {
    case .absolute(let limit): return !(limit > 0 && difference < limit)
    case .relative(let share): return !(share > 0 && difference < share * target.double.magnitude)
    }
  }

  /// The time from the last change to one at `now`.
  func observedInterval(at now: Instant) -> TimeSpan? {
    lastChange.map { now - $0 } ?? observedInterval
  }

  /// Ends a motion at once: the target is what is shown.
  mutating func settle() { transition = nil }

  /// Forgets a transition that is over.
  mutating func retire(at now: Instant) {
    if let transition, transition.end <= now { self.transition = nil }
  }

  /// Takes in what the source says beside the value; returns whether it is anything new.
  mutating func learn(_ new: Facts) -> Bool {
    let isSpelledAlike = (new.text ?? "").isSpelled(like: facts.text ?? "")
    guard new != facts || !isSpelledAlike else { return false }
    facts = new
    targetFraction = reading.quantity.flatMap { share(of: $0.double) } ?? facts.share
    return true
  }

  private func duration(of plan: MotionPlan, _ context: Context, at now: Instant) -> TimeSpan {
    // It ends with its group, also where it starts a little later than the others.
    if context.group != nil { return plan.duration + (context.start - origin.start) }
    guard manner.motion.retarget == .shorten, let interrupted = origin.interrupted else {
      return plan.duration
    }
    let rest = interrupted.end - now
    return min(max(rest, .seconds(plan.duration.seconds / 2)), plan.duration)
  }

  private mutating func layOut() {
    switch reading {
    case .number(let quantity):
      let readout = configuration.formatter.readout(of: quantity, like: quantity)
      row = padded(readout, like: quantity)
      form = NumberForm(readout, optionalMark: configuration.formatter.optionalMark)
      label = readout.text
      targetFraction = share(of: quantity.double)
    case .text(let text):
      row = Array(text)
      form = NumberForm()
      label = text
      targetFraction = facts.share
    case .missing:
      row = Row.padded(Array(Self.placeholder), to: row.count)
      label = Self.placeholder
      targetFraction = nil
    }
  }

  /// Keeps the newest values for the chart; what is no number is a gap.
  private mutating func remember(_ reading: Reading, width: Int) {
    history.append(reading.quantity?.double ?? .nan)
    if history.count > width { history.removeFirst(history.count - max(width, 0)) }
  }
}
