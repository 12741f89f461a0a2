import FeedConfig
import FeedCore
import FeedPlugin

extension Engine {
  /// Presses one side of a stepper; nothing where it has none.
  mutating func press(_ part: StepperPart, on index: Int) {
    guard var stepper = metrics[index].stepper else { return }
    stepper.value = steps[index] ?? stepper.value
    let side = part == .minus ? stepper.minus : stepper.plus
    if side.isEnabled { steps[index] = side.value }
  }

  /// Moves a stepper within its limits.
  mutating func step(_ name: String, by amount: Quantity) {
    guard let index = stepperIndex(named: name), var stepper = metrics[index].stepper else {
      return
    }
    stepper.value = steps[index] ?? stepper.value
    stepper.step = amount.normalized
    if stepper.plus.isEnabled { steps[index] = stepper.plus.value }
  }

  /// Moves a stepper to a value, or as near as its limits let it.
  mutating func step(_ name: String, to value: Quantity) {
    guard let index = stepperIndex(named: name), let stepper = metrics[index].stepper,
      value.isFinite
    else { return }
    steps[index] = min(max(value.normalized, stepper.lower), max(stepper.lower, stepper.upper))
  }

  private mutating func stepperIndex(named name: String) -> Int? {
    guard let index = metricIndices[name] else {
      effects.append(.report(Diagnostic("no metric '\(name)'")))
      return nil
    }
    guard metrics[index].configuration.stepper != nil else {
      effects.append(.report(Diagnostic("metric '\(name)' has no stepper")))
      return nil
    }
    return index
  }

  /// Carries out what the steps of this moment come to: one change for each stepper, or none.
  mutating func takeSteps(at now: Instant) {
    guard !steps.isEmpty else { return }
    for index in metrics.indices {
      guard let value = steps[index], metrics[index].reading != .number(value) else { continue }
      metrics[index].standsOut =
        metrics[index].configuration.motion.feedback != .none && limits.reduction == .none
      guard let source = metrics[index].source else {
        set(index, .number(value), cause: .user, at: now)
        if runsSources { keeping.note(index, at: now) }
        continue
      }
      guard let field = metrics[index].configuration.field ?? sources[source].firstField else {
        continue
      }
      show(.number(value), asField: field, of: source, at: now)
      guard runsSources, sources[source].canSet(field) else { continue }
      let due = now + wishDelay
      sources[source].wish(field, value, from: due)
      tellDeadline = min(tellDeadline ?? due, due)
    }
    steps.removeAll(keepingCapacity: true)
  }

  /// Gives all metrics that show a field the value that a user wants of it, or has got.
  private mutating func show(
    _ reading: Reading, asField field: String, of source: Int, at now: Instant
  ) {
    let first = sources[source].firstField
    for metric in sources[source].metrics
    where (metrics[metric].configuration.field ?? first) == field {
      set(metric, reading, cause: .user, at: now)
    }
  }

  // MARK: Telling sources

  /// Steps within one frame are told as one.
  private var wishDelay: TimeSpan { .seconds(1 / max(frameRate, 1)) }

  /// Tells sources what is wanted of them, as far as it is due and they can be told.
  mutating func tellSources(at now: Instant) {
    guard let due = tellDeadline, due <= now else { return }
    for index in sources.indices where !sources[index].wishes.isEmpty {
      // What a stream has not confirmed in time is as it says.
      for field in sources[index].takeOverdue(at: now) { restore(field, of: index, at: now) }
      guard sources[index].hasDueWish(at: now) else { continue }
      if sources[index].configuration.mode == .stream, sources[index].supervision.isRunning {
        tellStream(index, at: now)
      } else {
        // The next question, or the next run, tells it.
        sources[index].request()
        supervise(index, .request, at: now)
      }
    }
    tellDeadline = sources.compactMap(\.wishDeadline).min()
  }

  mutating func tellStream(_ index: Int, at now: Instant) {
    while let wish = sources[index].tell(at: now) {
      effects.append(.send(sources[index].id, "set \(wish)"))
    }
  }

  /// What a source has failed to set is as it was last reported.
  mutating func dropWishes(of index: Int, at now: Instant) {
    for wish in sources[index].takeWishes() { restore(wish, of: index, at: now) }
  }

  mutating func restore(_ field: String, of index: Int, at now: Instant) {
    show(sources[index].fields[field] ?? .missing, asField: field, of: index, at: now)
  }

  // MARK: Keeping values

  /// Gives steppers of their own the values of an earlier run, or the first of all.
  mutating func beginSteppers(_ kept: [String: Quantity]) {
    for index in metrics.indices where metrics[index].isOwnStepper {
      guard let stepper = metrics[index].configuration.stepper else { continue }
      let value = kept[metrics[index].name].flatMap { $0.isFinite ? $0 : nil } ?? stepper.start
      metrics[index].begin(with: value)
      keeping.begin(index, with: value.normalized)
    }
  }

  /// Keeps the values that have changed, a while after the first of them; at the end at once.
  mutating func keepValues(at now: Instant, isEnd: Bool = false) {
    guard let due = keeping.deadline, due <= now || isEnd else { return }
    let changed = keeping.take { metrics[$0].reading.quantity }
    guard !changed.isEmpty else { return }
    effects.append(
      .keepValues(Dictionary(uniqueKeysWithValues: changed.map { (metrics[$0].name, $1) })))
  }
}

/// Which values of steppers are to be kept for the next run, and when.
struct Keeping: Sendable {
  /// Values are kept so long after the first that has changed.
  private static let delay = TimeSpan.seconds(1)

  private(set) var deadline: Instant?
  /// What is kept already, by index of the metric.
  private var kept: [Int: Quantity] = [:]
  private var touched: Set<Int> = []

  mutating func begin(_ index: Int, with value: Quantity) { kept[index] = value }

  mutating func note(_ index: Int, at now: Instant) {
    touched.insert(index)
    deadline = deadline ?? now + Self.delay
  }

  /// The values that have changed since they were kept last.
  mutating func take(_ value: (Int) -> Quantity?) -> [(index: Int, value: Quantity)] {
    deadline = nil
    defer { touched.removeAll() }
    return touched.sorted().compactMap { index in
      guard let value = value(index), kept.updateValue(value, forKey: index) != value else {
        return nil
      }
      return (index, value)
    }
  }
}
