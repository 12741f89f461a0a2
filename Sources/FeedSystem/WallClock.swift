import Glibc

/// The time that people have: it is set, and may jump.
package enum WallClock {
  /// Whole seconds since the start of 1970 in UTC (`CLOCK_REALTIME`); costs no system call.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec)
  }
}

/// The time zone of the user, as `TZ` or `/etc/localtime` have it.
package enum SystemZone {
  /// From a moment on, local time is so many seconds ahead of UTC.
  package struct Change: Hashable, Sendable {
    /// Seconds since 1970.
    package let from: Int64
    /// Seconds ahead of UTC.
    package let offset: Int64
  }

  /// The offset at the beginning of a stretch of time, and its changes within it.
  ///
  /// Found by asking for each day: rules of zones are the C library's business.
  package static func offsets(
    from start: Int64, to end: Int64
  ) -> (first: Int64, changes: [Change]) {
    tzset()
    let first = offset(at: start)
    var changes: [Change] = []
    var (moment, known) = (start, first)
    while moment < end {
      let next = min(moment + day, end)
      let present = offset(at: next)
      if present != known {
        changes.append(
          Change(from: firstMoment(with: present, from: moment, to: next), offset: present))
        known = present
      }
      moment = next
    }
    return (first, changes)
  }

  private static let day: Int64 = 86_400

  /// The first moment that has the offset which `high` has and `low` has not.
  private static func firstMoment(with wanted: Int64, from low: Int64, to high: Int64) -> Int64 {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(at: middle) == wanted { high = middle } else { low = middle }
    }
    return high
  }

  private static func offset(at moment: Int64) -> Int64 {
    var time = time_t(moment)
    var local = tm()
    localtime_r(&time, &local)
    return Int64(local.tm_gmtoff)
  }
}
