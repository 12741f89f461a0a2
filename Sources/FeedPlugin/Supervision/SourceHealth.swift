package import FeedCore

/// How much a source's values are worth.
package enum SourceHealth: Hashable, Sendable {
  case ok
  /// The last value is old.
  case stale(since: Instant, reason: String)
  /// It failed twice in a row, or there never was a value.
  case error(reason: String)
}

/// What a source did well and badly, as far as its health depends on it.
struct HealthRecord: Hashable, Sendable {
  private(set) var hasReported = false
  private var failuresInARow = 0
  /// All failures that there ever were.
  private(set) var failureCount = 0
  /// When the present trouble began.
  private var since: Instant?
  private var reason = ""
  /// The source was silent for too long; any report ends it.
  private(set) var isSilent = false

  var health: SourceHealth {
    guard let since else { return .ok }
    return failuresInARow > 1 || !hasReported
      ? .error(reason: reason) : .stale(since: since, reason: reason)
  }

  /// Ends silence; failures are over with `succeeded`.
  mutating func reported() {
    hasReported = true
    isSilent = false
    if failuresInARow == 0 { since = nil }
  }

  mutating func succeeded() {
    failuresInARow = 0
    if !isSilent { since = nil }
  }

  /// True for a failure that is not like the one before it.
  mutating func failed(_ reason: String, at now: Instant) -> Bool {
    let isNew = failuresInARow == 0 || reason != self.reason
    failuresInARow = min(failuresInARow + 1, 2)
    failureCount &+= 1
    since = since ?? now
    self.reason = reason
    return isNew
  }

  mutating func fellSilent(for span: TimeSpan, at now: Instant) {
    isSilent = true
    guard since == nil else { return }
    since = now
    reason = "no report for \(span.phrase)"
  }
}
