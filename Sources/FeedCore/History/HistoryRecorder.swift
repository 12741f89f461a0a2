/// Collects values minute by minute, and gives the minutes that are over.
package struct HistoryRecorder: Hashable, Sendable {
  private struct Open: Hashable, Sendable {
    var start: WallTime
    var bucket: HistoryBucket
  }

  private var open: [HistoryKey: Open] = [:]
  private var closed: [HistoryRecord] = []
  /// The newest value of each metric: what its rise is measured from.
  private var previous: [HistoryKey: Double] = [:]

  /// Minutes that nobody takes are given up from the oldest.
  package static let closedLimit = 4096
  private static let minute: Int64 = 60

  package init() {}

  /// Tells what a metric was worth before this program began; what is known already holds.
  package mutating func learn(_ value: Double, of key: HistoryKey) {
    if previous[key] == nil { previous[key] = value }
  }

  /// Takes in a value, and gives it as a bucket of its own; nil for what is no number.
  @discardableResult
  package mutating func record(
    _ value: Double, of key: HistoryKey, at moment: WallTime
  ) -> HistoryRecord? {
    guard value.isFinite else { return nil }
    let start = moment.floored(to: Self.minute)
    var bucket = HistoryBucket()
    bucket.add(value, after: previous[key])
    previous[key] = value
    if let present = open[key], present.start != start { close(key, present) }
    if open[key] == nil { open[key] = Open(start: start, bucket: HistoryBucket()) }
    open[key]?.bucket.merge(bucket)
    return HistoryRecord(key: key, resolution: .minute, start: start, bucket: bucket)
  }

  /// Gives the minutes that are over at `moment`, each once, in the order of time.
  package mutating func take(at moment: WallTime) -> [HistoryRecord] {
    let start = moment.floored(to: Self.minute)
    for (key, present) in open where present.start != start { close(key, present) }
    return takeClosed()
  }

  /// Gives all that has not been taken, the minute that is not over, too.
  package mutating func takeAll() -> [HistoryRecord] {
    for (key, present) in open { close(key, present) }
    return takeClosed()
  }

  /// All that has not been taken, which stays to be taken.
  package var pending: [HistoryRecord] {
    var copy = self
    return copy.takeAll()
  }

  private mutating func close(_ key: HistoryKey, _ present: Open) {
    open[key] = nil
    closed.append(
      HistoryRecord(
        key: key, resolution: .minute, start: present.start, bucket: present.bucket))
    if closed.count > Self.closedLimit { closed.removeFirst(closed.count - Self.closedLimit) }
  }

  private mutating func takeClosed() -> [HistoryRecord] {
    defer { closed = [] }
    return closed.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
  }
}
