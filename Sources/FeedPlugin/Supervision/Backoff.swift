import FeedCore

/// Growing, capped delays: 1 s, 2 s, 4 s … 60 s.
struct Backoff: Hashable, Sendable {
  static let first = TimeSpan.seconds(1)
  static let longest = TimeSpan.seconds(60)
  /// A source that has reported and lived this long after its first report begins anew.
  static let steady = TimeSpan.seconds(10)

  private(set) var failures = 0

  /// Counts a failure; what comes back is how long to wait after it.
  mutating func fail() -> TimeSpan {
    failures += 1
    let doubled = Self.first.nanoseconds << Int64(min(failures - 1, 6))
    return min(TimeSpan(nanoseconds: doubled), Self.longest)
  }

  mutating func reset() { failures = 0 }
}
