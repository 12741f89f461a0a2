import CLinux
import Glibc

/// A terminal that gives every key at once, for as long as it is ours.
///
/// The mode that it had before comes back by `release()`, at the end of this object, and, if that is
/// wanted, by a process that waits for the death of this one.
package final class TerminalKeys {
  /// To be polled for reading.
  package let descriptor: Descriptor
  private let farewell: [UInt8]?
  private var modes = odobar_mode()
  private var isOurs = false
  private var watcher: (process: pid_t, pipe: Descriptor)?

  /// The terminal of a descriptor, whichever way that was opened; nil if it is none.
  ///
  /// - Parameters:
  ///   - source: The descriptor.
  ///   - farewell: What else has to be written to it if this program is killed, 256 bytes at most;
  ///     nil if somebody else looks after it then.
  ///   - mode: Its mode before, as `mode(of:)` has told; nil: the one that it has.
  package init?(of source: Descriptor, farewell: [UInt8]?, mode: String? = nil) {
    guard Terminal.isTerminal(source.number) else { return nil }
    descriptor = source.reopenedForReading()
    self.farewell = farewell
    if let mode, Self.read(mode, into: &modes.before) { modes.is_known = 1 }
  }

  deinit { release() }

  /// The mode of a terminal as a word for another process; nil if the descriptor is none.
  package static func mode(of terminal: Int32) -> String? {
    var mode = termios()
    guard tcgetattr(terminal, &mode) == 0 else { return nil }
    return withUnsafeBytes(of: mode) { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  static func read(_ text: String, into mode: inout termios) -> Bool {
    let digits = Array(text.utf8)
    guard digits.count == 2 * MemoryLayout<termios>.size else { return false }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
    }
    guard bytes.count == MemoryLayout<termios>.size else { return false }
    withUnsafeMutableBytes(of: &mode) { $0.copyBytes(from: bytes) }
    return true
  }

  /// Takes the terminal; again after a stop, when somebody else may have changed it.
  ///
  /// A terminal that is gone is taken in vain: reading it tells.
  package func acquire() {
    guard odobar_begin_keys(descriptor.number, &modes) == 0, !isOurs else { return }
    isOurs = true
    watch()
  }

  /// Gives the terminal back as it was.
  package func release() {
    guard isOurs else { return }
    isOurs = false
    _ = odobar_end_keys(descriptor.number, &modes)
    dismiss()
  }

  /// A watcher that cannot be had is not worth failing for.
  private func watch() {
    guard let farewell else { return }
    var writeEnd: Int32 = -1
    let process = farewell.withUnsafeBytes {
      odobar_watch_terminal(descriptor.number, &modes, $0.baseAddress, $0.count, 0, &writeEnd)
    }
    guard process > 0 else { return }
    watcher = (process, Descriptor(owning: writeEnd))
  }

  private func dismiss() {
    guard let watcher else { return }
    self.watcher = nil
    _ = try? watcher.pipe.write([1])
    while waitpid(watcher.process, nil, 0) < 0, errno == EINTR {}
  }
}
