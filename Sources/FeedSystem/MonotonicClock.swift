import Glibc

/// The time that no one sets: neither a change of the date nor sleep of the machine moves it.
package enum MonotonicClock {
  /// Nanoseconds since some fixed moment (`CLOCK_MONOTONIC`); costs no system call.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
