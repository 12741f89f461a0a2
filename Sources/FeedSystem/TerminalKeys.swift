import CLinux
import Glibc

/// A terminal that gives every key at once, for as long as it is ours.
///
/// The mode that it had before comes back whatever happens: by `release()`, at the end of this
/// object, and, if the program is killed, by a process that waits for that.
package final class TerminalKeys {
  /// To be polled for reading.
  package let descriptor: Descriptor
  private let farewell: [UInt8]
  private var isOurs = false
  private var watcher: (process: pid_t, pipe: Descriptor)?

  /// The terminal of a descriptor, whichever way that was opened; nil if it is none.
  ///
  /// `farewell` is what else has to be written to it if the program is killed; 256 bytes at most.
  package init?(of source: Int32, farewell: [UInt8]) {
    guard Terminal.isTerminal(source) else { return nil }
    descriptor = Descriptor(borrowing: source).reopenedForReading()
    self.farewell = farewell
  }

  deinit { release() }

  /// Takes the terminal; again after a stop, when somebody else may have changed it.
  ///
  /// A terminal that is gone is taken in vain: reading it tells.
  package func acquire() {
    guard odobar_begin_keys(descriptor.number) == 0, !isOurs else { return }
    isOurs = true
    watch()
  }

  /// Gives the terminal back as it was.
  package func release() {
    guard isOurs else { return }
    isOurs = false
    _ = odobar_end_keys(descriptor.number)
    dismiss()
  }

  /// A watcher that cannot be had is not worth failing for.
  private func watch() {
    var writeEnd: Int32 = -1
    let process = farewell.withUnsafeBytes {
      odobar_watch_terminal(descriptor.number, $0.baseAddress, $0.count, &writeEnd)
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
