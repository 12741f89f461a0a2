import FeedConfig
import FeedOutput
import FeedSystem

/// A tmux server that is asked from outside, by its socket.
struct TmuxServer {
  let socket: String
  private let environment: Environment

  /// A server by the path of its socket; nil: the one within which this runs, if it does.
  init?(socket: String?, environment: Environment) {
    // Its value is the path, the server's process and the session: `/tmp/tmux-1000/default,42,0`.
    let inside = environment["TMUX"].map { String($0.prefix { $0 != "," }) } ?? ""
    guard let path = socket ?? (inside.isEmpty ? nil : inside) else { return nil }
    self.socket = FileSystem.absolute(path)
    self.environment = environment
  }

  /// Tells it from all others.
  var name: String { "tmux-" + StateSearch.name(ofConfig: socket) }

  enum Answer {
    /// A session that one more may join.
    case session(String)
    /// There is none yet, or one that joined would be all that keeps it alive.
    case nobody
    case gone
  }

  /// Looks for a session, best one that somebody looks at.
  func session() throws(SpawnError) -> Answer {
    let format = [
      "#{session_id}", "#{session_attached}", "#{destroy-unattached}", "#{exit-unattached}",
    ].joined(separator: " ")
    guard let lines = try answer(to: ["list-sessions", "-F", format]) else { return .gone }
    let sessions = lines.map { $0.split(separator: " ").map(String.init) }
      .filter { $0.count == 4 }
    if let seen = sessions.first(where: { $0[1] != "0" }) { return .session(seen[0]) }
    let lasting = sessions.first { $0[2...].allSatisfy { ["0", "off"].contains($0) } }
    return lasting.map { .session($0[0]) } ?? .nobody
  }

  /// Ends clients of feeds that were killed: tmux keeps those whose answers nobody took.
  ///
  /// To be called by one who has the server for itself.
  func endLeftClients() throws(SpawnError) {
    let wanted = TmuxControl.arguments(socket: socket, session: "").dropLast()
    for line in try answer(to: ["list-clients", "-F", "#{client_pid}"]) ?? [] {
      guard let process = Int32(line), process > 1,
        let bytes = try? FileReader.contents(of: "/proc/\(process)/cmdline")
      else { continue }
      let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      if words.starts(with: wanted) { Signal.terminate.send(to: process) }
    }
  }

  /// Asks, and waits for the answer; nil when there is no server, or it says that it cannot.
  private func answer(to words: [String]) throws(SpawnError) -> [String]? {
    let children = Children()
    defer { children.shutDown() }
    let child = try children.spawn(
      Command(
        ["tmux", "-u", "-N", "-S", socket] + words, environment: entries, input: .null,
        errors: .null))
    guard let output = child.output else { return nil }
    var poller = Poller()
    poller.watch(output.number, for: .readable)
    let deadline = MonotonicClock.now + Self.patience
    var bytes: [UInt8] = []
    do throws(SystemCallError) {
      // One that is stopped is there, but says nothing.
      while try output.read(into: &bytes) != .ended {
        guard MonotonicClock.now < deadline else { return [] }
        try poller.wait(until: deadline)
      }
    } catch {
      return []
    }
    child.closePipes()
    while child.status == nil, MonotonicClock.now < deadline {
      if children.reap().isEmpty { pause() }
    }
    guard child.status == .exited(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let patience: Int64 = 5_000_000_000

  private func pause() {
    var poller = Poller()
    try? poller.wait(until: MonotonicClock.now + 1_000_000)
  }

  /// Starts a client in control mode; it ends when its input is closed.
  ///
  /// - Returns: What it says, and where it is spoken to; nil where there is no tmux.
  func startClient(
    in session: String
  ) throws(SystemCallError) -> (input: Descriptor, output: Descriptor)? {
    let path = environment["PATH"] ?? Command.usualPath
    guard let program = FileSystem.program(named: "tmux", in: path) else { return nil }
    let to = try Descriptor.Pipe()
    let from = try Descriptor.Pipe()
    try Command(
      TmuxControl.arguments(socket: socket, session: session), environment: entries,
      directory: "/"
    ).startOrphan(program: program, input: to.readEnd, output: from.writeEnd)
    return (from.readEnd, to.writeEnd)
  }

  /// Nothing that says within which server this runs, or how often this feed began anew.
  private var entries: [String] {
    environment.without(["TMUX", "TMUX_PANE"] + FeedProcess.variables).entries
  }
}
