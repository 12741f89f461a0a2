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

      Prints a JSON line a frame, {"at": 417, "frame": "…"}: what the feed would write, without
      its newline. The picture at the end is printed, too, where it differs from the last frame.
      """,
    options: [
      Subcommand.config, Subcommand.motion, Subcommand.bar,
      OptionSpecification(
        "output", "o", argument: "NAME",
        about: "one of: \(Catalog.outputs.names.joined(separator: ", "))"),
      OptionSpecification("metric", "m", argument: "NAME", about: "show this metric, not a bar"),
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
    guard let maker = Catalog.outputs[name] else {
      let hint = Suggestion.hint(for: name, among: Catalog.outputs.names)
      throw Failure(code: .usage, message: "unknown output '\(name)' (\(hint))")
    }
    guard
      let reduction = MotionPreference.reduction(
        option: options.values["motion"] ?? "auto", motion: loaded.configuration.motion,
        environment: Environment(entries: []))
    else { throw Failure(code: .usage, message: "--motion is one of: full, reduced, auto") }
    let subject =
      options.values["metric"].map { FeedSubject.metric($0) }
      ?? .bar(options.values["bar"])
    if let problem = FeedCommand.missing(subject, in: loaded.configuration) {
      throw Failure(code: .usage, message: problem)
    }
    let until = try milliseconds(options, "until")
    let every = try milliseconds(options, "every")
    let script = try script(options.values["events"] ?? "-", loaded.configuration)
    var player = ScriptPlayer(
      Simulation(
        loaded.configuration, subject: subject, output: maker(loaded.configuration.output),
        reduction: reduction),
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
