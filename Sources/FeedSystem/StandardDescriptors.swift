import CLinux
import Glibc

/// The descriptors 0, 1 and 2.
package enum StandardDescriptors {
  /// Whether one of them is open; to be asked before `ensure()`.
  package static func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  /// Opens `/dev/null` for those that are closed, so that no other file gets their numbers.
  ///
  /// To be called before anything else is opened.
  package static func ensure() throws(SystemCallError) {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one, as those below are open.
      let opened = try checked("open") { odobar_open("/dev/null", O_RDWR) }
      // Children inherit these.
      try checked("fcntl") { fcntl(opened, F_SETFD, 0) }
    }
  }

  /// Standard input, to be read without blocking and without changing it for others.
  package static func input() -> Descriptor { Descriptor(borrowing: 0).reopenedForReading() }

  /// Standard output as it is, for a `FeedWriter`.
  package static func output() -> Descriptor { Descriptor(borrowing: 1) }
}
