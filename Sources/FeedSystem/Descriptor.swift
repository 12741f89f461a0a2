import CLinux
import Glibc

/// A file descriptor with an owner: it is closed when the last reference goes.
///
/// Reading and writing never block, however the descriptor was opened, and never change the flags
/// of an open file description that another process may share.
package final class Descriptor {
  /// How to keep from blocking.
  enum Access {
    /// The description is this process's own, and non-blocking.
    case nonBlocking
    /// Each call says that it must not block.
    case socket
    /// A file or a device that is always ready.
    case direct
    /// The description is shared and blocking: ask first, then move little.
    case polled
  }

  /// The number to poll.
  package let number: Int32
  let access: Access
  private let isOwned: Bool
  /// What it is the number of, if that is another's: stays open as long.
  private let original: Descriptor?

  /// Takes over a non-blocking descriptor.
  init(owning number: Int32, access: Access = .nonBlocking) {
    self.number = number
    self.access = access
    original = nil
    isOwned = true
  }

  /// Uses a descriptor that somebody else closes, by its own rules.
  private init(using number: Int32, access: Access, for original: Descriptor?) {
    self.number = number
    self.access = access
    self.original = original
    isOwned = false
  }

  /// Takes over a descriptor of any kind, received or inherited.
  package convenience init(adopting number: Int32) {
    self.init(owning: number, access: .polled)
  }

  /// Uses a descriptor that stays open, such as 0, 1 and 2.
  package convenience init(borrowing number: Int32) {
    self.init(using: number, access: .polled, for: nil)
  }

  deinit {
    // Not tried again after EINTR: Linux has closed it by then.
    if isOwned { close(number) }
  }

  /// A descriptor for the same file that can be read without ever blocking.
  package func reopenedForReading() -> Descriptor { reopened(O_RDONLY) }

  /// A descriptor for the same file that can be written without ever blocking.
  package func reopenedForWriting() -> Descriptor { reopened(O_WRONLY) }

  private func reopened(_ mode: Int32) -> Descriptor {
    let kind = odobar_kind(number)
    if kind == Int32(odobar_kind_socket.rawValue) {
      return Descriptor(using: number, access: .socket, for: self)
    }
    // A regular file would lose its position, and blocks only as long as the disk does.
    if kind == Int32(odobar_kind_other.rawValue) {
      return Descriptor(using: number, access: .direct, for: self)
    }
    // O_NONBLOCK belongs to the open file description: on a shared one it would make the reads of
    // a shell, or the writes of another process, fail. Opening it again gives one of our own.
    let again = odobar_open("/proc/self/fd/\(number)", mode | O_NONBLOCK)
    if again >= 0 { return Descriptor(owning: again) }
    return Descriptor(using: number, access: .polled, for: self)
  }
}

extension Descriptor {
  /// Two ends of a new pipe, both closed at exec.
  package struct Pipe {
    package let readEnd: Descriptor
    package let writeEnd: Descriptor

    package init() throws(SystemCallError) {
      var ends: (Int32, Int32) = (-1, -1)
      try checked("pipe") {
        withUnsafeMutableBytes(of: &ends) {
          odobar_pipe($0.assumingMemoryBound(to: Int32.self).baseAddress)
        }
      }
      readEnd = Descriptor(owning: ends.0)
      writeEnd = Descriptor(owning: ends.1)
    }
  }

  /// Makes the description non-blocking; only for one that no other process has.
  func becomeNonBlocking() throws(SystemCallError) {
    try checked("fcntl") { odobar_set_nonblocking(number) }
  }

  /// What can be done right now, without waiting.
  func readiness(for interest: Interest) throws(SystemCallError) -> Readiness {
    var entry = pollfd(fd: number, events: interest.events, revents: 0)
    try checked("poll") { odobar_poll(&entry, 1, 0) }
    return Readiness(entry)
  }
}
