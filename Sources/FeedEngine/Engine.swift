package import FeedConfig
package import FeedCore
import FeedOutput
import FeedPlugin

/// Turns events into effects: the whole program but for its input and output.
///
/// No clock and no descriptor is in here: time is an argument, frames are effects. Between
/// events the engine asks for one thing only, to be woken at `deadline`.
package struct Engine: Sendable {
  package private(set) var configuration: Configuration
  var sources: [Source]
  var metrics: [Metric]
  var metricIndices: [String: Int] = [:]
  /// Those that stood for texts of blocks that are gone.
  var spareMetrics: [Int] = []
  var sourceIndices: [String: Int] = [:]
  /// Where sources are, by the name that the world knows.
  private(set) var sourcePlaces: [SourceID: Int] = [:]
  /// The number of the next source.
  var nextSource: Int
  /// Those of an earlier config whose processes have not ended yet.
  var leaving: [LeavingSource] = []
  /// Sources are wanted.
  var hasBegun = false
  /// Who looks at which sources is no longer as it was settled last.
  var isAttentionStale = true
  /// The metrics of each group that moves together.
  private var groups: [String: [Int]] = [:]
  /// When the first source has something to do by itself.
  var sourcesDeadline: Instant?
  var feeds: [Feed] = []

  // Frames.
  var clock = FrameClock()
  var opening = BarOpening.pending
  /// When the next frame is to be drawn.
  var frameDeadline: Instant?
  /// When a line was last written.
  var lastFrame: Instant?
  /// Until when the lines written so far last, at one a frame period.
  var paidUntil: Instant?
  /// Something that is seen may have changed since the last frame.
  var isDirty = false
  /// Sources that were asked together and have not all answered: until then a frame waits.
  var gathering: Gathering?
  /// Lines made while looking ahead, with the tick they belong to.
  var ahead: (tick: Instant, lines: [[UInt8]?])?

  /// Why the config as it is now is not used; the one before it is.
  var configFault: Diagnostic?

  var panel: PanelState

  // Steppers and what is computed.
  var derivations: Derivations
  /// What the steps of this moment come to, by index of the metric.
  var steps: [Int: Quantity] = [:]
  /// When a source is next to be told what is wanted of it.
  var tellDeadline: Instant?
  var keeping = Keeping()

  var limits: MotionLimits
  var reduction: Reduction { limits.reduction }
  var period: String?
  /// Whether sources may be started and asked: false in a script of events.
  let runsSources: Bool
  var effects: [Effect] = []

  /// An engine that has not begun: give it a feed and `began`.
  ///
  /// `kept` are values of steppers from an earlier run, by name; others than these do not count.
  package init(
    _ configuration: Configuration, limits: MotionLimits = MotionLimits(),
    runsSources: Bool = true, zone: LocalZone = .utc, kept: [String: Quantity] = [:]
  ) {
    self.configuration = configuration
    self.runsSources = runsSources
    self.limits = limits
    sources = configuration.sources.enumerated().map { Source($1, id: SourceID($0)) }
    nextSource = sources.count
    for (index, source) in configuration.sources.enumerated() { sourceIndices[source.name] = index }
    let sourceIndices = sourceIndices
    metrics = configuration.metrics.map { metric in
      Metric(metric, source: metric.source.flatMap { sourceIndices[$0] })
    }
    derivations = Derivations(metrics, sourceIndices: sourceIndices)
    for (index, metric) in metrics.enumerated() {
      metricIndices[metric.name] = index
      let group = metric.configuration.motion.group
      if !group.isEmpty { groups[group, default: []].append(index) }
      guard let source = metric.source else { continue }
      sources[source].metrics.append(index)
      if metric.configuration.quotesFields { sources[source].isQuoted = true }
    }
    panel = PanelState(configuration, metricIndices, zone: zone)
    findSources()
    beginSteppers(kept)
    beginDerived()
  }

  mutating func findSources() {
    sourcePlaces = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.id, $0) })
    tellDeadline = sources.compactMap(\.wishDeadline).min()
    settleSourcesDeadline()
  }

  mutating func settleSourcesDeadline() {
    let deadlines = [
      sources.compactMap(\.supervision.deadline).min(),
      leaving.compactMap(\.supervision.deadline).min(),
    ]
    sourcesDeadline = deadlines.compactMap(\.self).min()
  }

  /// When the engine next has something to do by itself; nil while all is at rest.
  package var deadline: Instant? {
    let gathered = gathering.flatMap { $0.hasChanges ? $0.end : nil }
    // Nobody misses anything in virtual time.
    let repeated = runsSources ? feeds.compactMap { $0.isOpen ? $0.repeatAt : nil }.min() : nil
    let typed = feeds.compactMap(\.keys.deadline).min()
    let turned = runsSources ? pageDeadline : nil
    return [
      frameDeadline, gathered, sourcesDeadline, tellDeadline, keeping.deadline, repeated, typed,
      turned,
    ].compactMap(\.self).min()
  }

  /// Takes in what happened at `now`, all of it before anything is drawn.
  ///
  /// `now` must not be before that of the last call.
  package mutating func handle(_ events: [Event], at now: Instant) -> [Effect] {
    for event in events { take(event, at: now) }
    takeSteps(at: now)
    if runsSources {
      settleAttention(at: now)
      superviseDue(at: now)
      tellSources(at: now)
      turnPages(at: now)
      keepValues(at: now)
    }
    settleDerived(at: now)
    expireKeys(at: now)
    refreshPanel(at: now)
    keepHistory(at: now)
    draw(at: now)
    if runsSources { repeatLines(at: now) }
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  private mutating func take(_ event: Event, at now: Instant) {
    switch event {
    case .woke: break
    case .feedOpened(let id, let subject, let output, let isContinued):
      open(id, subject, output, isContinued: isContinued, at: now)
    case .feedBegun(let id): change(id) { $0.hasBegun = true }
    case .feedReady(let id): change(id) { $0.ready() }
    case .feedBusy(let id): change(id) { $0.block(isLost: true) }
    case .feedBlocked(let id): change(id) { $0.block(isLost: false) }
    case .feedPaused(let id): change(id) { $0.pause() }
    case .feedResumed(let id): change(id) { $0.resume() }
    case .feedResized(let id, let output): resize(id, output)
    case .feedTurned(let id, let subject, let output): turn(id, to: subject, output)
    case .feedClosed(let id): close(id)
    case .feedEnded(let id): end(id)
    case .began: begin(at: now)
    case .reported(let name, let line): report(line, from: name, at: now)
    case .received(let id, let bytes): receive(id, bytes, at: now)
    case .complained(let id, let bytes):
      if let index = sourcePlaces[id] { sources[index].supervision.complained(bytes) }
    case .muted(let id): if let index = sourcePlaces[id] { supervise(index, .muted, at: now) }
    case .exited(let id, let status): exited(id, status, at: now)
    case .spawnFailed(let id, let reason): spawnFailed(id, reason, at: now)
    case .typed(let id, let bytes): typed(bytes, at: id, now)
    case .clock(let wall): tell(wall)
    case .recalled(let records): recalled(records)
    case .clicked(let feed, let click):
      if !pass(click, from: feed, at: now) { clicked(click, at: now) }
    case .stepped(let name, let amount): step(name, by: amount)
    case .steppedTo(let name, let value): step(name, to: value)
    case .valued(let name, let reading): value(name, reading, at: now)
    case .failed(let name, let message): fail(name, message, at: now)
    case .refreshed(let name): refresh(name, at: now)
    case .opened:
      replay(.open, at: now)
      replayPanel(.open, at: now)
    case .replayed(let group): replay(group: group, at: now)
    case .periodChanged(let name): changePeriod(name, at: now)
    case .motionLimited(let new): limit(to: new)
    case .reconfigured(let new, let kept): reconfigure(new, kept: kept, at: now)
    case .configFaulted(let fault):
      guard fault != configFault else { break }
      configFault = fault
      changed()
    case .stopped: stop(at: now)
    case .replaced: keepRest()
    }
  }

  // MARK: Metrics

  /// Gives a metric a new value, and its motion a place in the rhythm.
  ///
  /// `asked` is when its source was asked, if others were asked with it; `driver` is the metric
  /// that it is computed from and moves with.
  mutating func set(
    _ index: Int, _ reading: Reading, cause: MotionPlan.Cause, asked: Instant? = nil,
    following driver: Int? = nil, at now: Instant
  ) {
    remember(index, reading)
    // What is computed moves with what it follows, also with the group of that.
    let leader = metrics[index].configuration.hasOwnMotion ? index : driver ?? index
    let group = group(of: leader, cause: cause, at: now)
    let led = group == nil ? driver.map { metrics[$0].origin.start } : nil
    let start = led ?? asked ?? now
    // What no feed shows does not move, and opens no bar.
    let isSeen =
      feeds.isEmpty || metrics[index].configuration.isForeign
      || feeds.contains { $0.metrics.contains(index) }
    if isSeen, opening == .pending, cause == .data, reading.quantity?.isFinite == true {
      open(at: start)
    }
    let context = Metric.Context(
      start: start, tick: clock.sample(at: now), cause: cause, interval: interval(of: index),
      group: group,
      manner: driver.flatMap { driver in
        group != nil && leader == index ? nil : metrics[index].manner(like: metrics[driver])
      },
      limits: isSeen ? limits : MotionLimits(reduction: .jump),
      isOpening: isSeen && metrics[index].isOpening && openingProgress(at: start) != nil)
    let others = isMoving(at: now, except: index)
    switch metrics[index].set(reading, at: now, context: context) {
    case .same: return
    case .changed: break
    case .moving:
      guard let transition = metrics[index].transition else { break }
      join(
        start: transition.start, end: transition.end, alone: !others,
        framesPerSecond: metrics[index].configuration.motion.framesPerSecond)
    }
    noteChange(of: index, cause: cause, asked: asked)
    if isSeen { changed(asked: asked) }
  }

  /// How often the source of a metric reports, where it is asked.
  func interval(of index: Int) -> TimeSpan? {
    metrics[index].source.flatMap { configuration.sources[$0].interval }
  }

  /// What a metric that changes at `now` has in common with its group; nil when it moves for itself.
  private func group(of index: Int, cause: MotionPlan.Cause, at now: Instant) -> MotionPlan.Group? {
    guard let members = groups[metrics[index].configuration.motion.group], members.count > 1 else {
      return nil
    }
    return MotionPlan.group(
      members.map { member in
        let metric = metrics[member]
        let observed =
          member == index ? metric.observedInterval(at: now) : metric.observedInterval
        let settings = metric.configuration.motion
        return (settings, interval(of: member) ?? (settings.style == "auto" ? observed : nil))
      }, cause: cause)
  }

  private mutating func value(_ name: String, _ reading: Reading, at now: Instant) {
    guard let index = metricIndices[name] else {
      return effects.append(.report(Diagnostic("no metric '\(name)'")))
    }
    // It comes after the steps of this moment, and in their place.
    steps[index] = nil
    setHealth(.fine, of: index)
    set(index, reading, cause: .data, at: now)
  }

  /// What moves ends with the next frame where less motion is wanted than before.
  private mutating func limit(to new: MotionLimits) {
    let old = limits
    limits = new
    guard new.reduction != old.reduction, new.reduction != .none else { return }
    for index in metrics.indices { metrics[index].settle() }
    panel.settle()
    opening = .done
    clock.stop()
    changed()
  }

  mutating func setHealth(_ health: Metric.Health, of index: Int) {
    guard metrics[index].health != health else { return }
    metrics[index].health = health
    panel.isStale = true
    noteChange(of: index, cause: .data, asked: nil)
    changed()
  }
}
