import FeedEngine
import FeedSystem

/// The commands that talk to a running engine.
enum ControlCommands {
  static let step = Subcommand(
    name: "step", operands: "METRIC +N|-N|=N", operandLimit: 2, takesNumbers: true,
    summary: "moves a stepper of the running engine",
    text: """
      Adds to the value of a stepper, takes from it, or sets it; it stops at its limits. Prints the
      new value. In the config of sway:

          bindsym XF86AudioRaiseVolume exec odobar step volume +5
      """,
    options: [Subcommand.config]
  ) { options in
    guard options.operands.count == 2 else {
      return CommandLineRunner.usage("'step' needs a metric and +N, -N or =N", of: "step")
    }
    guard let change = ControlCommand.Change(word: options.operands[1]) else {
      return CommandLineRunner.usage(
        "expected +N, -N or =N, found '\(options.operands[1])'", of: "step")
    }
    return run(.command(.step(metric: options.operands[0], change)), options)
  }

  static let period = Subcommand(
    name: "period", operands: "NAME", operandLimit: 1,
    summary: "shows another period: one of the config's, next, previous",
    text: "Asks all sources for that period, in panels and bars alike.",
    options: [Subcommand.config]
  ) { options in
    guard let name = options.operands.first else {
      return CommandLineRunner.usage("'period' needs the name of a period", of: "period")
    }
    return run(.command(.period(name)), options)
  }

  static let refresh = Subcommand(
    name: "refresh", operands: "[SOURCE]", operandLimit: 1,
    summary: "asks a source for a new value, or all of them",
    text: "What is due anyway stays due when it was.", options: [Subcommand.config]
  ) { run(.command(.refresh($0.operands.first)), $0) }

  static let replay = Subcommand(
    name: "replay", operands: "[GROUP]", operandLimit: 1,
    summary: "lets numbers count up once more: those of a motion group, or all",
    text: "As when a bar opens, in one rhythm.", options: [Subcommand.config]
  ) { run(.command(.replay($0.operands.first)), $0) }

  static let reload = Subcommand(
    name: "reload", operands: "", summary: "reads the config again",
    text: """
      That also happens by itself when the config changes. A config with a fault changes nothing.
      """, options: [Subcommand.config]
  ) { run(.reload, $0) }

  static let status = Subcommand(
    name: "status", operands: "", summary: "tells of the running engines: feeds, sources, faults",
    text: "With --json one object a line and an engine; docs/feeds.md explains it.",
    options: [Subcommand.config, OptionSpecification("json", about: "for programs")]
  ) { run(.status(isJSON: $0.values["json"] != nil), $0) }

  /// Asks the engine that the options name, or all that run.
  static func run(_ request: Request, _ options: ParsedOptions) -> ExitCode {
    ControlCall(request, config: options.values["config"], environment: .current).run()
  }
}
