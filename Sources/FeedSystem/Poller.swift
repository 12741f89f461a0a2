import CLinux
import Glibc

/// What to wait for on a descriptor; hanging up and errors are told even with nothing else.
package struct Interest: OptionSet, Hashable, Sendable {
  /// One bit for each.
  package let rawValue: UInt8

  /// Bits of `readable` and `writable`.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// There is something to read, or the end.
  package static let readable = Interest(rawValue: 1)
  /// There is room to write.
  package static let writable = Interest(rawValue: 2)

  var events: Int16 {
    var events: Int32 = 0
    if contains(.readable) { events |= POLLIN }
    if contains(.writable) { events |= POLLOUT }
    return Int16(events)
  }
}

/// What a descriptor is ready for.
package struct Readiness: Hashable, Sendable {
  /// Which descriptor.
  package let number: Int32
  /// A read gives bytes or the end.
  package let isReadable: Bool
  /// A write takes at least a byte.
  package let isWritable: Bool
  /// The other end is closed; there may still be bytes to read.
  package let isHungUp: Bool
  /// Writing is in vain (the reader of a pipe has gone), or the descriptor is not open.
  package let isBroken: Bool

  /// Reading tells something new: bytes, or the end.
  package var canRead: Bool { isReadable || isHungUp || isBroken }
}

extension Readiness {
  init(_ entry: pollfd) {
    let events = Int32(entry.revents)
    number = entry.fd
    isReadable = events & POLLIN != 0
    isWritable = events & POLLOUT != 0
    isHungUp = events & POLLHUP != 0
    isBroken = events & (POLLERR | POLLNVAL) != 0
  }
}

/// A set of descriptors to wait for, all in one `ppoll`.
package struct Poller: ~Copyable {
  private var entries: [pollfd] = []
  /// What the last wait found, in the order of watching; empty if the time came.
  package private(set) var ready: [Readiness] = []

  /// Watches nothing yet.
  package init() {}

  /// Adds a descriptor, or changes what to wait for on it.
  ///
  /// - Complexity: O(*n*) in the number of descriptors.
  package mutating func watch(_ number: Int32, for interest: Interest) {
    if let index = entries.firstIndex(where: { $0.fd == number }) {
      entries[index].events = interest.events
    } else {
      entries.append(pollfd(fd: number, events: interest.events, revents: 0))
    }
  }

  /// Takes a descriptor out; must come before it is closed, as its number is then used again.
  ///
  /// - Complexity: O(*n*) in the number of descriptors.
  package mutating func forget(_ number: Int32) {
    entries.removeAll { $0.fd == number }
  }

  /// Waits until a descriptor is ready or the time has come; never comes back early.
  ///
  /// - Parameter deadline: Nanoseconds of `MonotonicClock`; nil waits for ever.
  /// - Throws: What `ppoll` says; an interruption is not an error.
  package mutating func wait(until deadline: Int64?) throws(SystemCallError) {
    ready.removeAll(keepingCapacity: true)
    while true {
      let now = MonotonicClock.now
      let timeout = deadline.map { max($0, now) - now } ?? -1
      let count = odobar_poll(&entries, entries.count, timeout)
      if count > 0 { break }
      if count < 0, errno != EINTR { throw SystemCallError(call: "ppoll", code: errno) }
      if count == 0, let deadline, MonotonicClock.now >= deadline { return }
    }
    for entry in entries where entry.revents != 0 {
      ready.append(Readiness(entry))
    }
  }
}
