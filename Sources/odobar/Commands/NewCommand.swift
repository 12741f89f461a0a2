import FeedConfig
import FeedCore
import FeedSystem

/// `odobar new plugin NAME`: a plugin to start from.
enum NewCommand {
  static let subcommand = Subcommand(
    name: "new", operands: "plugin NAME", operandLimit: 2,
    summary: "writes a plugin to start from",
    text: """
      Writes a small plugin with comments into plugins/ beside the config, and tells what to do
      next. It reports a number that goes up and down, until you make it report yours. A file that
      is there already is left alone.
      """,
    options: [
      Subcommand.config,
      OptionSpecification(
        "language", "l", argument: "NAME",
        about: "\(PluginStarter.allCases.map(\.rawValue).joined(separator: " or ")); else sh"),
    ]
  ) { options in
    guard options.operands.first == "plugin" else {
      let word = options.operands.first.map { "cannot make a '\($0)'" } ?? "what is it to be?"
      return CommandLineRunner.usage("\(word) (odobar new plugin NAME)", of: "new")
    }
    guard options.operands.count == 2 else {
      return CommandLineRunner.usage("the plugin needs a name", of: "new")
    }
    let name = options.operands[1]
    guard isName(name) else {
      return CommandLineRunner.usage(
        "'\(name)' is no name of a plugin (letters, digits, '-' and '_')", of: "new")
    }
    let language = options.values["language"] ?? PluginStarter.sh.rawValue
    guard let starter = PluginStarter(rawValue: language) else {
      let names = PluginStarter.allCases.map(\.rawValue)
      return CommandLineRunner.usage(
        "no starter in '\(language)' (\(Suggestion.hint(for: language, among: names)))", of: "new")
    }
    return write(starter, name, options)
  }

  private static func write(
    _ starter: PluginStarter, _ name: String, _ options: ParsedOptions
  ) -> ExitCode {
    let environment = Environment.current
    let places = ConfigSearch.places(
      option: options.values["config"], environment: environment.values, installed: [])
    guard let config = places.first.map({ FileSystem.absolute($0.path) }) else {
      Console.complain("there is no place for it: neither HOME nor XDG_CONFIG_HOME is set")
      return .unavailable
    }
    let folder = String(config[..<(config.lastIndex(of: "/") ?? config.startIndex)])
    let path = PathText.joined(folder, "plugins/\(name)")
    do throws(SystemCallError) {
      try NewFile.writeProgram(Array(starter.text(name: name).utf8), to: path)
    } catch {
      let reason = FileSystem.exists(path) ? "it is there already, and is left alone" : error.reason
      Console.complain("cannot write '\(path)': \(reason)")
      return .unavailable
    }
    Console.print(nextSteps(name, path, config, options, environment))
    return .success
  }

  private static func nextSteps(
    _ name: String, _ path: String, _ config: String, _ options: ParsedOptions,
    _ environment: Environment
  ) -> String {
    let program = PastedCommand.program(environment)
    return """
      wrote \(path)

      Next:
        1. Put it on the bar, in \(config):
             sources:
               \(name): {plugin: \(name)}
             metrics:
               \(name): {source: \(name).value}
        2. See what it reports, and how that is understood:
             \(program) check --run \(name)\(PastedCommand.config(options))
        3. Open it and make it report your number: its comments tell how.

      """
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x61...0x7a).contains(first | 0x20),
      name.utf8.count <= 64
    else { return false }
    return name.utf8.allSatisfy {
      (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-_".utf8.contains($0)
    }
  }
}
