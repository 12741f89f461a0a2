import CLinux
import Glibc

/// What became of a line.
package enum WriteOutcome: Hashable, Sendable {
  /// All of it is out.
  case written
  /// Not started: the reader still has the one before. Draw a newer one when it has room.
  case busy
  /// Started; the rest goes out by `flush()` when there is room.
  case partial
  /// The reader has gone, as readers do.
  case closed
  /// The line cannot be written, and no later one could: a full disk, say.
  case failed(SystemCallError)
}

/// Writes whole lines or none, and never waits.
///
/// A reader that stalls holds one line at most, so it wakes to the newest, never to a backlog; a
/// line that was started is always finished before anything else. A pipe is made as large as a line,
/// which then goes out in one call: not even a kill leaves half of it.
package final class FeedWriter {
  private let descriptor: Descriptor
  /// The line that is not all out yet, and how much of it is.
  private var line: [UInt8] = []
  private var offset = 0
  private var isWaiting = false
  private let isPipe: Bool
  /// What a pipe holds at the most; one page can be polled for being empty.
  private var capacity = Int.max
  /// When to look again whether a larger pipe is empty: that cannot be polled for.
  package private(set) var retryAt: Int64?
  private var pause = FeedWriter.shortestPause

  private static let page = 4096
  private static let shortestPause: Int64 = 10_000_000
  private static let longestPause: Int64 = 1_000_000_000

  /// Writes to a descriptor whose flags stay as they are.
  package init(_ target: Descriptor) {
    descriptor = target.reopenedForWriting()
    let kind = odobar_kind(descriptor.number)
    isPipe = kind == Int32(odobar_kind_pipe.rawValue)
    if kind == Int32(odobar_kind_socket.rawValue) {
      // As small as can be: what fits in here is backlog.
      odobar_set_smallest_send_buffer(descriptor.number)
    }
  }

  /// The number to poll.
  package var number: Int32 { descriptor.number }

  /// What to poll for: room if something waits, else just the reader's end.
  package var interest: Interest {
    (isWaiting && retryAt == nil) || hasRemainder ? .writable : []
  }

  /// Whether a line may be written as far as is known.
  package var isReady: Bool { !isWaiting && !hasRemainder }

  /// Whether a started line still has to be finished.
  package var hasRemainder: Bool { offset < line.count }

  /// Writes a line, newline included, if the reader has taken the one before.
  package func write(_ bytes: [UInt8]) -> WriteOutcome {
    let outcome = flush()
    guard outcome == .written else { return outcome == .partial ? .busy : outcome }
    line = bytes
    offset = 0
    makeRoom(for: bytes.count)
    return push()
  }

  /// Goes on after a poll: finishes the line that was started.
  ///
  /// - Returns: `written` if there is room for a new line.
  package func flush() -> WriteOutcome {
    if hasRemainder {
      let outcome = push()
      guard outcome == .written else { return outcome }
    }
    return room()
  }

  /// Waits so many nanoseconds at most for the rest of a line to go out.
  package func finish(within patience: Int64) {
    let deadline = MonotonicClock.now + patience
    var poller = Poller()
    poller.watch(number, for: .writable)
    while hasRemainder, MonotonicClock.now < deadline, push() == .partial {
      guard (try? poller.wait(until: deadline)) != nil else { return }
    }
  }

  /// Whether the reader has taken all that was written.
  private func room() -> WriteOutcome {
    if descriptor.access == .direct { return .written }
    do {
      let now = try descriptor.readiness(for: .writable)
      if now.isBroken || now.isHungUp { return .closed }
      isWaiting = !now.isWritable || !isEmptied()
      return isWaiting ? .busy : .written
    } catch {
      return .failed(error)
    }
  }

  /// Whether a pipe that has room is empty.
  ///
  /// One that is not is made so small that it has room only when it is. That fails while it holds
  /// more than a page: then the only way to know is to look again.
  private func isEmptied() -> Bool {
    retryAt = nil
    guard isPipe, capacity > Self.page, odobar_waiting_bytes(number) > 0 else {
      pause = Self.shortestPause
      return true
    }
    if odobar_set_pipe_size(number, Int32(Self.page)) > 0 {
      capacity = Self.page
    } else {
      retryAt = MonotonicClock.now + pause
      pause = min(2 * pause, Self.longestPause)
    }
    return false
  }

  /// Makes a pipe large enough for a line, so that it goes out whole.
  private func makeRoom(for count: Int) {
    guard isPipe, count > Self.page, count > capacity || capacity == .max else { return }
    let size = odobar_set_pipe_size(number, Int32(clamping: count))
    if size > 0 { capacity = Int(size) }
  }

  private func push() -> WriteOutcome {
    while hasRemainder {
      do {
        switch try descriptor.write(line, from: offset) {
        case .wrote(let count): offset += count
        case .closed: return abandon(.closed)
        case .wouldBlock:
          guard offset > 0 else {
            line.removeAll(keepingCapacity: true)
            isWaiting = true
            return .busy
          }
          return .partial
        }
      } catch {
        // A terminal that was hung up is a reader that went away.
        return abandon(error.code == EIO ? .closed : .failed(error))
      }
    }
    line.removeAll(keepingCapacity: true)
    offset = 0
    (isWaiting, retryAt) = (false, nil)
    return .written
  }

  private func abandon(_ outcome: WriteOutcome) -> WriteOutcome {
    line.removeAll(keepingCapacity: true)
    offset = 0
    (isWaiting, retryAt) = (false, nil)
    return outcome
  }
}
