import CLinux
import Glibc

/// A process that restores a terminal whose keys another process takes for this one, if this one dies
/// and that other does not do it.
package final class TerminalWatcher {
  let pipe: Descriptor

  /// - Parameters:
  ///   - terminal: A descriptor of the terminal.
  ///   - farewell: What else has to be written to it, 256 bytes at most.
  ///   - mode: Its mode before, as `TerminalKeys.mode(of:)` has told; nil: the one that it has.
  package init?(of terminal: Int32, farewell: [UInt8], mode: String?) {
    var modes = odobar_mode()
    if let mode, TerminalKeys.read(mode, into: &modes.before) { modes.is_known = 1 }
    guard odobar_expect_keys(terminal, &modes) == 0 else { return nil }
    var writeEnd: Int32 = -1
    let process = farewell.withUnsafeBytes {
      odobar_watch_terminal(terminal, &modes, $0.baseAddress, $0.count, 1, &writeEnd)
    }
    guard process > 0 else { return nil }
    pipe = Descriptor(owning: writeEnd)
  }

  /// One that this process had in its life before, by the number that it has left.
  package init?(inheriting number: Int32) {
    guard number > 2, odobar_kind(number) == Int32(odobar_kind_pipe.rawValue) else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    pipe = Descriptor(owning: number)
  }

  /// Somebody else restores the terminal.
  package func dismiss() { _ = try? pipe.write([1]) }
}
