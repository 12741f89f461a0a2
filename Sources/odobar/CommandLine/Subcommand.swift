import FeedSystem

/// One of the things that `odobar` does, by the word that stands for it.
struct Subcommand: Sendable {
  let name: String
  /// What follows the name, in help.
  let operands: String
  /// Programs use it, people do not: help does not list it.
  var isHidden = false
  /// How many words it takes beside its options.
  var operandLimit = 0
  /// Whether `-5` is such a word, and no option.
  var takesNumbers = false
  /// One line for people.
  let summary: String
  /// What `--help` says below the usage line.
  let text: String
  let options: [OptionSpecification]
  let run: @Sendable (ParsedOptions) -> ExitCode

  static let config = OptionSpecification(
    "config", "c", argument: "FILE", about: "the config file; else the usual places are searched")
  static let motion = OptionSpecification(
    "motion", argument: "WHEN", about: "full, reduced, or auto: as the config and desktop ask")
  static let bar = OptionSpecification(
    "bar", "b", argument: "NAME", about: "the bar to show; else the first in the config")
  static let standalone = OptionSpecification(
    "standalone", about: "run everything in this one process")
  static let help = OptionSpecification("help", "h", about: "this text")
  static let version = OptionSpecification("version", "V", about: "the version")

  /// In the order in which help lists them, those that it does not list at the end.
  static let all: [Subcommand] = [
    FeedCommand.i3bar, FeedCommand.waybar, TmuxCommand.subcommand, FeedCommand.preview,
    FeedCommand.json, PanelSubcommand.subcommand, WrapCommand.subcommand, ControlCommands.step,
    ControlCommands.period,
    ControlCommands.refresh, ControlCommands.replay, ControlCommands.reload,
    ClickCommand.subcommand, ControlCommands.status, CheckCommand.subcommand,
    PluginsCommand.subcommand, NewCommand.subcommand, SimulateCommand.subcommand,
    EngineCommand.subcommand,
  ]
}
