import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// The process of a feed whose work another process does: hands over its streams and sleeps.
struct FeedProcess {
  let request: FeedRequest
  /// The absolute path of the config.
  let config: String
  /// What `--motion` says.
  let motion: String?
  let environment: Environment
  /// Whether an engine is started where there is none; a preview only joins one that runs, as bars
  /// that come later had better not live in its terminal's environment.
  var startsEngine = true
  /// What it hands over: input, output and errors.
  var streams: [Int32] = [0, 1, 2]

  private var past: Doze.Past { Self.past(environment) ?? Doze.Past() }

  /// Hands the feed to the engine of its config, and stays until it is over.
  ///
  /// - Returns: nil when no engine can be had: then the feed has to do all itself.
  func run() -> ExitCode? {
    do throws(FolderProblem) {
      let client = EngineClient(folder: try RuntimeFolder.open(environment))
      let name = EngineName(config: config, motion: motion)
      if !startsEngine, (try? client.connect(to: name)) ?? nil == nil { return nil }
      return attach(client, name)
    } catch {
      let path = RuntimeFolder.path(environment)
      Console.complain("'\(path)' cannot hold the engine's socket: \(error)")
      return nil
    }
  }

  /// Who restores the terminal of a panel when neither this process nor the engine can.
  private func watchTerminal() -> TerminalWatcher? {
    if let watcher = past.watcher.flatMap({ TerminalWatcher(inheriting: $0) }) { return watcher }
    guard request.subject == .panel, let output = Catalog.panelOutputs[request.output] else {
      return nil
    }
    return TerminalWatcher(
      of: streams[1], farewell: output(OutputSettings()).trailer,
      mode: request.environment[OutputPlace.modeVariable])
  }

  private func attach(_ client: EngineClient, _ first: EngineName) -> ExitCode? {
    var name = first
    let watcher = watchTerminal()
    // Without an engine this process looks after the terminal in its own way.
    defer { watcher?.dismiss() }
    do throws(SystemCallError) {
      // From the first line on, signals are the engine's to take.
      let signals = try Signals.open()
      attempts: for attempt in 0..<Self.attempts {
        guard let socket = try connect(client, to: name, signals) else { break }
        let attach = Request.attach(request, build: Program.build)
        switch try client.ask(attach, on: socket, descriptors: streams) {
        case .reply(.attached): doze(socket, signals, watcher)
        case .reply(.failed(ExitCode.unavailable.rawValue, let text)):
          Self.complainOfNone(because: text)
          return nil
        case .reply(.failed(let status, let text)), .reply(.over(let status, let text)):
          if !text.isEmpty { Console.complain(text) }
          return ExitCode(rawValue: status) ?? .failure
        case .reply(.otherBuild(let process)):
          Console.complain(
            "the engine \(process) is another build of odobar: this feed has one of its own; "
              + "restart your bars to bring them together")
          name = name.of(build: Program.build)
        case .silence: break attempts
        // One that is just leaving closes the door: the next is a new one.
        case .gone, .reply: try wait(Self.firstPause << Int64(attempt), signals)
        }
      }
      complainOfSilence()
    } catch {
      if error.call == "connect", error.isTemporary {
        // So many wait there already.
        complainOfSilence()
      } else {
        Self.complainOfNone(because: "\(error)")
      }
    }
    return nil
  }

  private func complainOfSilence() {
    Console.complain("the engine of '\(config)' does not answer: this feed works without it")
  }

  private static func complainOfNone(because reason: String) {
    Console.complain("no engine: \(reason); this feed works without one")
  }

  private func connect(
    _ client: EngineClient, to name: EngineName, _ signals: Descriptor
  ) throws(SystemCallError) -> PacketSocket? {
    if let socket = try client.connect(to: name) { return socket }
    try hesitate(signals)
    return try client.connect(to: name, start: startEngine)
  }

  private static let attempts = 5
  /// Between two attempts; each is twice as long as the one before.
  private static let firstPause: Int64 = 20_000_000

  // MARK: Starting an engine

  private func startEngine(_ listener: PacketListener) throws(SystemCallError) {
    let options = motion.map { ["--motion", $0] } ?? []
    try Command(
      ["odobar", "engine", "--config", config] + options, environment: engineEnvironment,
      directory: "/"
    ).startOrphan(program: "/proc/self/exe", input: listener.descriptor)
  }

  /// This process's, with nothing in it that means another folder to the engine, or only this feed.
  private var engineEnvironment: [String] {
    environment.without(Self.variables).entries.map { entry in
      let name = "ODOBAR_PLUGIN_PATH="
      guard entry.hasPrefix(name) else { return entry }
      let folders = entry.dropFirst(name.count).split(separator: ":")
      return name + folders.map { FileSystem.absolute(String($0)) }.joined(separator: ":")
    }
  }

  // MARK: Sleeping

  /// Stays until the engine says that it is over; without an engine, this starts again as a feed
  /// that is continued.
  private func doze(
    _ socket: PacketSocket, _ signals: Descriptor, _ watcher: TerminalWatcher?
  ) -> Never {
    Doze(
      signal: Request.signalPrefix, over: Reply.overPrefix, rest: Reply.rest.message.bytes,
      begun: Reply.begun.message.bytes, pastVariable: Self.pastVariable, variable: modeVariable
    ).sleep(listeningTo: socket, signals: signals, past: past, watcher: watcher)
  }

  /// What the terminal was like before: nobody can tell once it has been changed.
  private var modeVariable: String? {
    let name = OutputPlace.modeVariable
    guard past.losses == 0 else { return nil }
    return request.environment[name].map { "\(name)=\($0)" }
  }

  private static let pastVariable = "ODOBAR_PAST"

  /// What of an environment means the process of a feed alone.
  static let variables = [pastVariable, OutputPlace.modeVariable]

  /// What this process did before it began anew, having lost an engine; nil if it did not.
  static func past(_ environment: Environment) -> Doze.Past? {
    environment[pastVariable].flatMap { Doze.Past($0, of: Program.process) }
  }

  /// Waits longer and longer before another engine is started, where one after the other dies.
  private func hesitate(_ signals: Descriptor) throws(SystemCallError) {
    guard past.losses > 1 else { return }
    let delay = min(Int64(1) << min(past.losses - 2, 5), 30)
    try wait(delay * 1_000_000_000, signals)
  }

  /// Waits so many nanoseconds; a signal ends the wait.
  private func wait(_ pause: Int64, _ signals: Descriptor) throws(SystemCallError) {
    var poller = Poller()
    poller.watch(signals.number, for: .readable)
    try poller.wait(until: MonotonicClock.now + pause)
  }
}
