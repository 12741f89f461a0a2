import CLinux
import Glibc

/// All processes that this program started and has not seen the end of.
package final class Children {
  /// Started and not yet reaped.
  private var running: [Child] = []
  /// Reaped, but others of their group live on.
  private var lingering: [Child] = []
  private let guardian = Guardian()
  private let adoptsOrphans: Bool

  /// None yet.
  ///
  /// - Parameter adoptsOrphans: Whether this process takes the place of init for what its children
  ///   leave behind: then it learns at once that a group is gone, however seldom init looks. It
  ///   then takes the exit status of every child, so nothing else in it may wait for one.
  package init(adoptsOrphans: Bool = false) {
    self.adoptsOrphans = adoptsOrphans && odobar_adopt_orphans() == 0
  }

  /// The process that ends all children if this program is killed; nil before the first child.
  package var guardianProcess: Int32? { guardian.process }

  /// Starts a command as the leader of a new group.
  ///
  /// It has no descriptor but its three streams, no signal blocked or ignored but the real-time
  /// ones, and gets SIGTERM if this program dies.
  package func spawn(_ command: Command) throws(SpawnError) -> Child {
    let input: Plumbing
    let output: Plumbing
    let errors: Plumbing
    do {
      input = try Plumbing(command.input, number: 0)
      output = try Plumbing(command.output, number: 1)
      errors = try Plumbing(command.errors, number: 2)
    } catch {
      throw SpawnError(obstacle: .resources, cause: error)
    }
    if !command.isDetached {
      guardian.start(for: guardedGroups)
    }
    let pid = try command.start(
      descriptors: (input.theirs.number, output.theirs.number, errors.theirs.number),
      guardedBy: guardian.descriptor)
    let child = Child(
      pid: pid, input: input.ours, output: output.ours, errors: errors.ours,
      isDetached: command.isDetached)
    running.append(child)
    return child
  }

  /// Takes the exit statuses of children that have ended; to be called at each SIGCHLD.
  ///
  /// Also looks after groups whose leader has ended, and after the guardian.
  ///
  /// - Returns: The children that have ended since the last call, with their status.
  package func reap() -> [Child] {
    var ended: [Child] = []
    running.removeAll { child in
      guard let status = Self.exitStatus(of: child.pid) else { return false }
      child.status = status
      // Nobody keeps its number from becoming a stranger's.
      child.isGroupGone = child.isDetached
      ended.append(child)
      return true
    }
    if adoptsOrphans { reapOrphans() }
    lingering += ended.filter { !$0.isDetached }
    lingering.removeAll { child in
      child.lookForGroup()
      if child.isGroupGone { guardian.forget(child.pid) }
      return child.isGroupGone
    }
    if guardian.reapIfDead(), !guardedGroups.isEmpty {
      guardian.start(for: guardedGroups)
    }
    return ended
  }

  /// Whether a process is left in any group, detached ones aside.
  package var areGone: Bool { guardedGroups.isEmpty }

  /// Signals each group, detached ones aside.
  package func signalGroups(_ signal: Signal) {
    for child in running where !child.isDetached { child.signalGroup(signal) }
    for child in lingering { child.signalGroup(signal) }
  }

  /// Ends what is still there: SIGTERM, and SIGKILL to those that take longer; waits for it.
  ///
  /// - Parameter patience: Nanoseconds from SIGTERM to SIGKILL.
  package func shutDown(patience: Int64 = 500_000_000) {
    signalGroups(.terminate)
    // A stopped process takes its SIGTERM only once it goes on.
    signalGroups(.proceed)
    waitUntilGone(until: MonotonicClock.now + patience)
    signalGroups(.kill)
    waitUntilGone(until: MonotonicClock.now + patience)
    guardian.stop()
  }

  private func waitUntilGone(until deadline: Int64) {
    _ = reap()
    while !areGone, MonotonicClock.now < deadline {
      _ = odobar_poll(nil, 0, 5_000_000)
      _ = reap()
    }
  }

  /// Takes the exit statuses of what children left behind.
  private func reapOrphans() {
    while true {
      let pid = odobar_next_ended()
      // One of ours that has ended just now is for the next SIGCHLD.
      guard pid > 0, pid != guardian.process, !running.contains(where: { $0.pid == pid }) else {
        return
      }
      _ = Self.exitStatus(of: pid)
    }
  }

  private var guardedGroups: [Int32] {
    running.filter { !$0.isDetached }.map(\.pid) + lingering.map(\.pid)
  }

  private static func exitStatus(of pid: Int32) -> ChildStatus? {
    var exit = odobar_exit()
    let found = odobar_reap(pid, &exit)
    guard found != 0 else { return nil }
    // Somebody else took the status: ended, and nobody knows how.
    guard found > 0 else { return .exited(255) }
    return exit.signaled == 0
      ? .exited(Int(exit.code)) : .signaled(Signal(rawValue: exit.code))
  }
}

/// Both ends of one standard stream.
private struct Plumbing {
  /// The child's; closed here once it runs.
  let theirs: Descriptor
  /// This program's, if it has one.
  let ours: Descriptor?

  init(_ stream: Command.Stream, number: Int32) throws(SystemCallError) {
    switch stream {
    case .pipe:
      let pipe = try Descriptor.Pipe()
      let (theirs, ours) =
        number == 0
        ? (pipe.readEnd, pipe.writeEnd) : (pipe.writeEnd, pipe.readEnd)
      try ours.becomeNonBlocking()
      self.theirs = theirs
      self.ours = ours
    case .null:
      let null = try checked("open") { odobar_open("/dev/null", O_RDWR) }
      theirs = Descriptor(owning: null, access: .direct)
      ours = nil
    case .inherited:
      theirs = Descriptor(borrowing: number)
      ours = nil
    }
  }
}
