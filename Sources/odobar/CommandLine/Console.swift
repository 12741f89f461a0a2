import FeedSystem

/// What people read: data on standard output, everything else on standard error.
enum Console {
  static func print(_ text: String) {
    write(Array(text.utf8), to: 1)
  }

  /// One line on standard error, with the program's name.
  static func complain(_ text: String) {
    write(Array("odobar: \(text)\n".utf8), to: 2)
  }

  /// Writes all of it, waiting for a slow reader, so many nanoseconds at most where it says so.
  ///
  /// What nobody reads is dropped. Gives what went wrong, if anything did.
  @discardableResult
  static func write(
    _ bytes: [UInt8], to number: Int32, within patience: Int64? = nil
  ) -> SystemCallError? {
    let deadline = patience.map { MonotonicClock.now + $0 }
    let descriptor = Descriptor(borrowing: number).reopenedForWriting()
    var poller = Poller()
    var offset = 0
    while offset < bytes.count {
      do throws(SystemCallError) {
        switch try descriptor.write(bytes, from: offset) {
        case .wrote(let count): offset += count
        case .closed: return nil
        case .wouldBlock:
          poller.watch(descriptor.number, for: .writable)
          try poller.wait(until: deadline)
          if let deadline, MonotonicClock.now >= deadline { return nil }
        }
      } catch {
        return error
      }
    }
    return nil
  }

  /// All of standard input.
  static func readAll() -> [UInt8] {
    let descriptor = Descriptor(borrowing: 0).reopenedForReading()
    var poller = Poller()
    var bytes: [UInt8] = []
    poller.watch(descriptor.number, for: .readable)
    do throws(SystemCallError) {
      while try descriptor.read(into: &bytes) != .ended { try poller.wait(until: nil) }
    } catch {
      complain("standard input: \(error.reason)")
    }
    return bytes
  }
}
