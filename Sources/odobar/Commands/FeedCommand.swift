import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// The commands that run the engine and write frames until the reader goes.
enum FeedCommand {
  static let i3bar = Subcommand(
    name: "i3bar", operands: "", summary: "feeds i3bar and swaybar",
    text: """
      Speaks the i3bar protocol on standard output and reads click events on standard input.
      In the config of i3 or sway:

          bar {
              status_command exec odobar i3bar
          }
      """,
    options: common + [Subcommand.bar]
  ) { run("i3bar", $0, subject: .bar($0.values["bar"]), readsClicks: true) }

  static let waybar = Subcommand(
    name: "waybar", operands: "NAME", operandLimit: 1, summary: "feeds a custom module of waybar",
    text: """
      Prints one JSON object a line with text, alt, tooltip, class and percentage.
      NAME is a metric, or a bar. In the config of waybar:

          "custom/cpu": {"exec": "odobar waybar cpu", "return-type": "json"}

      --print-config prints such a module, with what clicks and the wheel do.
      """,
    options: common + [
      OptionSpecification("print-config", about: "print the module to paste into waybar's config")
    ]
  ) { options in
    guard let name = options.operands.first, options.operands.count == 1 else {
      return CommandLineRunner.usage("'waybar' needs the name of a metric or bar", of: "waybar")
    }
    if options.values["print-config"] != nil { return WaybarModule(name, options).print() }
    return run("waybar", options, subject: .either(name))
  }

  static let preview = Subcommand(
    name: "preview", operands: "", summary: "draws the bar in this terminal, or as plain lines",
    text: """
      In a terminal it draws the bar in its place, with colour and motion, until Ctrl-C.
      Where the output is no terminal it prints one plain line a frame.
      """,
    options: common + [Subcommand.bar]
  ) { options in
    let drawsInPlace = Terminal.isTerminal(1) && Environment.current["TERM"] != "dumb"
    return run(
      drawsInPlace ? "ansi" : "plain", options, subject: .bar(options.values["bar"]),
      engine: drawsInPlace ? .joined : .never)
  }

  static let json = Subcommand(
    name: "json", operands: "", summary: "feeds widgets: one JSON object a frame",
    text: """
      Each line is {"moving", "metrics": [{"name", "value", "shown", "text", "label", "state",
      "fraction", "cells"}]}; docs/json.md explains them. For eww, Quickshell, AGS.
      """,
    options: common + [Subcommand.bar]
  ) { run("json", $0, subject: .bar($0.values["bar"])) }

  /// Whether a feed works with the engine of its config.
  enum EngineUse {
    /// Joins the one that runs, or starts one.
    case started
    /// Joins the one that runs; bars that come later had better not live in the environment of
    /// some terminal.
    case joined
    /// Lines that stay are no place for motion, and other feeds of the engine move.
    case never
  }

  static let common = [Subcommand.config, Subcommand.motion, Subcommand.standalone]

  static func run(
    _ output: String, _ options: ParsedOptions, subject: FeedSubject, readsClicks: Bool = false,
    engine: EngineUse = .started
  ) -> ExitCode {
    var request = FeedRequest(output: output, subject: subject)
    request.readsClicks = readsClicks
    return run(request, options, engine: engine).code
  }

  /// Runs a feed on these streams until it is over.
  static func run(
    _ feed: FeedRequest, _ options: ParsedOptions,
    streams: [Descriptor] = (0...2).map { Descriptor(borrowing: $0) },
    engine: EngineUse = .started
  ) -> FeedEnd {
    let environment = Environment.current
    let motion = options.values["motion"]
    guard MotionSurvey.knows(option: motion) else {
      return FeedEnd(code: CommandLineRunner.usage("--motion is one of: full, reduced, auto"))
    }
    var request = feed
    if let past = FeedProcess.past(environment) {
      request.isContinued = past.hasBegun
      request.isPaused = past.isPaused
    }
    request.noteEnvironment(environment)
    if engine != .never, options.values["standalone"] == nil,
      let config = ConfigLoader(environment: environment).sharedFile(options.values["config"]),
      let end = FeedProcess(
        request: request, config: config, motion: motion, environment: environment,
        startsEngine: engine == .started, streams: streams.map(\.number)
      ).run()
    {
      return FeedEnd(code: end)
    }
    return runAlone(
      request, streams, options.values["config"], motion: motion,
      environment.without(FeedProcess.variables))
  }

  /// Does everything in this one process.
  private static func runAlone(
    _ request: FeedRequest, _ streams: [Descriptor], _ config: String?, motion: String?,
    _ environment: Environment
  ) -> FeedEnd {
    let loaded = ConfigLoader(environment: environment).load(config)
    var survey =
      MotionSurvey(
        option: motion, motion: loaded.configuration.motion, environment: environment.values)
      ?? MotionSurvey()
    if request.output == "plain" { survey.noteLines() }
    do throws(SystemCallError) {
      let loop = try Loop(loaded, survey: survey, environment: environment)
      if let problem = FeedMaker(loop: loop).problem(with: request) {
        for diagnostic in loaded.diagnostics { loaded.printer.report(diagnostic) }
        Console.complain(problem)
        return FeedEnd(code: .usage)
      }
      return run(request, streams, by: loop)
    } catch {
      Console.complain("\(error)")
      return FeedEnd(code: .failure)
    }
  }

  /// Runs a loop for one feed until that is over.
  static func run(_ request: FeedRequest, _ streams: [Descriptor], by loop: Loop) -> FeedEnd {
    guard
      var setup = FeedMaker(loop: loop).setup(
        request, input: streams[0], target: streams[1], errors: streams[2], isAlone: true)
    else { return FeedEnd(code: .unavailable) }
    var ending = FeedEnd()
    setup.whenOver = { end in
      if let complaint = end.complaint { Console.complain(complaint) }
      ending.comesAgain = end.comesAgain
      loop.finish(end.code)
    }
    if let period = request.period { loop.tell(.periodChanged(period)) }
    let id = loop.feeds.open(setup)
    if request.isPaused { loop.feeds.pause(id) }
    ending.code = loop.run(for: id)
    return ending
  }

  /// Why there is nothing to show, with what could have been meant.
  static func missing(_ subject: FeedSubject, in configuration: Configuration) -> String? {
    let bars = configuration.bars.map(\.name)
    let metrics = configuration.metrics.map(\.name)
    let broken = Array(configuration.broken.keys)
    // A config that cannot be read at all shows why, whatever was asked for.
    if configuration.broken["config"] != nil { return nil }
    switch subject {
    case .bar(nil), .panel, .metrics: return nil
    case .bar(let name?):
      if bars.contains(name) || broken.contains(name) || bars.isEmpty { return nil }
      return "no bar '\(name)' (\(Suggestion.hint(for: name, among: bars)))"
    case .metric(let name):
      if metrics.contains(name) || broken.contains(name) { return nil }
      return "no metric '\(name)' (\(Suggestion.hint(for: name, among: metrics)))"
    case .either(let name):
      if metrics.contains(name) || bars.contains(name) || broken.contains(name) { return nil }
      return "no metric or bar '\(name)' (\(Suggestion.hint(for: name, among: metrics + bars)))"
    }
  }
}

extension FeedRequest {
  /// Takes what decides how it is drawn, unless somebody has said it already.
  mutating func noteEnvironment(_ environment: Environment) {
    for name in OutputPlace.variables where self.environment[name] == nil {
      self.environment[name] = environment[name]
    }
  }
}
