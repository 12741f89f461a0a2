import CLinux

/// Tells when the machine has slept, so that what came due meanwhile is done at once: a wait for a
/// time counts only the time in which the machine was awake.
///
/// It also tells when somebody has set the clock on the wall.
package struct ClockWatch {
  /// To be polled for reading: then call `acknowledge()`.
  package let descriptor: Descriptor

  package init() throws(SystemCallError) {
    descriptor = Descriptor(owning: try checked("timerfd_create") { odobar_open_clock_watch() })
  }

  /// Takes what was told, so that the next time is told again.
  package func acknowledge() {
    var bytes: [UInt8] = []
    // It fails with ECANCELED: that is the news.
    _ = try? descriptor.read(into: &bytes)
  }
}
