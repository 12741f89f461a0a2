import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// `odobar simulate`: the engine in virtual time, the same engine and outputs as in a real run.
enum SimulateCommand {
  static let subcommand = Subcommand(
    name: "simulate", operands: "", summary: "runs a script of events in virtual time",
    text: """
      Runs no source and no clock. Events are JSON lines in the order of time, each with "at" in
      milliseconds and one of:

          "value": {"METRIC": 12480}     "report": {"source": "net", "line": "rx=1 tx=2"}
          "click": {"metric": "volume", "button": 4}   "step": {"metric": "volume", "by": 1}
          "fail": {"source": "net", "message": "…"}    "period": "week"
          "open": true                   "motion": "reduced"
          "keys": "2"                    typed at a panel

      Prints a JSON line a frame, {"at": 417, "frame": "…"}: what the feed would write, without
      its newline. The picture at the end is printed, too, where it differs from the last frame.
      """,
    options: [
      Subcommand.config, Subcommand.motion, Subcommand.bar,
      OptionSpecification(
        "output", "o", argument: "NAME",
        about: "one of: \(Catalog.outputs.names.joined(separator: ", "))"),
      OptionSpecification("metric", "m", argument: "NAME", about: "show this metric, not a bar"),
      OptionSpecification("panel", about: "show the panel, as ansi, plain or json"),
      OptionSpecification(
        "size", argument: "COLUMNSxROWS", about: "of the terminal; else 80x24 for a panel"),
      OptionSpecification(
        "date", argument: "YYYY-MM-DD", about: "the day that begins at 0; else Monday 2026-01-05"),
      OptionSpecification(
        "until", "u", argument: "MS", about: "when to end; else when all is at rest"),
      OptionSpecification(
        "events", "e", argument: "FILE", about: "the events; '-' or none is standard input"),
      OptionSpecification(
        "every", argument: "MS", about: "print the picture at these times only, drawn or not"),
    ]
  ) { options in
    do throws(Failure) {
      return try run(options)
    } catch {
      Console.complain(error.message)
      return error.code
    }
  }

  private struct Failure: Error {
    var code: ExitCode
    var message: String
  }

  private static func run(_ options: ParsedOptions) throws(Failure) -> ExitCode {
    let environment = Environment.current
    let loaded = ConfigLoader(environment: environment).load(options.values["config"])
    for diagnostic in loaded.diagnostics { loaded.printer.report(diagnostic) }
    if loaded.file == nil { return .configuration }
    let name = options.values["output"] ?? "json"
    let isPanel = options.values["panel"] != nil
    let outputs = isPanel ? Catalog.panelOutputs : Catalog.outputs
    guard let maker = outputs[name] else {
      let hint = Suggestion.hint(for: name, among: outputs.names)
      throw Failure(
        code: .usage,
        message: "unknown output '\(name)'\(isPanel ? " for a panel" : "") (\(hint))")
    }
    let motion = loaded.configuration.motion
    guard
      let survey = MotionSurvey(
        option: options.values["motion"], motion: motion, environment: [:])
    else { throw Failure(code: .usage, message: "--motion is one of: full, reduced, auto") }
    let subject: FeedSubject =
      isPanel
      ? .panel
      : options.values["metric"].map { .metric($0) } ?? .bar(options.values["bar"])
    if let problem = FeedCommand.missing(subject, in: loaded.configuration) {
      throw Failure(code: .usage, message: problem)
    }
    let until = try milliseconds(options, "until")
    let every = try milliseconds(options, "every")
    var settings = loaded.configuration.output
    if let size = try size(options) { (settings.columns, settings.rows) = size }
    let script = try script(options.values["events"] ?? "-", loaded.configuration)
    var player = ScriptPlayer(
      Simulation(
        loaded.configuration, subject: subject, output: maker(settings),
        limits: survey.limits(motion), start: try start(options)),
      printsObjects: name == "json", until: until, every: every)
    player.play(script)
    for diagnostic in player.diagnostics { loaded.printer.report(diagnostic) }
    return player.diagnostics.isEmpty ? .success : .data
  }

  private static func milliseconds(
    _ options: ParsedOptions, _ name: String
  ) throws(Failure) -> Int64? {
    guard let text = options.values[name] else { return nil }
    guard let value = Int64(text), value >= (name == "every" ? 1 : 0), value < 1 << 50 else {
      throw Failure(
        code: .usage, message: "--\(name) takes a number of milliseconds, found '\(text)'")
    }
    return value
  }

  private static func size(
    _ options: ParsedOptions
  ) throws(Failure) -> (columns: Int, rows: Int)? {
    guard let text = options.values["size"] else { return nil }
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else {
      throw Failure(code: .usage, message: "--size is like 80x24, found '\(text)'")
    }
    return (columns, rows)
  }

  private static func start(_ options: ParsedOptions) throws(Failure) -> WallTime {
    guard let text = options.values["date"] else { return Simulation.monday }
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      (1970...2105).contains(year)
    {
      let date = CivilDate(year: year, month: month, day: day)
      // What is no date comes out as another one.
      if CivilDate(daysSince1970: date.daysSince1970) == date {
        return LocalZone.utc.start(of: date)
      }
    }
    throw Failure(code: .usage, message: "--date is like 2026-01-05, found '\(text)'")
  }

  private static func script(
    _ file: String, _ configuration: Configuration
  ) throws(Failure) -> [Script.Entry] {
    let text: [UInt8]
    if file == "-" {
      text = Console.readAll()
    } else {
      do throws(FileReadError) {
        text = try FileReader.contents(of: file, limit: 1 << 26)
      } catch {
        throw Failure(code: .data, message: "cannot read '\(file)': \(error)")
      }
    }
    do throws(Diagnostic) {
      return try Script.read(
        text, file: file == "-" ? "standard input" : file, for: configuration)
    } catch {
      throw Failure(code: .data, message: error.summary)
    }
  }
}
