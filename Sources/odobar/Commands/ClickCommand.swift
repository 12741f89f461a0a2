import FeedConfig
import FeedCore
import FeedEngine
import FeedSystem

/// `odobar click`: a click on a metric, told by bars that start a command for it.
enum ClickCommand {
  static let subcommand = Subcommand(
    name: "click", operands: "METRIC BUTTON [PART]", operandLimit: 3,
    summary: "clicks on a metric of the running engine",
    text: """
      Does what the config says of that click, and prints nothing. BUTTON is left, middle, right,
      scroll-up or scroll-down, or its number from 1 to 5. PART is minus, value or plus, for a
      click on a part of a stepper. In the config of waybar:

          "on-click": "odobar click volume left",
          "on-scroll-up": "odobar click volume scroll-up"

      With --tmux it is a click in the status line of the tmux server within which it runs, for
      the bindings that 'odobar tmux --print-config' prints: BUTTON PLACE.
      """,
    options: [
      Subcommand.config, OptionSpecification("tmux", about: "a click in tmux's status line"),
    ]
  ) { options in
    let isInTmux = options.values["tmux"] != nil
    let words = options.operands
    guard words.count == 2 || words.count == 3 && !isInTmux else {
      let wanted =
        isInTmux
        ? "'click --tmux' needs a button and a place" : "'click' needs a metric and a button"
      return CommandLineRunner.usage(wanted, of: "click")
    }
    let word = words[isInTmux ? 0 : 1]
    guard let button = ClickButton(word: word) else {
      let hint = Suggestion.hint(for: word, among: ClickButton.allCases.map(\.word))
      return CommandLineRunner.usage("no button '\(word)' (\(hint))", of: "click")
    }
    if isInTmux { return press(button, words[1], options) }
    let part = words.count > 2 ? words[2] : nil
    return ControlCommands.run(
      .command(.click(metric: words[0], button: button, part: part)), options)
  }

  private static func press(
    _ button: ClickButton, _ place: String, _ options: ParsedOptions
  ) -> ExitCode {
    guard let server = TmuxServer(socket: nil, environment: .current) else {
      return CommandLineRunner.usage("'click --tmux' runs within tmux", of: "click")
    }
    return ControlCommands.run(
      .press(server: server.socket, button: button, place: place), options)
  }
}

extension ClickButton {
  /// By its word in commands, in the config, or by its number.
  init?(word: String) {
    let found = Self.allCases.first {
      $0.word == word || $0.rawValue == word || String($0.number) == word
    }
    guard let found else { return nil }
    self = found
  }

  /// As commands have it: `scroll-up`.
  var word: String { String(rawValue.map { $0 == "_" ? "-" : $0 }) }
}
