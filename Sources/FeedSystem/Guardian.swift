import CLinux
import Glibc

/// A process of a few pages that ends all groups if this program is killed and cannot.
///
/// It sleeps reading a pipe of which this program holds the only write end. Each child announces
/// its group there before it executes, so that there is no moment when a kill leaves one behind.
final class Guardian {
  private var pid: Int32 = 0
  private var pipe: Descriptor?
  /// Ends that did not fit into the pipe: told later, as a number may come to mean a stranger.
  private var untold: [Int32] = []

  /// Where a child announces itself; -1 if there is no guard.
  var descriptor: Int32 { pipe?.number ?? -1 }

  /// The process; nil if it does not run.
  var process: Int32? { pipe == nil ? nil : pid }

  deinit {
    stop()
  }

  /// Starts the guard unless it runs, and announces what runs already.
  ///
  /// A guard that cannot be had is not worth failing for: children also get SIGTERM by
  /// `PR_SET_PDEATHSIG`. The next call tries again.
  func start(for groups: some Sequence<Int32>) {
    guard pipe == nil else { return }
    var writeEnd: Int32 = -1
    let started = odobar_start_guard(&writeEnd)
    guard started > 0 else { return }
    pid = started
    pipe = Descriptor(owning: writeEnd)
    untold = []
    for group in groups { odobar_tell_guard(writeEnd, group) }
  }

  /// Tells that nobody is left in a group.
  func forget(_ group: Int32) {
    untold.append(group)
    tell()
  }

  private func tell() {
    guard let pipe else { return }
    while let group = untold.last, odobar_tell_guard(pipe.number, -group) == 0 {
      untold.removeLast()
    }
  }

  /// Looks whether the guard has died, and takes its exit status.
  ///
  /// - Returns: Whether it has.
  func reapIfDead() -> Bool {
    tell()
    guard pipe != nil else { return false }
    var exit = odobar_exit()
    guard odobar_reap(pid, &exit) != 0 else { return false }
    pipe = nil
    return true
  }

  /// Lets the guard end what is still announced, and waits for it: 0.5 s at most.
  func stop() {
    guard pipe != nil else { return }
    pipe = nil
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }
}
