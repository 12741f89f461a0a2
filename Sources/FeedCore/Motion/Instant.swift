/// A length of time in nanoseconds; may be negative.
package struct TimeSpan: Hashable, Sendable, Comparable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static let zero = TimeSpan(nanoseconds: 0)

  package static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: 1_000_000) * count
  }

  /// Rounds to the nanosecond; not a number is zero, what does not fit is clamped to ±292 years.
  package static func seconds(_ count: Double) -> TimeSpan {
    let scaled = (count * 1e9).rounded()
    guard !scaled.isNaN else { return .zero }
    if scaled >= 9.2e18 { return TimeSpan(nanoseconds: 9_200_000_000_000_000_000) }
    if scaled <= -9.2e18 { return TimeSpan(nanoseconds: -9_200_000_000_000_000_000) }
    return TimeSpan(nanoseconds: Int64(scaled))
  }

  package var seconds: Double { Double(nanoseconds) / 1e9 }

  package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Saturates at ±292 years.
  package static func * (span: TimeSpan, count: Int64) -> TimeSpan {
    let (product, overflow) = span.nanoseconds.multipliedReportingOverflow(by: count)
    guard overflow else { return TimeSpan(nanoseconds: product) }
    return TimeSpan(nanoseconds: (span.nanoseconds < 0) == (count < 0) ? .max : .min)
  }

  package static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
  }

  package static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan { left + right * -1 }
}

/// A moment on the engine's own monotonic timeline.
package struct Instant: Hashable, Sendable, Comparable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static let zero = Instant(nanoseconds: 0)

  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Saturates at the ends of the timeline.
  package static func + (left: Instant, right: TimeSpan) -> Instant {
    Instant(
      nanoseconds: (TimeSpan(nanoseconds: left.nanoseconds) + right).nanoseconds)
  }

  package static func - (left: Instant, right: Instant) -> TimeSpan {
    let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (right.nanoseconds < 0 ? .max : .min) : difference)
  }
}
