import FeedSystem

/// The texts of `--help`.
enum Help {
  static let version = "0.1.0"

  /// The whole program at a glance.
  static var overview: String {
    let listed = Subcommand.all.filter { !$0.isHidden }
    let width = listed.map { signature($0).count }.max() ?? 0
    let commands = listed.map { "  \(padded(signature($0), width))  \($0.summary)" }
    return """
      odobar: a status-bar feed whose numbers move

      usage: odobar [COMMAND] [OPTION…]

      \(commands.joined(separator: "\n"))

      Without a command it is 'preview'. 'odobar COMMAND --help' tells more of each.

      options for all commands:
      \(table([Subcommand.config, Subcommand.motion, Subcommand.help, Subcommand.version]))

      The config is looked for in $ODOBAR_CONFIG, then $XDG_CONFIG_HOME/odobar/config.yaml
      (default ~/.config), then the one that comes with odobar.

      exit status: 0 done, 1 output cannot be written, 64 usage, 65 bad events for simulate,
      69 something that is needed is not there, 78 a fault in the config

      """
  }

  static func text(for command: Subcommand) -> String {
    """
    odobar \(command.name): \(command.summary)

    usage: odobar \(usage(of: command))

    \(command.text)

    options:
    \(table(command.options + [Subcommand.help]))

    """
  }

  /// Options come before a command of others, else anywhere.
  private static func usage(of command: Subcommand) -> String {
    command.operands.hasPrefix("--")
      ? "\(command.name) [OPTION…] \(command.operands)" : "\(signature(command)) [OPTION…]"
  }

  private static func signature(_ command: Subcommand) -> String {
    command.operands.isEmpty ? command.name : "\(command.name) \(command.operands)"
  }

  private static func table(_ options: [OptionSpecification]) -> String {
    let names = options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return letter + "--\(option.name)" + (option.argument.map { " \($0)" } ?? "")
    }
    let width = names.map(\.count).max() ?? 0
    return zip(names, options)
      .map { "  \(padded($0, width))  \($1.about)" }
      .joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
