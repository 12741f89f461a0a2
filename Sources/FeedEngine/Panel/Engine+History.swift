import FeedConfig
import FeedCore
import FeedPlugin

extension Engine {
  /// No more often than this is anything written.
  private static let keepingInterval = TimeSpan.seconds(60)

  /// The clock on the wall has been read.
  mutating func tell(_ wall: WallTime) {
    let slot = { (time: WallTime?) in time?.floored(to: 60) }
    if slot(panel.wall) != slot(wall) { panel.isStale = true }
    panel.wall = wall
  }

  /// Takes a value into the past of its metric.
  mutating func remember(_ index: Int, _ reading: Reading) {
    panel.isStale = true
    if reading != .missing { panel.reported[index] = panel.wall }
    guard panel.keepsHistory || panel.book != nil, let key = panel.keys[index],
      let wall = panel.wall,
      let value = reading.quantity?.double,
      let record = panel.recorder.record(value, of: key, at: wall)
    else { return }
    panel.book?.add(record)
  }

  /// Gives minutes that are over to be kept: with whatever else happens, never by itself.
  mutating func keepHistory(at now: Instant) {
    // What is on its way out could be missing in what comes back.
    guard let wall = panel.wall, !isRecalling else { return }
    guard let last = panel.lastKept else {
      panel.lastKept = now
      return
    }
    guard now - last >= Self.keepingInterval else { return }
    panel.lastKept = now
    panel.book?.compact(in: panel.zone, known: Set(panel.keys.values))
    keep(panel.recorder.take(at: wall))
  }

  /// Gives all that has not been kept yet, at the end.
  mutating func keepRest() { keep(panel.recorder.takeAll()) }

  private mutating func keep(_ records: [HistoryRecord]) {
    guard panel.keepsHistory, !records.isEmpty else { return }
    effects.append(.keep(records))
  }

  /// What has been kept was asked for and has not come yet.
  var isRecalling: Bool { panel.hasRecalled && panel.book == nil }

  /// Asks for what has been kept, once.
  mutating func recallHistory() {
    guard !panel.hasRecalled else { return }
    panel.hasRecalled = true
    guard panel.keepsHistory else { return recalled([]) }
    effects.append(.recall)
  }

  /// Whether numbers are measured from what was before this run.
  var needsPast: Bool {
    panel.keepsHistory && panel.rows.contains { $0.aggregate == .increase }
  }

  /// Sources are wanted from now on.
  mutating func begin(at now: Instant) {
    if needsPast { recallHistory() }
    hasBegun = true
    beginSources(at: now)
  }

  /// What has been kept, with what has come since that is not kept yet.
  mutating func recalled(_ records: [HistoryRecord]) {
    var book = HistoryBook(records)
    book.keep(only: Set(panel.keys.values))
    for key in book.keys {
      if let value = book[key]?.lastValue { panel.recorder.learn(value, of: key) }
    }
    for record in panel.recorder.pending { book.add(record) }
    panel.book = book
    panel.isStale = true
  }
}
