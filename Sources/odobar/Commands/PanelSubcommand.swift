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

          tmux display-popup -E -w 84 -h 26 odobar panel
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
    let loaded = ConfigLoader(environment: environment).load(options.values["config"])
    guard
      var survey = MotionSurvey(
        option: options.values["motion"], motion: loaded.configuration.motion,
        environment: environment.values)
    else {
      return CommandLineRunner.usage("--motion is one of: full, reduced, auto")
    }
    let period = options.values["period"]
    if let period, let problem = missing(period: period, in: loaded.configuration) {
      Console.complain(problem)
      return .usage
    }
    let isInteractive = Terminal.isTerminal(1) && environment["TERM"] != "dumb"
    if !isInteractive { survey.noteLines() }
    do throws(SystemCallError) {
      let loop = try Loop(loaded, survey: survey, environment: environment)
      if let period { loop.tell(.periodChanged(period)) }
      return isInteractive
        ? show(loop, loaded.configuration.output, environment) : loop.printTable()
    } catch {
      Console.complain("\(error)")
      return .failure
    }
  }

  /// Why there is no such period, with what could have been meant.
  private static func missing(period: String, in configuration: Configuration) -> String? {
    let names = configuration.panel.periods.map(\.name)
    guard !names.contains(period) else { return nil }
    return "no period '\(period)' (\(Suggestion.hint(for: period, among: names)))"
  }

  private static func show(
    _ loop: Loop, _ settings: OutputSettings, _ environment: Environment
  ) -> ExitCode {
    guard let maker = Catalog.panelOutputs["ansi"] else { return .unavailable }
    let makeOutput = { number in
      maker(
        OutputPlace.settings(settings, for: "ansi", on: number, environment: environment.values))
    }
    let feed = loop.feeds.open(
      FeedSetup(
        subject: .panel, target: Descriptor(borrowing: 1), errors: Descriptor(borrowing: 2),
        input: KeyInput(farewell: makeOutput(1).trailer), isFullScreen: true,
        makeOutput: makeOutput, whenOver: { loop.finish($0.code) }))
    return loop.run(for: feed)
  }
}

extension Loop {
  /// Prints the panel once all its sources have answered.
  fileprivate func printTable() -> ExitCode {
    guard let maker = Catalog.panelOutputs["plain"] else { return .unavailable }
    let table = picture(of: .panel, as: maker(OutputSettings()), within: Self.patience)
    if let error = Console.write(table, to: 1) {
      Console.complain("cannot write the output: \(error.reason)")
      return .failure
    }
    return .success
  }

  /// A source that takes longer is shown as it is.
  private static let patience: Int64 = 5_000_000_000
}
