import FeedCore
import FeedSystem

/// From the words of the command line to an exit status.
enum CommandLineRunner {
  static func run(_ arguments: [String]) -> ExitCode {
    let hasOutput = StandardDescriptors.isOpen(1)
    // Without them the next file that is opened would take the place of the output.
    try? StandardDescriptors.ensure()
    guard hasOutput else {
      Console.complain("cannot write the output: it is closed")
      return .failure
    }
    switch arguments.first {
    case "--help", "-h", "help": return help(for: arguments.dropFirst().first)
    case "--version", "-V":
      Console.print("odobar \(Help.version)\n")
      return .success
    default: break
    }
    let isNamed = arguments.first.map { !$0.hasPrefix("-") } ?? false
    let name = isNamed ? arguments[0] : "preview"
    guard let command = Subcommand.all.first(where: { $0.name == name }) else {
      let hint = Suggestion.hint(
        for: name, among: Subcommand.all.filter { !$0.isHidden }.map(\.name))
      return usage("unknown command '\(name)' (\(hint))")
    }
    do throws(OptionProblem) {
      let options = try ParsedOptions(
        Array(isNamed ? arguments.dropFirst() : arguments[...]),
        command.options + [Subcommand.help, Subcommand.version],
        numbersAreOperands: command.takesNumbers)
      if options.values["help"] != nil {
        Console.print(Help.text(for: command))
        return .success
      }
      if options.values["version"] != nil {
        Console.print("odobar \(Help.version)\n")
        return .success
      }
      if let word = options.operands.dropFirst(command.operandLimit).first {
        let isFile = word.hasSuffix(".yaml") || word.hasSuffix(".yml")
        let hint = isFile ? " (did you mean '-c \(word)'?)" : ""
        return usage("unexpected word '\(word)'\(hint)", of: command.name)
      }
      return command.run(options)
    } catch {
      return usage(hinted(error.message, command), of: command.name)
    }
  }

  /// Adds what was probably meant to the message about an unknown option.
  private static func hinted(_ message: String, _ command: Subcommand) -> String {
    guard message.hasPrefix("unknown option '--") else { return message }
    let word = message.dropFirst("unknown option '--".count).dropLast()
    let name = String(word.prefix { $0 != "=" })
    let names = (command.options + [Subcommand.help, Subcommand.version]).map(\.name)
    guard let near = Suggestion.nearest(to: name, among: names) else { return message }
    return "\(message) (did you mean '--\(near)'?)"
  }

  private static func help(for name: String?) -> ExitCode {
    guard let name, let command = Subcommand.all.first(where: { $0.name == name }) else {
      Console.print(Help.overview)
      return .success
    }
    Console.print(Help.text(for: command))
    return .success
  }

  static func usage(_ message: String, of command: String? = nil) -> ExitCode {
    Console.complain(message)
    let about = command.map { "odobar \($0) --help" } ?? "odobar --help"
    Console.complain("try '\(about)'")
    return .usage
  }
}
