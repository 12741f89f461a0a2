import FeedConfig
import FeedEngine
import FeedSystem

/// The process that works for all feeds of a config: feeds start it, people do not.
enum EngineCommand {
  static let subcommand = Subcommand(
    name: "engine", operands: "", isHidden: true, summary: "works for all feeds of a config",
    text: "Feeds start it themselves, with a socket as its standard input.",
    options: [Subcommand.config, Subcommand.motion]
  ) { options in
    guard let config = options.values["config"], let listener = PacketListener(inheriting: 0)
    else {
      Console.complain("feeds start the engine themselves: try 'odobar preview'")
      return .usage
    }
    return run(config, options.values["motion"], listener)
  }

  private static func run(
    _ config: String, _ motion: String?, _ listener: PacketListener
  ) -> ExitCode {
    // It holds the streams of all feeds.
    ResourceLimits.raiseDescriptors()
    let environment = Environment.current
    let loaded = ConfigLoader(environment: environment).load(config)
    guard
      let survey = MotionSurvey(
        option: motion, motion: loaded.configuration.motion, environment: environment.values),
      let folder = try? RuntimeFolder.open(environment),
      let loop = try? Loop(loaded, survey: survey, environment: environment)
    else { return .failure }
    let server = EngineServer(
      loop, listener, in: folder, name: EngineName(config: config, motion: motion),
      FeedMaker(loop: loop), ControlDesk(loop: loop, config: config))
    defer { withExtendedLifetime(server) {} }
    loop.takeSignal = { received in
      switch received.signal {
      // The feeds go on with another engine.
      case .terminate, .interrupt, .quit: loop.finish(.success, restores: false)
      default: _ = loop.takeCommon(received)
      }
    }
    return loop.run()
  }
}
