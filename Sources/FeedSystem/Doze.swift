import CLinux

/// The sleep of a process for which another works: next to no memory, one system call.
///
/// Signals are handed on. When the other process is lost, the program is executed again with the
/// same arguments and streams.
package struct Doze {
  /// How a message begins that hands a signal on; its number and a zero byte follow.
  package var signal: [UInt8]
  /// How a message begins that ends this process; an exit status and a complaint follow.
  package var over: [UInt8]
  /// The message that has this process stop itself, as the terminal's stop key would have.
  package var rest: [UInt8]
  /// The message that tells that what is said only once has been said.
  package var begun: [UInt8]
  /// A variable that tells the program, executed again, of its past.
  package var pastVariable: String
  /// `NAME=value` of a variable that the program, executed again, has beside those of now; 255 bytes
  /// at most.
  package var variable: String?

  /// All messages in at most 48 bytes.
  package init(
    signal: [UInt8], over: [UInt8], rest: [UInt8], begun: [UInt8], pastVariable: String,
    variable: String? = nil
  ) {
    self.signal = signal
    self.over = over
    self.rest = rest
    self.begun = begun
    self.pastVariable = pastVariable
    self.variable = variable
  }

  /// What a process knows of itself when it is executed again.
  package struct Past: Hashable, Sendable {
    /// How many times in a row the other process was lost.
    package var losses: Int
    /// What is said only once has been said.
    package var hasBegun: Bool
    /// Nobody looks: SIGTSTP came, and no SIGCONT after it.
    package var isPaused: Bool
    /// The number of the descriptor by which the watcher of the terminal is spoken to.
    package var watcher: Int32?

    /// As it is at first.
    package init() { (losses, hasBegun, isPaused) = (0, false, false) }

    /// Reads what the variable says; nil for what another process has left or somebody has made up.
    package init?(_ value: String, of process: Int32) {
      let numbers = value.split(separator: " ", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 4 || numbers.count == 5, numbers[0] == Int(process),
        let losses = numbers[1], losses > 0
      else { return nil }
      self.losses = losses
      (hasBegun, isPaused) = (numbers[2] == 1, numbers[3] == 1)
      watcher = numbers.dropFirst(4).first.flatMap(\.self).flatMap { Int32(exactly: $0) }
    }
  }

  /// Sleeps until told that it is over; never comes back.
  ///
  /// `signals` is what `Signals.open()` gave.
  package func sleep(
    listeningTo socket: PacketSocket, signals: Descriptor, past: Past,
    watcher: TerminalWatcher? = nil
  ) -> Never {
    var doze = odobar_doze()
    doze.socket = socket.descriptor.number
    doze.signals = signals.number
    doze.watcher = watcher?.pipe.number ?? -1
    doze.losses = UInt32(clamping: past.losses)
    doze.has_begun = past.hasBegun ? 1 : 0
    doze.is_paused = past.isPaused ? 1 : 0
    doze.signal = odobar_text(signal)
    doze.over = odobar_text(over)
    doze.rest = odobar_text(rest)
    doze.begun = odobar_text(begun)
    doze.past_variable = odobar_text(Array((pastVariable + "=").utf8))
    if let variable, variable.utf8.count < Int(odobar_variable_limit) {
      withUnsafeMutableBytes(of: &doze.variable) { $0.copyBytes(from: variable.utf8) }
    }
    odobar_sleep(&doze)
  }
}

extension odobar_text {
  fileprivate init(_ text: [UInt8]) {
    self.init()
    count = min(text.count, Int(odobar_doze_limit))
    withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: text.prefix(count)) }
  }
}
