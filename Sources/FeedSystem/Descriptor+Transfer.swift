import CLinux
import Glibc

/// Why reading stopped.
package enum ReadResult: Hashable, Sendable {
  /// Nothing more for now.
  case drained
  /// The bound was reached; there may be more, and polling says so at once.
  case more
  /// The other end is closed.
  case ended
}

/// How far a write came.
package enum WriteResult: Hashable, Sendable {
  /// So many bytes went out; at least one, unless there were none to write.
  case wrote(Int)
  /// No room for now.
  case wouldBlock
  /// Nobody reads any more.
  case closed
}

extension Descriptor {
  private static let chunk = 1 << 16
  // What a pipe takes in whole, and a shared terminal without blocking for long.
  private static let atomic = Int(PIPE_BUF)

  /// Appends what has arrived, up to a bound, so that a flood cannot starve others.
  ///
  /// The caller keeps one array and empties it with `keepingCapacity`: then nothing is allocated.
  package func read(
    into bytes: inout [UInt8], limit: Int = 1 << 20
  ) throws(SystemCallError) -> ReadResult {
    var left = limit
    while left > 0 {
      if access == .polled, try !readiness(for: .readable).canRead { return .drained }
      let wanted = min(left, Self.chunk)
      var got = 0
      var code: Int32 = 0
      bytes.append(addingCapacity: wanted) { span in
        span.withUnsafeMutableBufferPointer { buffer, count in
          got = receive(UnsafeMutableRawBufferPointer(buffer))
          code = errno
          count = max(got, 0)
        }
      }
      if got == 0 { return .ended }
      if got < 0 {
        if code == EINTR { continue }
        if code == EAGAIN { return .drained }
        // A hung-up terminal, and a socket whose peer died with bytes unread.
        if code == EIO || code == ECONNRESET { return .ended }
        throw SystemCallError(call: "read", code: code)
      }
      left -= got
      // A short read has emptied it: no second call to hear so. An end shows at the next poll.
      if got < wanted { return .drained }
    }
    return .more
  }

  /// Writes as much as fits.
  ///
  /// - Throws: Anything but a full buffer or a reader that went away, such as a full disk.
  package func write(_ bytes: [UInt8], from offset: Int = 0) throws(SystemCallError) -> WriteResult
  {
    guard offset < bytes.count else { return .wrote(0) }
    if access == .polled {
      let now = try readiness(for: .writable)
      if now.isBroken { return .closed }
      guard now.isWritable else { return .wouldBlock }
    }
    while true {
      var code: Int32 = 0
      let count = bytes.withUnsafeBytes { all in
        let count = send(UnsafeRawBufferPointer(rebasing: all[offset...]))
        code = errno
        return count
      }
      if count >= 0 { return .wrote(count) }
      switch code {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .closed
      default: throw SystemCallError(call: "write", code: code)
      }
    }
  }

  private func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch access {
    case .socket: odobar_receive(number, buffer.baseAddress, buffer.count)
    case .nonBlocking, .direct, .polled: Glibc.read(number, buffer.baseAddress, buffer.count)
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch access {
    case .socket: odobar_send(number, bytes.baseAddress, bytes.count)
    case .nonBlocking, .direct: Glibc.write(number, bytes.baseAddress, bytes.count)
    case .polled: Glibc.write(number, bytes.baseAddress, min(bytes.count, Self.atomic))
    }
  }
}
