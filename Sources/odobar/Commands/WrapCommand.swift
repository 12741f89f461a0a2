import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import FeedSystem

/// The command that runs another generator and moves the numbers in what it prints.
enum WrapCommand {
  static let subcommand = Subcommand(
    name: "wrap", operands: "-- COMMAND…", operandLimit: .max,
    summary: "runs another generator and moves the numbers in what it prints",
    text: """
      Takes what COMMAND prints for a bar, and gives it on as it is, but that the numbers in it
      roll from old to new. Colours, markup, separators and all else stay as COMMAND says; clicks
      go to it, and it rests while the bar is hidden. In the config of i3 or sway:

          bar {
              status_command exec odobar wrap -- i3status
          }

      and for a custom module of waybar:

          "custom/load": {"exec": "odobar wrap --to waybar -- ~/bin/load", "return-type": "json"}

      COMMAND is run as it is; one word with blanks in it goes to the shell. The config's 'motion',
      'output' and 'wrap' hold here, too: docs/wrap.md tells how to say what moves, and how.
      """,
    options: [
      OptionSpecification(
        "from", argument: "WHAT",
        about: "what COMMAND prints: i3bar, waybar, text; else told by its first line"),
      OptionSpecification(
        "to", argument: "OUTPUT",
        about: "\(Catalog.outputs.names.joined(separator: ", ")); else i3bar, in a terminal ansi"),
      OptionSpecification(
        "motion", argument: "HOW",
        about: "full, reduced, auto; or how numbers move: \(styles.joined(separator: ", "))"),
      Subcommand.config,
    ], run: run)

  private static let styles = Catalog.motionStyles.names

  private static func run(_ options: ParsedOptions) -> ExitCode {
    guard let program = options.operands.first else {
      return CommandLineRunner.usage("'wrap' needs a command after '--'", of: "wrap")
    }
    let from = options.values["from"] ?? "auto"
    guard Catalog.streamParsers[from] != nil else {
      return unknown(from, "--from", Catalog.streamParsers.names)
    }
    let output = options.values["to"] ?? usualOutput(from: from)
    guard Catalog.outputs[output] != nil else {
      return unknown(output, "--to", Catalog.outputs.names)
    }
    let motion = options.values["motion"]
    guard motion.map({ styles.contains($0) }) ?? true || MotionSurvey.knows(option: motion) else {
      return unknown(motion ?? "", "--motion", ["full", "reduced", "auto"] + styles)
    }
    // A program has no blank in its name: that is a command line.
    let isLine = options.operands.count == 1 && program.contains(" ")
    var source = SourceConfiguration(
      name: name(of: program), arguments: isLine ? ["/bin/sh", "-c", program] : options.operands,
      mode: .stream, protocolName: from)
    source.isWrapped = true
    return run(source, output, motion: motion, config: options.values["config"])
  }

  private static func run(
    _ source: SourceConfiguration, _ output: String, motion: String?, config: String?
  ) -> ExitCode {
    let environment = Environment.current
    let loaded = ConfigLoader(environment: environment).load(config)
    // A fault elsewhere in the config of bars is no concern here, unless it was asked for; nor is it
    // that a config which is only for this shows nothing by itself.
    let faults =
      config == nil ? [] : loaded.diagnostics.filter { $0.span != nil || loaded.file == nil }
    var configuration = Configuration()
    configuration.motion = loaded.configuration.motion
    configuration.output = loaded.configuration.output
    configuration.wrap = loaded.configuration.wrap
    configuration.sources = [source]
    configuration.bars = [BarConfiguration(name: "main", metrics: [source.name])]
    let isStyle = motion.map { styles.contains($0) } ?? false
    if isStyle, let motion { configuration.wrap.motion.style = motion }
    var survey =
      MotionSurvey(
        option: isStyle ? nil : motion, motion: configuration.motion,
        environment: environment.values) ?? MotionSurvey()
    if output == "plain" { survey.noteLines() }
    var request = FeedRequest(output: output, subject: .bar(nil))
    request.readsClicks = output == "i3bar"
    request.noteEnvironment(environment)
    do throws(SystemCallError) {
      let watch = MotionWatch(survey, configuration.motion, environment)
      let reporter = Reporter()
      reporter.stand(faults, loaded.printer)
      let loop = try Loop(
        engine: Engine(configuration, limits: watch.limits), environment: environment,
        reporter: reporter, motion: watch)
      let streams = (0...2).map { Descriptor(borrowing: $0) }
      return FeedCommand.run(request, streams, by: loop).code
    } catch {
      Console.complain("\(error)")
      return .failure
    }
  }

  private static func usualOutput(from: String) -> String {
    if Terminal.isTerminal(1), Environment.current["TERM"] != "dumb" { return "ansi" }
    return from == "waybar" ? "waybar" : "i3bar"
  }

  /// How a program is called in messages: by its file's name.
  private static func name(of program: String) -> String {
    let word = program.split(separator: " ").first.map(String.init) ?? program
    return word.split(separator: "/").last.map(String.init) ?? word
  }

  private static func unknown(_ word: String, _ option: String, _ names: [String]) -> ExitCode {
    CommandLineRunner.usage(
      "\(option) does not know '\(word)' (\(Suggestion.hint(for: word, among: names)))", of: "wrap")
  }
}
