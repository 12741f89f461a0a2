import Glibc

/// The time that no one sets.
///
/// It goes on while the machine sleeps: what comes due then is due.
package enum MonotonicClock {
  /// Nanoseconds since some fixed moment (`CLOCK_BOOTTIME`); costs no system call.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
