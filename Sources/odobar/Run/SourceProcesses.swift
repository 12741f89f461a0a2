import FeedCore
import FeedEngine
import FeedPlugin
import FeedSystem

/// The processes of the sources: starts them, listens to them, and tells of their ends.
final class SourceProcesses {
  private let watches: Watches
  private let inbox: Inbox
  private let reporter: Reporter
  private let floods: Floods
  private let environment: [String]
  let children = Children(adoptsOrphans: true)
  private var processes: [SourceID: Child] = [:]
  /// What clicks have started and what has not ended yet, by process.
  private var clicks: [Int32: String] = [:]
  /// The process group of each source's last run.
  private var groups: [SourceID: Int32] = [:]
  private var bytes: [UInt8] = []
  /// What this process is called while it is called otherwise.
  private var ownName: String?
  /// As much as a pipe holds is read of a source at a time.
  private static let chunk = 1 << 16

  init(
    _ watches: Watches, _ floods: Floods, _ inbox: Inbox, _ reporter: Reporter,
    environment: [String]
  ) {
    self.watches = watches
    self.inbox = inbox
    self.reporter = reporter
    self.floods = floods
    self.environment = environment
  }

  // MARK: What the engine asks for

  func start(_ id: SourceID, _ launch: Launch) {
    release(id)
    if let name = launch.readerName { rename(name) }
    do throws(SpawnError) {
      let child = try children.spawn(
        Command(
          launch.arguments, environment: launch.entries(over: environment),
          directory: launch.workingDirectory, input: launch.hasInput ? .pipe : .null,
          mayGainPrivileges: launch.mayGainPrivileges))
      processes[id] = child
      groups[id] = child.pid
      listen(to: id, \.output) { .received(id, $0) }
      listen(to: id, \.errors) { .complained(id, $0) }
    } catch {
      inbox.append(.spawnFailed(id, "\(error)"))
    }
  }

  /// A plugin that does not read its line is found out by its silence.
  func send(_ line: String, to id: SourceID) {
    _ = try? processes[id]?.input?.write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  func terminate(_ id: SourceID) {
    processes[id]?.signalGroup(.terminate)
    processes[id]?.signalGroup(.proceed)
  }

  func signal(_ id: SourceID, _ signal: Signal) { processes[id]?.signalGroup(signal) }

  func kill(_ id: SourceID) { processes[id]?.signalGroup(.kill) }

  /// Runs what a click starts: on its own, with neither our input nor our output.
  func launch(_ arguments: [String], in folder: String) {
    do throws(SpawnError) {
      let child = try children.spawn(
        Command(
          arguments, environment: environment, directory: folder, input: .null, output: .null,
          errors: .inherited, isDetached: true, mayGainPrivileges: true))
      clicks[child.pid] = arguments.last
    } catch {
      reporter.complain("click: \(error)")
    }
  }

  /// Ends all of them, and waits for it.
  func shutDown() {
    processes.removeAll()
    children.shutDown()
  }

  /// The source whose processes belong to this group, or did when it ran last.
  func source(ofGroup group: Int32) -> SourceID? {
    group > 0 ? groups.first { $0.value == group }?.key : nil
  }

  /// Has this process called something else for a while, or as before.
  private func rename(_ name: String?) {
    if let name {
      ownName = ownName ?? Program.name
      Program.setName(name)
    } else if let own = ownName {
      ownName = nil
      Program.setName(own)
    }
  }

  // MARK: What they do

  /// To be called at each SIGCHLD.
  func reap() {
    for child in children.reap() {
      if let command = clicks.removeValue(forKey: child.pid) { judge(command, child.status) }
      guard let id = processes.first(where: { $0.value === child })?.key else { continue }
      // What it wrote before it ended comes first.
      read(from: id, \.output) { .received(id, $0) }
      read(from: id, \.errors) { .complained(id, $0) }
      release(id)
      // Whatever it started and left behind goes with it.
      child.signalGroup(.terminate)
      if let status = child.status { inbox.append(.exited(id, ExitStatus(status))) }
    }
  }

  /// Whoever clicked sees nothing of a command that failed.
  private func judge(_ command: String, _ status: ChildStatus?) {
    guard let status = status.map(ExitStatus.init), status != .exited(0) else { return }
    reporter.complain("click: '\(Sanitise.text(command, limit: 60))' \(status.description)")
  }

  private func release(_ id: SourceID) {
    guard let child = processes.removeValue(forKey: id) else { return }
    for descriptor in [child.output, child.errors] {
      if let descriptor { forget(descriptor.number) }
    }
    child.closePipes()
  }

  private func forget(_ number: Int32) {
    floods.forget(number)
    watches.forget(number)
  }

  private func listen(
    to id: SourceID, _ stream: KeyPath<Child, Descriptor?>, _ event: @escaping ([UInt8]) -> Event
  ) {
    guard let descriptor = processes[id]?[keyPath: stream] else { return }
    watches.watch(descriptor.number, for: .readable) { [unowned self] _ in
      read(from: id, stream, event)
    }
  }

  private func read(
    from id: SourceID, _ stream: KeyPath<Child, Descriptor?>, _ event: ([UInt8]) -> Event
  ) {
    guard let descriptor = processes[id]?[keyPath: stream] else { return }
    bytes.removeAll(keepingCapacity: true)
    let result = try? descriptor.read(into: &bytes, limit: Self.chunk)
    if !bytes.isEmpty {
      inbox.append(event(bytes))
      if stream == \.output { rename(nil) }
    }
    switch result {
    // A pipe that is full may hold a little less than it could, if its writes do not fill pages.
    case .drained where bytes.count >= Self.chunk / 2: floods.pause(descriptor.number)
    case .drained: break
    case .more: floods.pause(descriptor.number)
    case .ended, nil:
      forget(descriptor.number)
      if stream == \.output { inbox.append(.muted(id)) }
    }
  }
}
