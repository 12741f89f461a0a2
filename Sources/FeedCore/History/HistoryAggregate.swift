/// Which number stands for all that a metric was in a period.
package enum HistoryAggregate: String, Hashable, Sendable, CaseIterable {
  /// The mean of all values: for levels and rates.
  case mean
  /// All values added up: for sources that report amounts since they were last asked.
  case sum
  case min
  case max
  /// The newest value: for totals that the source keeps itself.
  case last
  /// By how much it rose: for counters that only grow, or begin anew at zero.
  case increase

  /// The number of a bucket; nil for an empty one.
  package func value(of bucket: HistoryBucket) -> Double? {
    guard !bucket.isEmpty else { return nil }
    switch self {
    case .mean: return bucket.sum / Double(bucket.count)
    case .sum: return bucket.sum
    case .min: return bucket.minimum
    case .max: return bucket.maximum
    case .last: return bucket.last
    case .increase: return bucket.increase
    }
  }

  /// Whether the numbers of the parts add up to that of the whole.
  package var isAdditive: Bool { self == .sum || self == .increase }
}
