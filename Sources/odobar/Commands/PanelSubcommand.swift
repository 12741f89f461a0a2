import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// `odobar panel`: the stats panel on the whole of a terminal, or as a table where there is none.
enum PanelSubcommand {
  static let subcommand = Subcommand(
    name: "panel", operands: "", summary: "shows numbers, bars and charts of a period",
    text: """
      Draws the metrics of the config's 'panel' on the whole of this terminal: for each its number
      for the period, a bar, and a chart by hour or day. In tmux, and as a floating terminal:

          tmux display-popup -E -w 90% -h 90% odobar panel
          foot --app-id odobar-panel odobar panel

      Keys: ← → another period, 1 … 9 the period of that number, ↑ ↓ scroll, r ask all sources
      again, ? help, q or Esc leave. A click chooses a period, the wheel scrolls.

      Where the output is no terminal it prints one table when all sources have answered.
      docs/panel.md tells all of it.
      """,
    options: [
      Subcommand.config, Subcommand.motion, Subcommand.standalone,
      OptionSpecification(
        "period", "p", argument: "NAME", about: "the period to show; else the first in the config"),
    ]
  ) { run($0) }

  private static func run(_ options: ParsedOptions) -> ExitCode {
    let environment = Environment.current
    guard Terminal.isTerminal(1), environment["TERM"] != "dumb" else {
      return printTable(options, environment)
    }
    var request = FeedRequest(output: "ansi", subject: .panel)
    request.period = options.values["period"]
    // Whoever works for this panel next, should the engine be lost, finds the terminal changed.
    if FeedProcess.past(environment) == nil {
      request.environment[OutputPlace.modeVariable] = TerminalKeys.mode(of: 1)
    }
    return FeedCommand.run(request, options, engine: .joined).code
  }

  /// Why there is no such period, with what could have been meant.
  static func missing(period: String, in configuration: Configuration) -> String? {
    let names = configuration.panel.periods.map(\.name)
    guard !names.contains(period) else { return nil }
    return "no period '\(period)' (\(Suggestion.hint(for: period, among: names)))"
  }

  /// Prints the panel once all its sources have answered.
  private static func printTable(
    _ options: ParsedOptions, _ environment: Environment
  ) -> ExitCode {
    guard let maker = Catalog.panelOutputs["plain"] else { return .unavailable }
    let loaded = ConfigLoader(environment: environment).load(options.values["config"])
    guard
      var survey = MotionSurvey(
        option: options.values["motion"], motion: loaded.configuration.motion,
        environment: environment.values)
    else {
      return CommandLineRunner.usage("--motion is one of: full, reduced, auto")
    }
    survey.noteLines()
    let period = options.values["period"]
    if let period, let problem = missing(period: period, in: loaded.configuration) {
      Console.complain(problem)
      return .usage
    }
    do throws(SystemCallError) {
      let loop = try Loop(loaded, survey: survey, environment: environment)
      for diagnostic in loaded.diagnostics { loaded.printer.report(diagnostic) }
      if let period { loop.tell(.periodChanged(period)) }
      let table = loop.picture(
        of: .panel, as: maker(loaded.configuration.output), within: patience)
      if let error = Console.write(table, to: 1) {
        Console.complain("cannot write the output: \(error.reason)")
        return .failure
      }
      return .success
    } catch {
      Console.complain("\(error)")
      return .failure
    }
  }

  /// A source that takes longer is shown as it is.
  private static let patience: Int64 = 5_000_000_000
}
