import FeedConfig
import FeedCore
import FeedSystem

/// `odobar check`: all that is wrong with a config, at once.
enum CheckCommand {
  static let subcommand = Subcommand(
    name: "check", operands: "", summary: "tells all that is wrong with the config",
    text: """
      Reads the config and prints every fault with its place and what to do. Nothing is run
      unless --run is given: then every source runs once, and what it reported is shown.
      """,
    options: [
      Subcommand.config,
      OptionSpecification("run", about: "run every source once and show what it reported"),
    ]
  ) { options in
    let loader = ConfigLoader()
    let loaded = loader.load(options.values["config"])
    for diagnostic in loaded.diagnostics { loaded.printer.report(diagnostic) }
    let isFaulty = loaded.diagnostics.contains { $0.severity == .error }
    if let file = loaded.file {
      let configuration = loaded.configuration
      let count = loaded.diagnostics.count
      let verdict = count == 0 ? "no faults" : count == 1 ? "1 fault" : "\(count) faults"
      Console.print(
        "\(file): \(configuration.sources.count) sources, \(configuration.metrics.count) metrics, "
          + "\(configuration.bars.count) bars, \(verdict)\n")
    }
    var hasFailed = false
    if options.values["run"] != nil {
      hasFailed = !TrialRun(configuration: loaded.configuration, environment: loader.environment)
        .run()
    }
    return isFaulty ? .configuration : hasFailed ? .unavailable : .success
  }
}
