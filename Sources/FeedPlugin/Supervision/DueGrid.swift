import FeedCore

/// The times when a source is due: origin + n · interval, for ever without drift.
///
/// All sources share the origin, so those with intervals in common are due in one wake-up.
struct DueGrid: Hashable, Sendable {
  let origin: Instant
  let interval: TimeSpan

  /// The first due time that is later than `time`; the end of the timeline where there is none.
  func next(after time: Instant) -> Instant {
    let passed = (time - origin).nanoseconds
    let length = max(interval.nanoseconds, 1)
    let count = passed / length - (passed % length < 0 ? 1 : 0)
    guard count < .max else { return Instant(nanoseconds: .max) }
    let (offset, overflow) = length.multipliedReportingOverflow(by: count + 1)
    return overflow ? Instant(nanoseconds: .max) : origin + TimeSpan(nanoseconds: offset)
  }

  /// The first due time that is not before `time`.
  func next(notBefore time: Instant) -> Instant {
    next(after: time + TimeSpan(nanoseconds: -1))
  }

  /// The due time that is nearest to one interval after a run at `time`: never closer than half.
  func next(afterRunAt time: Instant) -> Instant {
    let half = interval.nanoseconds / 2 + interval.nanoseconds % 2
    return next(notBefore: time + TimeSpan(nanoseconds: half))
  }
}
