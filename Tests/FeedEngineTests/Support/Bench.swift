import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin

/// Runs an engine in virtual time, as a loop does: wakes it at its deadlines and keeps what it does.
struct Bench {
  struct Shot {
    /// Milliseconds.
    var at: Double
    var feed: FeedID
    var line: [UInt8]

    var text: String { String(decoding: line.dropLast(), as: UTF8.self) }
    var pictures: [Picture] { Picture.read(line) }
  }

  private(set) var engine: Engine
  private(set) var now = Instant.zero
  var shots: [Shot] = []
  /// Effects beside lines, as texts, in order.
  var log: [String] = []
  var launches: [Launch] = []
  /// How often the engine was woken by its own deadline.
  var wakes = 0
  /// Times at which a deadline was not later than the step that gave it, twice in a row.
  private(set) var stalls: [Instant] = []
  private var isStalling = false
  /// What was given to be kept.
  private(set) var kept: [HistoryRecord] = []
  /// What has been kept by runs before this one.
  var past: [HistoryRecord] = []
  /// What the clock on the wall says at 0; nil: nobody tells.
  var wall: WallTime?
  /// How late every wake-up is.
  var lateness = TimeSpan.zero

  static let feed = FeedID(0)

  init(_ engine: Engine) { self.engine = engine }

  /// A bar of these metrics with one feed that tells everything, begun at 0.
  init(
    _ metrics: [MetricConfiguration], sources: [SourceConfiguration] = [],
    output: any Output = Glass(),
    reduction: Reduction = .none, opens: Bool = false, keepsValues: Bool = false,
    kept: [String: Quantity] = [:],
    _ change: (inout Configuration) -> Void = { _ in }
  ) {
    var configuration = Configuration.of(metrics, sources: sources)
    if !opens { configuration.motion.openDuration = .zero }
    change(&configuration)
    self.init(
      Engine(
        configuration, limits: MotionLimits(reduction: reduction),
        runsSources: !sources.isEmpty || keepsValues, kept: kept))
    step([.feedOpened(Self.feed, .bar(nil), output)] + (sources.isEmpty ? [] : [.began]))
  }

  var milliseconds: Double { Double(now.nanoseconds) / 1e6 }

  /// Lets time pass until `time`, then hands in `events`.
  mutating func send(_ events: Event..., at time: Double) {
    pass(until: time, including: false)
    now = max(now, .milliseconds(time))
    step(events)
  }

  mutating func set(_ metric: String, _ value: Quantity, at time: Double) {
    send(.valued(metric: metric, .number(value)), at: time)
  }

  mutating func say(_ line: String, from source: Int = 0, at time: Double) {
    send(.received(SourceID(source), Array((line + "\n").utf8)), at: time)
  }

  /// Lets time pass until and with `time`.
  mutating func pass(until time: Double) {
    pass(until: time, including: true)
    now = max(now, .milliseconds(time))
  }

  /// Lets time pass until nothing happens by itself; gives that moment.
  @discardableResult
  mutating func rest(within span: Double = 60_000) -> Double {
    let limit = milliseconds + span
    while let due = engine.deadline, Double(due.nanoseconds) / 1e6 <= limit { wake(due) }
    return milliseconds
  }

  private mutating func pass(until time: Double, including: Bool) {
    let end = Instant.milliseconds(time)
    while let due = engine.deadline, including ? due <= end : due < end { wake(due) }
  }

  private mutating func wake(_ due: Instant) {
    now = max(now, due + lateness)
    wakes += 1
    step([.woke])
  }

  private mutating func step(_ events: [Event]) {
    var answers: [Event] = []
    let seconds = now.nanoseconds / 1_000_000_000
    let clock = wall.map { [Event.clock($0 + seconds)] } ?? []
    for effect in engine.handle(clock + events, at: now) {
      switch effect {
      case .begin(let feed, let header):
        shots.append(Shot(at: milliseconds, feed: feed, line: header))
        answers.append(.feedBegun(feed))
      case .write(let feed, let line): shots.append(Shot(at: milliseconds, feed: feed, line: line))
      case .close(let feed): log.append("close \(feed.number)")
      case .start(let id, let launch):
        launches.append(launch)
        log.append("start \(id.number)")
      case .send(let id, let line): log.append("send \(id.number) \(line)")
      case .terminate(let id): log.append("terminate \(id.number)")
      case .kill(let id): log.append("kill \(id.number)")
      case .signal(let id, let number): log.append("signal \(id.number) \(number)")
      case .keepValues(let values):
        let texts = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.plain)" }
        log.append("keep \(texts.joined(separator: " "))")
      case .launch(let arguments): log.append("launch \(arguments.joined(separator: " "))")
      case .keep(let records): kept += records
      case .recall: answers.append(.recalled(past))
      case .report(let diagnostic): log.append("report \(diagnostic.message)")
      }
    }
    let stalls = engine.deadline.map { $0 <= now } ?? false
    if stalls, isStalling {
      self.stalls.append(now)
      // Or this would never end.
      now = now + .milliseconds(1)
    }
    isStalling = stalls
    if !answers.isEmpty { step(answers) }
  }

  /// What is on screen of a metric.
  func picture(_ name: String, feed: FeedID = Bench.feed) -> Picture? {
    shots.last { $0.feed == feed }?.pictures.first { $0.name == name }
  }

  /// What would be on screen if it were drawn now.
  func truth(feed: FeedID = Bench.feed) -> [UInt8]? { engine.line(of: feed, at: now) }

  var times: [Double] { shots.map(\.at) }
  var texts: [String] { shots.map(\.text) }
}

extension Instant {
  static func milliseconds(_ count: Double) -> Instant {
    Instant(nanoseconds: Int64((count * 1e6).rounded()))
  }
}
