import FeedConfig
import FeedEngine
import FeedOutput
import FeedSystem

/// What `odobar tmux --print-config` prints.
struct TmuxConfig {
  /// As a shell takes it.
  private let program: String
  /// Options that all commands share.
  private let common: String
  /// Those that a click takes.
  private let config: String
  private let bar: String
  private let options: ParsedOptions
  private let environment: Environment

  init(_ options: ParsedOptions, environment: Environment = .current) {
    self.options = options
    self.environment = environment
    program = PastedCommand.program(environment)
    common = PastedCommand.options(options)
    config = PastedCommand.config(options)
    bar = options.values["bar"].map { " --bar " + PastedCommand.quoted($0) } ?? ""
  }

  func print() -> ExitCode {
    let loaded = ConfigLoader(environment: environment).load(options.values["config"])
    let subject = FeedSubject.bar(options.values["bar"])
    if let problem = FeedCommand.missing(subject, in: loaded.configuration) {
      Console.complain(problem)
      return .usage
    }
    if options.values["socket"] != nil {
      Console.complain(
        "what is printed serves whichever server reads it: --socket has no part in it")
    }
    Console.print(text)
    return .success
  }

  private var text: String {
    """
    # odobar: numbers that move in tmux's status line. Paste this into ~/.tmux.conf, then
    # reload it with: tmux source-file ~/.tmux.conf
    run-shell -b \(PastedCommand.quoted(Self.literal("exec \(program) tmux\(common)\(bar)")))

    # The right end of the status line: #{odobar} for the bar, or #{odobar_NAME} for a metric. To
    # keep your own, take these two lines out and put the names into yours.
    set -g status-right '#{odobar}'
    set -g status-right-length 200

    # Clicks, and the wheel, on a metric.
    set -g mouse on
    \(bindings)

    """
  }

  /// How tmux counts the buttons.
  private static let buttons = [(1, "MouseUp1"), (2, "MouseUp2"), (3, "MouseUp3")]
  /// What tmux does with the wheel on its status line by itself.
  private static let wheel = [
    (4, "WheelUp", "previous-window"), (5, "WheelDown", "next-window"),
  ]

  /// Before 3.4 the text under the mouse is left in a variable, for odobar to find the place.
  private var bindings: String {
    let old = TmuxClick.Side.allCases.flatMap { side in
      (Self.buttons + Self.wheel.map { ($0.0, $0.1) }).map { button, key in
        let place = "Status\(side == .left ? "Left" : "Right")"
        return "bind -n \(key)\(place) set-environment -Fgh \(side.variable) "
          + "\(PastedCommand.quoted(side.format)) \\; run-shell -b \(click(button, " \(side):#{mouse_x}"))"
      }
    }
    let isOurs = "if -F '#{m:odo*,#{mouse_status_range}}'"
    let clicked = { (button: Int) in "{ run-shell -b \(click(button, " '#{mouse_status_range}'")) }"
    }
    let new =
      Self.buttons.map { button, key in
        "bind -n \(key)Status \(isOurs) \(clicked(button))"
      }
      + Self.wheel.map { button, key, usual in
        "bind -n \(key)Status \(isOurs) \(clicked(button)) "
          + "{ \(usual) }"
      }
    return (["%if \"#{m:3.[0-3]*,#{version}}\""] + old + ["%else"] + new + ["%endif"])
      .joined(separator: "\n")
  }

  private func click(_ button: Int, _ range: String) -> String {
    // In double quotes, as the formats are in single ones.
    let command = Self.literal("exec \(program) click\(config)")
      .map { "\\\"$".contains($0) ? "\\\($0)" : String($0) }.joined()
    return "\"\(command) --tmux \(button)\(range)\""
  }

  /// What formats of tmux leave as it is: a command is expanded before it is run.
  private static func literal(_ text: String) -> String {
    text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "##")
  }
}
