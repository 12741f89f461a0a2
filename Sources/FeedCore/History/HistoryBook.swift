/// The past of all metrics.
package struct HistoryBook: Hashable, Sendable {
  private var histories: [HistoryKey: MetricHistory] = [:]

  /// The past of so many metrics that the config no longer has is kept, the newest.
  package static let strangerLimit = 64

  /// An empty one.
  package init() {}

  /// What a file holds.
  package init(_ records: [HistoryRecord]) {
    for record in records { add(record) }
  }

  package var keys: Set<HistoryKey> { Set(histories.keys) }

  package subscript(key: HistoryKey) -> MetricHistory? { histories[key] }

  package mutating func add(_ record: HistoryRecord) {
    histories[record.key, default: MetricHistory()].add(
      record.bucket, at: record.start, record.resolution)
  }

  /// Leaves out all that is not of these metrics.
  package mutating func keep(only keys: Set<HistoryKey>) {
    histories = histories.filter { keys.contains($0.key) }
  }

  /// Brings every metric within its limits; of metrics that are not `known` only some stay.
  package mutating func compact(in zone: LocalZone, known: Set<HistoryKey>) {
    for key in histories.keys { histories[key]?.compact(in: zone) }
    let strangers = histories.filter { !known.contains($0.key) }
    guard strangers.count > Self.strangerLimit else { return }
    let byAge = strangers.sorted { left, right in
      (left.value.newest?.seconds ?? .min, left.key) > (
        right.value.newest?.seconds ?? .min, right.key
      )
    }
    for (key, _) in byAge.dropFirst(Self.strangerLimit) { histories[key] = nil }
  }

  /// All buckets, in an order that depends on nothing but them.
  package var records: [HistoryRecord] {
    histories.sorted { $0.key < $1.key }.flatMap { key, history in
      HistoryRecord.Resolution.allCases.reversed().flatMap { resolution in
        history.entries(of: resolution).map { entry in
          HistoryRecord(
            key: key, resolution: resolution, start: entry.start, bucket: entry.bucket)
        }
      }
    }
  }
}
