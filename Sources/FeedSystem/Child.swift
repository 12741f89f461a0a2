import Glibc

/// How a process ended.
package enum ChildStatus: Hashable, Sendable {
  /// By itself, with a code from 0 to 255.
  case exited(Int)
  /// By a signal.
  case signaled(Signal)
}

extension ChildStatus: CustomStringConvertible {
  /// Such as `exited with 1` and `killed by TERM`.
  package var description: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .signaled(let signal): "killed by \(signal)"
    }
  }
}

/// A process that this program started, the leader of a group of its own.
package final class Child {
  /// The process, and its group.
  package let pid: Int32
  /// Where its standard input comes from; nil it to close the pipe.
  package var input: Descriptor?
  /// Where its standard output goes to; nil if not piped.
  package var output: Descriptor?
  /// Where its standard error goes to; nil if not piped.
  package var errors: Descriptor?
  /// How it ended; nil while it runs.
  package internal(set) var status: ChildStatus?
  /// Whether no process is left in its group, as far as `Children` has looked.
  package internal(set) var isGroupGone = false
  let isDetached: Bool

  init(
    pid: Int32, input: Descriptor?, output: Descriptor?, errors: Descriptor?, isDetached: Bool
  ) {
    self.pid = pid
    self.input = input
    self.output = output
    self.errors = errors
    self.isDetached = isDetached
  }

  /// Signals all of its group: it, and what it started, even after it has ended itself.
  ///
  /// - Returns: Whether anyone was there to be signalled.
  @discardableResult
  package func signalGroup(_ signal: Signal) -> Bool {
    // A group number is free for strangers once the group is gone.
    guard !isGroupGone else { return false }
    return Glibc.kill(-pid, signal.rawValue) == 0
  }

  /// Closes this side of all pipes, which a child that reads or writes will notice.
  package func closePipes() {
    input = nil
    output = nil
    errors = nil
  }

  /// Looks whether anybody is left; only a reaped leader leaves its group.
  func lookForGroup() {
    guard status != nil, !isGroupGone else { return }
    isGroupGone = Glibc.kill(-pid, 0) < 0 && errno == ESRCH
  }
}
