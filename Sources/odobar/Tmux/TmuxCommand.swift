import FeedEngine
import FeedSystem

/// `odobar tmux`: numbers that move in the status line of a tmux server.
enum TmuxCommand {
  static let subcommand = Subcommand(
    name: "tmux", operands: "", summary: "feeds the status line of tmux",
    text: """
      Feeds the tmux server within which it runs, until that ends. In .tmux.conf:

          run-shell -b 'odobar tmux'
          set -g status-right '#{odobar_cpu} #{odobar_memory} %H:%M'
          set -g status-right-length 60

      #{odobar} is the bar, #{odobar_NAME} another bar or a metric; other characters in a name than
      letters and digits are written as '_'. They can stand anywhere in status-left, status-right
      and status-format, beside whatever else is there.

      --print-config prints all that, with bindings for the mouse, to be pasted.

      With --job it prints one string a line for '#(exec odobar tmux --job)' instead. tmux redraws
      such a status line once a second at most.
      """,
    options: FeedCommand.common + [
      Subcommand.bar,
      OptionSpecification(
        "socket", "S", argument: "PATH", about: "the server's socket; else that of this session"),
      OptionSpecification("print-config", about: "print what to paste into .tmux.conf"),
      OptionSpecification("job", about: "print a string a line, for '#(…)' in the status line"),
    ]
  ) { run($0) }

  private static func run(_ options: ParsedOptions) -> ExitCode {
    if options.values["print-config"] != nil { return TmuxConfig(options).print() }
    if options.values["job"] != nil {
      return FeedCommand.run("tmux", options, subject: .bar(options.values["bar"]))
    }
    let environment = Environment.current
    guard let server = TmuxServer(socket: options.values["socket"], environment: environment)
    else {
      return CommandLineRunner.usage(
        "'tmux' runs within tmux: put \"run-shell -b 'odobar tmux'\" into .tmux.conf, or name a "
          + "server with --socket", of: "tmux")
    }
    return TmuxFeed(server: server, options: options, environment: environment).run()
  }
}
