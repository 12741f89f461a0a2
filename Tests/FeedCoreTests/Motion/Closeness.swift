import FeedCore

extension Instant {
  static func milliseconds(_ count: Int64) -> Instant { .zero + .milliseconds(count) }
}

extension Double {
  /// Whether both are the same to the digits that the vectors carry.
  func isClose(to other: Double, tolerance: Double = 1e-6) -> Bool {
    (self - other).magnitude <= tolerance
  }
}
