import FeedConfig
import FeedCore
import FeedOutput

/// The stats panel: its rows, their motion, and the past that they show.
struct PanelState: Sendable {
  /// One metric of the panel.
  struct Row: Sendable {
    /// Its place among the engine's metrics.
    let index: Int
    let key: HistoryKey
    let aggregate: HistoryAggregate
    /// The number for the period, and how it moves.
    var number: Metric
    var summary = PeriodSummary()
    /// What the chart's ground and its full height stand for.
    var scale: ClosedRange<Double>?
  }

  var rows: [Row] = []
  /// The rows have their numbers: a panel has been opened.
  var isOpen = false
  /// The numbers may no longer be right.
  var isStale = true
  var opening = BarOpening.pending

  // Time.
  let zone: LocalZone
  /// By the clock on the wall, as it was last told.
  var wall: WallTime?

  // History.
  let keepsHistory: Bool
  /// The metrics whose values are recorded, by their index.
  let keys: [Int: HistoryKey]
  var recorder = HistoryRecorder()
  /// When minutes were last given away.
  var lastKept: Instant?
  /// Nil until what the file holds has been asked for and has come.
  var book: HistoryBook?
  /// The file's records have been asked for.
  var hasRecalled = false
  /// When metrics last had a value, by their index.
  var reported: [Int: WallTime] = [:]
  /// What metrics were worth in each period, in short; by their index.
  var digests: [Int: [PeriodDigest]] = [:] { didSet { digestsVersion &+= 1 } }
  /// Another one whenever these were made anew.
  private(set) var digestsVersion = 0

  init(_ configuration: Configuration, _ indices: [String: Int], zone: LocalZone) {
    self.zone = zone
    keepsHistory = configuration.panel.keepsHistory
    var keys: [Int: HistoryKey] = [:]
    for row in configuration.panel.rows {
      guard let index = indices[row.metric] else { continue }
      let metric = configuration.metrics[index]
      let key = HistoryKey(row.metric)
      keys[index] = key
      rows.append(
        Row(
          index: index, key: key, aggregate: row.aggregate ?? metric.aggregate,
          number: Metric(Self.moving(metric), source: nil)))
    }
    self.keys = keys
  }

  /// The metric as the panel shows it: digits that change roll, in the unit of each moment.
  ///
  /// *Source:* the reference's panel, whose numbers roll on a spring of half a second.
  private static func moving(_ metric: MetricConfiguration) -> MetricConfiguration {
    var moving = metric
    moving.stepper = nil
    moving.chart = nil
    moving.gauge = nil
    moving.hideWhen = .never
    moving.minimum = nil
    moving.maximum = nil
    if metric.motion.style != "none" { moving.motion.style = "roll" }
    moving.motion.duration = .milliseconds(500)
    moving.motion.easing = nil
    moving.motion.spring = nil
    moving.motion.unit = .live
    return moving
  }

  /// The progress of the opening at `now`; nil when the panel is open.
  func progress(at now: Instant) -> Double? {
    guard case .running(let running) = opening, now < running.end else { return nil }
    return running.value(at: now)
  }

  func isMoving(at now: Instant) -> Bool {
    guard isOpen else { return false }
    return progress(at: now) != nil || rows.contains { $0.number.isMoving(at: now) }
  }

  mutating func settle() {
    opening = .done
    for index in rows.indices { rows[index].number.settle() }
  }
}
