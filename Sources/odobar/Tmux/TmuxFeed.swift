import FeedEngine
import FeedSystem

/// The feed of a tmux server: as long as the server runs, and one for each.
struct TmuxFeed {
  let server: TmuxServer
  let options: ParsedOptions
  let environment: Environment

  func run() -> ExitCode {
    do {
      // While nobody else takes them: what ends a process ends it.
      let signals = try Signals.open([.terminate, .interrupt, .quit, .hangUp])
      guard let lock = try takeLock() else { return .success }
      defer { withExtendedLifetime(lock) {} }
      return try feed(signals)
    } catch {
      Console.complain("\(error)")
      return .unavailable
    }
  }

  // MARK: One for each server

  private enum Lock {
    case taken(FileLock)
    /// There is no place for it.
    case impossible
  }

  /// nil when another process feeds this server: it is told to look at it anew.
  private func takeLock() throws(SystemCallError) -> Lock? {
    guard let folder = try? RuntimeFolder.open(environment) else { return .impossible }
    let name = server.name + ".lock"
    if let lock = try folder.lock(name, until: nil) {
      lock.note("\(Program.process)\n")
      return .taken(lock)
    }
    let bytes = (try? FileReader.contents(of: folder.path(of: name), limit: 64)) ?? []
    let text = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
    Console.complain("the process \(text) feeds this tmux server already")
    if let process = Int32(text), process > 1 { Signal.windowChanged.send(to: process) }
    return nil
  }

  // MARK: Feeding

  /// Waits between two looks at a server without sessions, in nanoseconds.
  private static let pauses: (first: Int64, last: Int64) = (20_000_000, 5_000_000_000)

  private func feed(_ signals: Descriptor) throws -> ExitCode {
    // One that is sent away again and again comes less and less often.
    if let losses = FeedProcess.past(environment)?.losses, losses > 2,
      try isEnded(signals, in: Self.pauses.first << min(Int64(losses), 8))
    {
      return .success
    }
    try server.endLeftClients()
    var pause = Self.pauses.first
    var isKnown = FeedProcess.past(environment) != nil
    while true {
      switch try server.session() {
      case .gone where isKnown: return .success
      case .gone:
        Console.complain("no tmux server at '\(server.socket)'")
        return .unavailable
      case .nobody:
        if try isEnded(signals, in: pause) { return .success }
        pause = min(pause * 2, Self.pauses.last)
      case .session(let session):
        guard let client = try server.startClient(in: session) else {
          Console.complain("there is no 'tmux' in PATH")
          return .unavailable
        }
        var request = FeedRequest(output: "tmux", subject: .bar(options.values["bar"]))
        request.tmuxServer = server.socket
        let streams = [client.input, client.output, Descriptor(borrowing: 2)]
        isKnown = true
        let end = FeedCommand.run(request, options, streams: streams)
        guard end.comesAgain else { return end.code }
        if try isEnded(signals, in: Self.pauses.first) { return .success }
      }
    }
  }

  /// Waits so many nanoseconds, or for a signal that ends this.
  private func isEnded(_ signals: Descriptor, in pause: Int64) throws(SystemCallError) -> Bool {
    var poller = Poller()
    poller.watch(signals.number, for: .readable)
    try poller.wait(until: MonotonicClock.now + pause)
    return !poller.ready.isEmpty
  }
}
