import CLinux
import Glibc

/// A signal that arrived, and who sent it.
package struct ReceivedSignal: Hashable, Sendable {
  /// Which signal.
  package let signal: Signal
  /// The process that sent it, or whose end it tells; 0 if the kernel did.
  package let sender: Int32
  /// The process group that the sender belonged to when the signal was taken; 0 if it has gone.
  package let group: Int32

  /// A signal that somebody else has taken and hands on.
  package init(_ signal: Signal, sender: Int32 = 0, group: Int32 = 0) {
    self.signal = signal
    self.sender = sender
    self.group = group
  }
}

/// Signals as something to read: no handler ever runs.
package struct Signals: ~Copyable {
  /// To be polled for reading.
  package let descriptor: Descriptor

  /// Blocks the signals for good, so that they wait to be read; ignores SIGPIPE and SIGXFSZ.
  package init(_ signals: [Signal] = Signal.handled) throws(SystemCallError) {
    descriptor = try Self.open(signals)
  }

  /// Does all that, and gives what is to be polled.
  package static func open(
    _ signals: [Signal] = Signal.handled
  ) throws(SystemCallError) -> Descriptor {
    try ignoreBrokenPipes()
    // A file that may not grow is told by the write, and is no end of all else.
    try checked("sigaction") { odobar_ignore_signal(SIGXFSZ) }
    // If it was ignored when the program started, exit statuses would get lost.
    try checked("sigaction") { odobar_default_signal(SIGCHLD) }
    let numbers = signals.map(\.rawValue)
    let number = try checked("signalfd") { odobar_open_signals(numbers, numbers.count) }
    // Blocked now, they wait to be read instead of being ignored.
    ignoreRefreshes(false)
    return Descriptor(owning: number)
  }

  /// Ignores the signals that refresh until there is somebody to take them, or no longer.
  package static func ignoreRefreshes(_ ignored: Bool = true) {
    let signals = Signal.handled.filter { signal in
      signal == .user1 || signal == .user2 || signal.realTimeOffset != nil
    }
    for signal in signals {
      _ =
        ignored
        ? odobar_ignore_signal(signal.rawValue) : odobar_default_signal(signal.rawValue)
    }
  }

  /// Stops this process as the terminal's stop key would have; returns when it goes on.
  package static func stopSelf() { raise(SIGSTOP) }

  /// Makes writing to a pipe without a reader an error instead of a signal.
  package static func ignoreBrokenPipes() throws(SystemCallError) {
    try checked("sigaction") { odobar_ignore_signal(SIGPIPE) }
  }

  /// Takes what has arrived, in order; like signals that were not yet taken are told once.
  package func received() throws(SystemCallError) -> [ReceivedSignal] {
    var received: [ReceivedSignal] = []
    var records = [odobar_signal](repeating: odobar_signal(), count: 32)
    while true {
      do {
        let count = try checked("read") {
          odobar_read_signals(descriptor.number, &records, records.count)
        }
        for record in records.prefix(count) {
          received.append(
            ReceivedSignal(
              Signal(rawValue: record.number), sender: record.sender, group: record.group))
        }
        if count < records.count { return received }
      } catch {
        guard error.code == EAGAIN else { throw error }
        return received
      }
    }
  }
}
