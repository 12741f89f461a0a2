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
  /// A variable that tells the program, executed again, how many times this happened in a row.
  package var lossesVariable: String
  /// `NAME=value` of a variable that the program, executed again, has beside those of now; 255 bytes
  /// at most.
  package var variable: String?

  /// All messages in at most 48 bytes.
  package init(
    signal: [UInt8], over: [UInt8], rest: [UInt8], lossesVariable: String,
    variable: String? = nil
  ) {
    self.signal = signal
    self.over = over
    self.rest = rest
    self.lossesVariable = lossesVariable
    self.variable = variable
  }

  /// Sleeps until told that it is over; never comes back.
  ///
  /// `signals` is what `Signals.open()` gave, `losses` how many times the other process was lost
  /// before this one.
  package func sleep(
    listeningTo socket: PacketSocket, signals: Descriptor, losses: Int
  ) -> Never {
    var doze = odobar_doze()
    doze.socket = socket.descriptor.number
    doze.signals = signals.number
    doze.losses = UInt32(clamping: losses)
    doze.signal = odobar_text(signal)
    doze.over = odobar_text(over)
    doze.rest = odobar_text(rest)
    doze.losses_variable = odobar_text(Array((lossesVariable + "=").utf8))
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
