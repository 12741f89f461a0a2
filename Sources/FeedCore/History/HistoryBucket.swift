/// What a metric was worth within a stretch of time, as few numbers.
package struct HistoryBucket: Hashable, Sendable {
  /// How many values came; 0 is an empty bucket, whose other numbers mean nothing.
  package var count: UInt32
  package var sum: Double
  package var minimum: Double
  package var maximum: Double
  /// The newest value.
  package var last: Double
  /// By how much the value rose, falls left out: what a counter that may be reset has counted.
  package var increase: Double

  package init() {
    (count, sum, minimum, maximum, last, increase) = (0, 0, 0, 0, 0, 0)
  }

  package init(
    count: UInt32, sum: Double, minimum: Double, maximum: Double, last: Double, increase: Double
  ) {
    self.count = count
    self.sum = sum
    self.minimum = minimum
    self.maximum = maximum
    self.last = last
    self.increase = increase
  }

  package var isEmpty: Bool { count == 0 }

  /// Takes in a finite value that comes after `previous`, the newest one before it.
  package mutating func add(_ value: Double, after previous: Double?) {
    var rise = 0.0
    // A counter that is less than it was has begun anew, from zero.
    if let previous { rise = value >= previous ? value - previous : max(value, 0) }
    merge(
      HistoryBucket(
        count: 1, sum: value, minimum: value, maximum: value, last: value, increase: rise))
  }

  /// Takes in a bucket of a later time, or of the same.
  package mutating func merge(_ later: HistoryBucket) {
    guard !later.isEmpty else { return }
    guard !isEmpty else {
      self = later
      return
    }
    count = count.addingReportingOverflow(later.count).overflow ? .max : count + later.count
    sum = (sum + later.sum).clamped
    minimum = min(minimum, later.minimum)
    maximum = max(maximum, later.maximum)
    last = later.last
    increase = (increase + later.increase).clamped
  }
}

extension Double {
  /// Sums of numbers near the ends of the scale stay numbers.
  fileprivate var clamped: Double {
    Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
