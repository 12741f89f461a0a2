/// A moment by the clock on the wall: whole seconds since the start of 1970 in UTC.
///
/// Unlike `Instant` it is set back and forth by people and by the network; nothing that moves may
/// depend on it.
package struct WallTime: Hashable, Sendable, Comparable {
  package var seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }

  package static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }

  /// Saturates at the ends of `Int64`.
  package static func + (left: WallTime, seconds: Int64) -> WallTime {
    let (sum, overflow) = left.seconds.addingReportingOverflow(seconds)
    return WallTime(seconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// The start of the stretch of so many seconds that the moment is in, counted from 1970.
  package func floored(to seconds: Int64) -> WallTime {
    let rest = self.seconds % seconds
    return WallTime(seconds: self.seconds - (rest < 0 ? rest + seconds : rest))
  }
}
