import FeedConfig
import FeedEngine
import FeedOutput
import FeedPlugin
import FeedSystem

/// What `odobar waybar --print-config` prints: a custom module for a metric or a bar.
struct WaybarModule {
  private let name: String
  private let options: ParsedOptions
  private let environment: Environment

  init(_ name: String, _ options: ParsedOptions, environment: Environment = .current) {
    self.name = name
    self.options = options
    self.environment = environment
  }

  func print() -> ExitCode {
    let loaded = ConfigLoader(environment: environment).load(options.values["config"])
    if let problem = FeedCommand.missing(.either(name), in: loaded.configuration) {
      Console.complain(problem)
      return .usage
    }
    Console.print(text(loaded.configuration))
    return .success
  }

  /// Waybar's names of the buttons, in the order of its manual.
  private static let events: [(key: String, button: ClickButton)] = [
    ("on-click", .left), ("on-click-middle", .middle), ("on-click-right", .right),
    ("on-scroll-up", .scrollUp), ("on-scroll-down", .scrollDown),
  ]

  private func text(_ configuration: Configuration) -> String {
    let program = PastedCommand.program(environment)
    let common = PastedCommand.options(options)
    let alone = options.values["standalone"] == nil ? "" : " --standalone"
    let word = PastedCommand.quoted(name)
    var members = [
      ("exec", String(json: "exec \(program) waybar\(common)\(alone) \(word)")),
      ("return-type", String(json: "json")),
      // Brings the module back should the command ever be killed.
      ("restart-interval", "5"),
    ]
    for (key, button) in Self.events {
      let target = configuration.target(of: button, on: name)
      guard let target, target.responds(to: button) || takesClicks(target, configuration) else {
        continue
      }
      let metric = PastedCommand.quoted(target.name)
      let click = "\(program) click\(PastedCommand.config(options)) \(metric) \(button.word)"
      members.append((key, String(json: click)))
    }
    let lines = members.map { "    \(String(json: $0.0)): \($0.1)" }.joined(separator: ",\n")
    return "\(String(json: "custom/\(name)")): {\n\(lines)\n}\n"
  }

  /// Whether the script behind a metric may do something with any click.
  private func takesClicks(_ metric: MetricConfiguration, _ configuration: Configuration) -> Bool {
    guard let source = configuration.sources.first(where: { $0.name == metric.source }) else {
      return false
    }
    return source.parser.conventions.clicks == .told || source.allowsActions
  }
}
