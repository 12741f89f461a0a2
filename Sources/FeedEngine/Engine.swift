package import FeedConfig
package import FeedCore
import FeedOutput
import FeedPlugin

/// Turns events into effects: the whole program but for its input and output.
///
/// No clock and no descriptor is in here: time is an argument, frames are effects. Between
/// events the engine asks for one thing only, to be woken at `deadline`.
package struct Engine: Sendable {
  package let configuration: Configuration
  var sources: [Source]
  var metrics: [Metric]
  var metricIndices: [String: Int] = [:]
  /// The metrics that show something of a source, by the source's index.
  var dependents: [[Int]]
  var feeds: [Feed] = []

  // Frames.
  var clock = FrameClock()
  var opening = BarOpening.pending
  /// When the next frame is to be drawn.
  var frameDeadline: Instant?
  var lastFrame: Instant?
  /// Something that is seen may have changed since the last frame.
  var isDirty = false
  /// Sources that were asked together and have not all answered: until then a frame waits.
  var gathering: Gathering?
  /// Lines made while looking ahead, with the tick they belong to.
  var ahead: (tick: Instant, lines: [[UInt8]?])?

  var reduction: Reduction
  var period: String?
  /// Whether sources may be started and asked: false in a script of events.
  let runsSources: Bool
  var effects: [Effect] = []

  /// Sources asked at one moment; what they answer within it begins together.
  struct Gathering: Sendable {
    var start: Instant
    var end: Instant
  }

  /// An engine that has not begun: give it a feed and `begin(at:)`.
  package init(
    _ configuration: Configuration, reduction: Reduction = .none, runsSources: Bool = true
  ) {
    self.configuration = configuration
    self.runsSources = runsSources
    self.reduction = reduction
    sources = configuration.sources.map { Source($0) }
    metrics = configuration.metrics.map { Metric($0) }
    dependents = Array(repeating: [], count: configuration.sources.count)
    period = configuration.panel.periods.first?.name
    for (index, metric) in configuration.metrics.enumerated() {
      metricIndices[metric.name] = index
      if let source = configuration.sources.firstIndex(where: { $0.name == metric.source }) {
        dependents[source].append(index)
      }
    }
  }

  /// When the engine next has something to do by itself; nil while all is at rest.
  package var deadline: Instant? {
    var earliest = frameDeadline
    guard runsSources else { return earliest }
    for source in sources {
      guard let due = source.supervision.deadline else { continue }
      earliest = earliest.map { min($0, due) } ?? due
    }
    return earliest
  }

  /// Takes in what happened at `now`, all of it before anything is drawn.
  ///
  /// `now` must not be before that of the last call.
  package mutating func handle(_ events: [Event], at now: Instant) -> [Effect] {
    for event in events { take(event, at: now) }
    if runsSources { superviseDue(at: now) }
    draw(at: now)
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  private mutating func take(_ event: Event, at now: Instant) {
    switch event {
    case .woke: break
    case .feedOpened(let id, let subject, let output):
      open(id, subject, output, at: now)
    case .feedReady(let id):
      setFeed(id) { $0.isBlocked = false }
      catchUp(id, at: now)
    case .feedBusy(let id):
      setFeed(id) {
        $0.isBlocked = true
        $0.lastLine = nil
      }
    case .feedBlocked(let id): setFeed(id) { $0.isBlocked = true }
    case .feedResized(let id, let output):
      setFeed(id) {
        $0.output = output
        $0.lastLine = nil
      }
      isDirty = true
      ahead = nil
    case .feedClosed(let id): feeds.removeAll { $0.id == id }
    case .began: for index in sources.indices { supervise(index, .begin, at: now) }
    case .reported(let name, let line): report(line, from: name, at: now)
    case .received(let id, let bytes): receive(id, bytes, at: now)
    case .complained(let id, let bytes): sources[id.index].supervision.complained(bytes)
    case .exited(let id, let status): exited(id, status, at: now)
    case .spawnFailed(let id, let reason): spawnFailed(id, reason, at: now)
    case .clicked(_, let click): clicked(click, at: now)
    case .stepped(let name, let amount): step(name, by: amount, at: now)
    case .valued(let name, let reading): value(name, reading, at: now)
    case .failed(let name, let message): fail(name, message, at: now)
    case .refreshed(let name): refresh(name, at: now)
    case .opened: replay(at: now)
    case .periodChanged(let name): changePeriod(name, at: now)
    case .reductionChanged(let new): reduce(new, at: now)
    case .stopped: stop(at: now)
    }
  }

  // MARK: Metrics

  /// Gives a metric a new value, and its motion a place in the rhythm.
  mutating func set(
    _ index: Int, _ reading: Reading, cause: MotionPlan.Cause, at now: Instant
  ) {
    let start = cause == .data ? gathering?.start ?? now : now
    if opening == .pending, reduction == .none, metrics[index].opens,
      let quantity = reading.quantity, quantity.isFinite
    {
      begin(.running(since: start), at: start)
    }
    let interval = sourceIndex(of: index).flatMap { configuration.sources[$0].interval }
    let context = Metric.Context(
      cause: cause, interval: interval, reduction: reduction,
      isOpening: openingProgress(at: start) != nil && metrics[index].opens)
    let others = isMoving(at: start, except: index)
    isDirty = true
    ahead = nil
    if metrics[index].set(reading, at: start, context: context),
      let transition = metrics[index].transition
    {
      join(
        start: start, end: transition.end, alone: !others,
        framesPerSecond: metrics[index].configuration.motion.framesPerSecond)
    }
  }

  func sourceIndex(of metric: Int) -> Int? {
    guard let name = configuration.metrics[metric].source else { return nil }
    return configuration.sources.firstIndex { $0.name == name }
  }

  private mutating func value(_ name: String, _ reading: Reading, at now: Instant) {
    guard let index = metricIndices[name] else {
      return effects.append(.report(Diagnostic("no metric '\(name)'")))
    }
    metrics[index].health = .fine
    set(index, reading, cause: .data, at: now)
  }

  private mutating func reduce(_ new: Reduction, at now: Instant) {
    guard new != reduction else { return }
    reduction = new
    guard new != .none else { return }
    for index in metrics.indices { metrics[index].settle() }
    opening = .done
    clock.stop()
    isDirty = true
    ahead = nil
  }

  private mutating func setFeed(_ id: FeedID, _ change: (inout Feed) -> Void) {
    guard let index = feeds.firstIndex(where: { $0.id == id }) else { return }
    change(&feeds[index])
  }
}
