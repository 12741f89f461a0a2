import FeedConfig
import FeedCore
import FeedEngine
import FeedSystem

/// `odobar check`: all that is wrong with a config, at once.
enum CheckCommand {
  static let subcommand = Subcommand(
    name: "check", operands: "[SOURCE]", operandLimit: 1,
    summary: "tells all that is wrong with the config",
    text: """
      Reads the config and prints every fault with its place and what to do. Nothing is run
      unless --run is given: then every source runs once, or the one that is named. Each line
      that it prints is shown, how it was understood, and why it was not.
      With --verbose it also tells how much motion there is here, and who wants it so.
      """,
    options: [
      Subcommand.config,
      OptionSpecification(
        "run", about: "run sources once and show what they print, and what it means"),
      OptionSpecification("verbose", "v", about: "tell how much motion there is, and why"),
    ]
  ) { options in
    if let name = options.operands.first, options.values["run"] == nil {
      return CommandLineRunner.usage("'\(name)' is only run with --run", of: "check")
    }
    let loader = ConfigLoader()
    let loaded = loader.load(options.values["config"])
    for diagnostic in loaded.diagnostics { loaded.printer.report(diagnostic) }
    if let file = loaded.file {
      let warnings = loaded.diagnostics.count { $0.severity == .warning }
      var counts = [
        loaded.configuration.counts,
        Configuration.counted(loaded.diagnostics.count { $0.severity == .error }, "fault"),
      ]
      if warnings > 0 { counts.append(Configuration.counted(warnings, "warning")) }
      Console.print("\(file): \(counts.joined(separator: ", "))\n")
    }
    if options.values["verbose"] != nil { explainMotion(loaded, loader.environment) }
    var hasFailed = false
    if options.values["run"] != nil {
      let names = loaded.configuration.sources.map(\.name)
      if let name = options.operands.first, !names.contains(name) {
        return CommandLineRunner.usage(
          "no source '\(name)' that could be run (\(Suggestion.hint(for: name, among: names)))",
          of: "check")
      }
      hasFailed = !TrialRun(configuration: loaded.configuration, environment: loader.environment)
        .run(options.operands)
    }
    return loaded.isFaulty ? .configuration : hasFailed ? .unavailable : .success
  }

  /// Desktops answer within a few milliseconds, or not at all.
  private static let patience: Int64 = 300_000_000

  private static func explainMotion(_ loaded: ConfigLoader.Loaded, _ environment: Environment) {
    let motion = loaded.configuration.motion
    guard
      let survey = MotionSurvey(option: nil, motion: motion, environment: environment.values)
    else { return }
    let watch = MotionWatch(survey, motion, environment)
    Console.print("motion: \(watch.explanation(within: patience))\n")
  }
}
