import CLinux
import Glibc

/// A signal, by its number.
package struct Signal: RawRepresentable, Hashable, Sendable {
  /// The number, as `kill -l` lists it.
  package let rawValue: Int32

  /// Any number; not all are signals.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The terminal has gone; by custom: read the configuration again.
  package static let hangUp = Signal(rawValue: SIGHUP)
  /// Ctrl-C.
  package static let interrupt = Signal(rawValue: SIGINT)
  /// Ctrl-\, which asks for a core dump.
  package static let quit = Signal(rawValue: SIGQUIT)
  /// The end, without appeal.
  package static let kill = Signal(rawValue: SIGKILL)
  /// Free for programs.
  package static let user1 = Signal(rawValue: SIGUSR1)
  /// Free for programs, too.
  package static let user2 = Signal(rawValue: SIGUSR2)
  /// Please end.
  package static let terminate = Signal(rawValue: SIGTERM)
  /// A child has ended, or was stopped.
  package static let childEnded = Signal(rawValue: SIGCHLD)
  /// Go on after a stop.
  package static let proceed = Signal(rawValue: SIGCONT)
  /// Stop, without appeal.
  package static let stop = Signal(rawValue: SIGSTOP)
  /// Ctrl-Z.
  package static let terminalStop = Signal(rawValue: SIGTSTP)
  /// The terminal has another size.
  package static let windowChanged = Signal(rawValue: SIGWINCH)

  /// `SIGRTMIN` plus an offset; nil beyond `SIGRTMAX`.
  package static func realTime(_ offset: Int32) -> Signal? {
    let all = odobar_first_real_time_signal()...odobar_last_real_time_signal()
    let number = all.lowerBound + offset
    return all.contains(number) ? Signal(rawValue: number) : nil
  }

  /// How far above `SIGRTMIN` a real-time signal is; nil for others.
  package var realTimeOffset: Int32? {
    let all = odobar_first_real_time_signal()...odobar_last_real_time_signal()
    return all.contains(rawValue) ? rawValue - all.lowerBound : nil
  }

  /// All that the program takes care of itself; the others keep their usual effect.
  package static var handled: [Signal] {
    let named: [Signal] = [
      .childEnded, .terminate, .interrupt, .quit, .hangUp, .user1, .user2, .terminalStop, .proceed,
      .windowChanged,
    ]
    // All of them: one that nobody has a use for must not end the program.
    let numbers = odobar_first_real_time_signal()...odobar_last_real_time_signal()
    return named + numbers.map(Signal.init(rawValue:))
  }
}

extension Signal {
  /// Sends it to a process; nothing happens if there is none of this number.
  package func send(to process: Int32) { _ = Glibc.kill(process, rawValue) }
}

extension Signal: CustomStringConvertible {
  /// The name without `SIG`, such as `TERM` or `RTMIN+3`.
  package var description: String {
    if let realTimeOffset {
      return realTimeOffset == 0 ? "RTMIN" : "RTMIN+\(realTimeOffset)"
    }
    return odobar_signal_name(rawValue).map { String(cString: $0) } ?? String(rawValue)
  }
}
