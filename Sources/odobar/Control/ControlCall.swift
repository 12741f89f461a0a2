import FeedEngine
import FeedSystem

/// A question to running engines, and their answers.
struct ControlCall {
  private let request: Request
  /// The config that `-c` names.
  private let config: String?
  private let environment: Environment

  init(_ request: Request, config: String?, environment: Environment) {
    self.request = request
    self.config = config
    self.environment = environment
  }

  func run() -> ExitCode {
    do throws(FolderProblem) {
      let client = EngineClient(folder: try RuntimeFolder.open(environment))
      return ask(client, chosen(among: running(client)))
    } catch {
      let path = RuntimeFolder.path(environment)
      Console.complain("'\(path)' cannot hold an engine's socket: \(error)")
      return .unavailable
    }
  }

  private typealias Engine = (name: EngineName, socket: PacketSocket)

  /// The engines that run; what others have left does not answer.
  private func running(_ client: EngineClient) -> [Engine] {
    EngineName.all(among: client.folder.names).compactMap { name in
      ((try? client.connect(to: name)) ?? nil).map { (name, $0) }
    }
  }

  /// Those that are meant: of the config that is named, else the only ones, else of the usual config.
  private func chosen(among engines: [Engine]) -> [Engine] {
    let loader = ConfigLoader(environment: environment)
    if let config {
      let path = FileSystem.absolute(config)
      return engines.filter { $0.name.isOf(config: path) }
    }
    switch request {
    case .status, .press: return engines
    default: break
    }
    let configs = Set(engines.map(\.name.config))
    guard configs.count > 1, let usual = loader.sharedFile(nil) else { return engines }
    return engines.filter { $0.name.isOf(config: usual) }
  }

  private func ask(_ client: EngineClient, _ engines: [Engine]) -> ExitCode {
    guard !engines.isEmpty else {
      Console.complain(config.map { "no engine runs for '\($0)'" } ?? "no engine runs")
      return .unavailable
    }
    if case .press = request { return press(client, engines) }
    if case .status = request {
    } else if Set(engines.map(\.name.config)).count > 1 {
      Console.complain("several engines run: choose one with '-c CONFIG' ('odobar status' tells)")
      return .usage
    }
    var code = ExitCode.success
    for engine in engines {
      switch (try? client.ask(request, on: engine.socket)) ?? .gone {
      case .reply(.done("")): break
      case .reply(.done(let text)): Console.print(text.hasSuffix("\n") ? text : text + "\n")
      case .reply(.failed(let status, let problem)):
        Console.complain(problem)
        code = ExitCode(rawValue: status) ?? .failure
      case .reply, .silence, .gone:
        Console.complain("the engine '\(engine.name.stem)' does not answer")
        code = .unavailable
      }
    }
    return code
  }

  /// One of them at most works for the tmux server that is meant.
  private func press(_ client: EngineClient, _ engines: [Engine]) -> ExitCode {
    for engine in engines {
      if case .reply(.done)? = try? client.ask(request, on: engine.socket) { return .success }
    }
    Console.complain("no engine feeds this tmux server: is 'odobar tmux' running?")
    return .unavailable
  }
}
