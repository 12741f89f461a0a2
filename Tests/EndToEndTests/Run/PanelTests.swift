import Foundation
import TestKit
import Testing

/// The panel on a real terminal.
struct PanelTests {
  private static let config = """
    sources:
      s: {command: "printf 'a=12480 b=30\\\\n'", interval: 1h}
    metrics:
      a: {source: s.a, title: Clips, format: integer}
      b: {source: s.b, title: Load, format: percent}
    panel: {title: Stats, periods: {day: Today, week: This week, month: This month}}
    """

  private func sandbox(_ config: String = config) throws -> Sandbox {
    let sandbox = try Sandbox(config: config)
    sandbox.environment["TERM"] = "xterm-256color"
    // A program that crashes in a terminal would wait half a minute for somebody to look at it.
    sandbox.environment["SWIFT_BACKTRACE"] = "enable=no"
    return sandbox
  }

  private struct Panel {
    let sandbox: Sandbox
    let terminal: PseudoTerminal
    let program: RunningProgram
    /// The terminal's mode before.
    let mode: String
    let start: String
  }

  /// A panel that has come to rest.
  private func open(
    _ arguments: [String] = [], columns: UInt16 = 80, rows: UInt16 = 24, config: String = config
  ) throws -> Panel {
    let sandbox = try sandbox(config)
    let terminal = try PseudoTerminal()
    terminal.resize(columns: columns, rows: rows)
    let mode = terminal.mode
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try sandbox.start(["panel"] + arguments, input: stream, output: stream)
    let start = try terminal.drawing { $0.contains("12480") }
    return Panel(
      sandbox: sandbox, terminal: terminal, program: program, mode: mode, start: start)
  }

  private static let farewell = "\u{1b}[?1049l"

  @Test func `it takes the whole terminal, and keys one by one`() throws {
    let panel = try open()
    #expect(panel.start.contains("\u{1b}[?1049h"))
    #expect(panel.start.contains("\u{1b}[?25l"))
    #expect(panel.start.contains("Stats"))
    #expect(panel.start.contains("Clips"))
    #expect(panel.start.contains("\u{1b}[?2026h"))
    #expect(panel.terminal.mode != panel.mode)
  }

  enum Exit: String, CaseIterable {
    case key = "q"
    case escape = "\u{1b}"
    case interrupt
    case terminate
    case hangUp
    case quit

    var signal: Int32? {
      switch self {
      case .key, .escape: nil
      case .interrupt: SIGINT
      case .terminate: SIGTERM
      case .hangUp: SIGHUP
      case .quit: SIGQUIT
      }
    }
  }

  @Test(arguments: Exit.allCases)
  func `the terminal is left as it was, on every way out`(_ exit: Exit) throws {
    let panel = try open()
    if let signal = exit.signal {
      panel.program.signal(signal)
    } else {
      try panel.terminal.type(exit.rawValue)
    }
    let end = try panel.terminal.drawing { $0.contains(Self.farewell) }

    #expect(try panel.program.end() == .exited(0))
    #expect(panel.terminal.mode == panel.mode)
    #expect(end.hasSuffix(Self.farewell))
    #expect(end.contains("\u{1b}[?25h"))
    #expect(end.contains("\u{1b}[?1000l"))
    #expect(panel.program.errorText.isEmpty)
  }

  @Test(arguments: [SIGKILL, SIGSEGV])
  func `even one that is killed leaves the terminal as it was`(_ signal: Int32) throws {
    let panel = try open()
    panel.program.signal(signal)
    _ = try panel.terminal.drawing { $0.contains(Self.farewell) }
    try eventually("the mode of before") { panel.terminal.mode == panel.mode }
    try eventually("the end of all") { panel.sandbox.processes.isEmpty }
  }

  @Test func `a stop gives the terminal back, and going on takes it again`() throws {
    let panel = try open()
    panel.program.signal(SIGTSTP)
    try eventually("the stop") { ProcessTable.state(of: panel.program.process) == "T" }
    _ = try panel.terminal.drawing { $0.contains(Self.farewell) }
    #expect(panel.terminal.mode == panel.mode)

    panel.program.signal(SIGCONT)
    let again = try panel.terminal.drawing { $0.contains("12480") }
    #expect(again.contains("\u{1b}[?1049h"))
    #expect(panel.terminal.mode != panel.mode)
    try panel.terminal.type("q")
    #expect(try panel.program.end() == .exited(0))
    #expect(panel.terminal.mode == panel.mode)
  }

  @Test func `a stop that nobody could see is made up for`() throws {
    let panel = try open()
    panel.program.signal(SIGSTOP)
    try eventually("the stop") { ProcessTable.state(of: panel.program.process) == "T" }
    panel.program.signal(SIGCONT)
    let again = try panel.terminal.drawing { $0.contains("12480") }
    #expect(again.contains("\u{1b}[2J"))
    #expect(!again.contains("\u{1b}[?1049h"), "it is on the alternate screen still")
  }

  @Test func `a source that dies, and one that cannot be run, hurt nothing`() throws {
    let panel = try open(
      config: Self.config.replacing(
        "metrics:", with: "  bad: {command: [/nonexistent]}\nmetrics:\n  c: {source: bad}"))
    for process in panel.sandbox.processes(of: "s") { kill(process, SIGKILL) }
    try panel.terminal.type("q")
    let end = try panel.terminal.drawing { $0.contains(Self.farewell) }
    #expect(try panel.program.end() == .exited(0))
    #expect(panel.terminal.mode == panel.mode)
    // What there is to say is on standard error, which is no terminal here.
    #expect(!end.contains("nonexistent"))
    #expect(panel.program.errorText.contains("nonexistent"))
  }

  @Test func `messages wait until the terminal is given back`() throws {
    let sandbox = try sandbox(
      Self.config.replacing(
        "metrics:", with: "  bad: {command: [/nonexistent]}\nmetrics:\n  c: {source: bad}"))
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 80, rows: 24)
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try sandbox.start(["panel"], input: stream, output: stream, errors: stream)
    _ = try terminal.drawing { $0.contains("12480") }
    try terminal.type("q")
    let end = try terminal.drawing { $0.contains("warning: source 'bad'") }
    #expect(try program.end() == .exited(0))
    let farewell = try #require(end.range(of: Self.farewell)?.upperBound)
    #expect(end[farewell...].contains("warning: source 'bad'"))
    #expect(!end[..<farewell].contains("warning"))
  }

  @Test func `keys and clicks choose periods, and sources hear of it`() throws {
    let config = Self.config.replacing(
      "s: {command: \"printf 'a=12480 b=30\\\\n'\", interval: 1h}",
      with: "s: {command: ./count, interval: 1h, mode: poll}")
    let sandbox = try sandbox(config)
    try sandbox.writeProgram(
      """
      #!/bin/sh
      while read -r word period; do
        echo "$period" >> asked
        case $period in
        week) echo '{"a": 1, "b": 2, "periods": {"week": {"a": 84210}}}' ;;
        *) echo 'a=12480 b=30' ;;
        esac
      done
      """, to: "config/odobar/count")
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 80, rows: 24)
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try sandbox.start(["panel"], input: stream, output: stream)
    _ = try terminal.drawing { $0.contains("12480") }
    try terminal.type("\u{1b}")
    try terminal.type("[C")
    _ = try terminal.drawing { $0.contains("\u{1b}[0;1;7m This week") }
    try eventually("the question") { sandbox.text(of: "config/odobar/asked") == "day\nweek\n" }
    // Of a number only the digits that differ are drawn: drawn anew, it is there whole.
    try eventually("the number of the week") {
      program.signal(SIGWINCH)
      let drawn = try terminal.drawing {
        $0.contains("\u{1b}[2J") && $0.hasSuffix("\u{1b}[?2026l")
      }
      return drawn.contains("84210")
    }
    try terminal.type("\u{1b}[<0;52;1M\u{1b}[<0;52;1m")
    _ = try terminal.drawing { $0.contains("\u{1b}[0;1;7m Today") }
    #expect(program.isRunning)
  }

  @Test func `what is pasted is no typing`() throws {
    let panel = try open()
    try panel.terminal.type("\u{1b}[200~qqq?rm -rf 2\u{1b}[201~3")
    _ = try panel.terminal.drawing { $0.contains("\u{1b}[0;1;7m This month") }
    #expect(panel.program.isRunning)
  }

  @Test func `another size is drawn at once, even a very small one`() throws {
    let panel = try open()
    for (columns, rows) in [(40, 30), (200, 50), (12, 3), (1, 1), (80, 24)] as [(UInt16, UInt16)] {
      panel.terminal.resize(columns: columns, rows: rows)
      panel.program.signal(SIGWINCH)
      _ = try panel.terminal.drawing {
        $0.contains("\u{1b}[2J") && $0.hasSuffix("\u{1b}[?2026l")
      }
    }
    #expect(panel.program.isRunning)
  }

  @Test func `a window that is closed ends it, and all that it started`() throws {
    let panel = try open()
    panel.terminal.close()
    panel.program.signal(SIGHUP)
    #expect(try panel.program.end() == .exited(0))
    try eventually("the end of all") { panel.sandbox.processes.isEmpty }
  }

  @Test func `it takes its keys from the terminal that it draws on, if there is no other`() throws {
    let sandbox = try sandbox()
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 80, rows: 24)
    let mode = terminal.mode
    let program = try sandbox.start(
      ["panel"], input: .closed, output: .shared(terminal.terminal))
    _ = try terminal.drawing { $0.contains("12480") }
    try terminal.type("q")
    #expect(try program.end() == .exited(0))
    #expect(terminal.mode == mode)
  }

  /// A panel that works with the engine of a bar.
  private func joined(_ arguments: [String] = []) throws -> (panel: Panel, bar: RunningProgram) {
    let sandbox = try sandbox()
    let bar = try sandbox.start(["i3bar"])
    try bar.line { $0.hasPrefix("[{") }
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 80, rows: 24)
    let mode = terminal.mode
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try sandbox.start(["panel"] + arguments, input: stream, output: stream)
    let start = try terminal.drawing { $0.contains("12480") }
    let panel = Panel(
      sandbox: sandbox, terminal: terminal, program: program, mode: mode, start: start)
    return (panel, bar)
  }

  /// Waits until all of the picture, drawn anew, has a text.
  private func wait(for text: String, in panel: Panel) throws {
    try eventually(text) {
      panel.program.signal(SIGWINCH)
      return try panel.terminal.drawing {
        $0.contains("\u{1b}[2J") && $0.hasSuffix("\u{1b}[?2026l")
      }.contains(text)
    }
  }

  @Test func `with the engine of a bar it is the same, and nothing runs twice`() throws {
    let (panel, bar) = try joined(["--period", "week"])
    #expect(panel.start.contains("\u{1b}[0;1;7m This week"))
    #expect(panel.terminal.mode != panel.mode)
    try panel.terminal.type("1")
    try wait(for: "\u{1b}[0;1;7m Today", in: panel)
    try panel.terminal.type("q")
    _ = try panel.terminal.drawing { $0.contains(Self.farewell) }
    #expect(try panel.program.end() == .exited(0))
    #expect(panel.terminal.mode == panel.mode)
    #expect(bar.isRunning)
    #expect(panel.program.errorText.isEmpty)
  }

  @Test func `an engine that restores the terminal of a panel that was killed`() throws {
    let (panel, bar) = try joined()
    panel.program.signal(SIGKILL)
    _ = try panel.terminal.drawing { $0.contains(Self.farewell) }
    try eventually("the mode of before") { panel.terminal.mode == panel.mode }
    #expect(bar.isRunning)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a panel goes on with the next engine`(_ signal: Int32) throws {
    let (panel, _) = try joined()
    let engine = try #require(panel.sandbox.engines.first)
    kill(engine, signal)
    try eventually("the end of the engine") { !panel.sandbox.engines.contains(engine) }
    try wait(for: "12480", in: panel)
    try panel.terminal.type("q")
    _ = try panel.terminal.drawing { $0.contains(Self.farewell) }
    #expect(try panel.program.end() == .exited(0))
    #expect(panel.terminal.mode == panel.mode)
  }

  @Test func `a stop of a panel with an engine gives the terminal back, too`() throws {
    let (panel, _) = try joined()
    panel.program.signal(SIGTSTP)
    try eventually("the stop") { ProcessTable.state(of: panel.program.process) == "T" }
    #expect(panel.terminal.mode == panel.mode)
    try panel.terminal.type("for the shell\n")
    #expect(panel.terminal.typed() == "for the shell\n")
    panel.program.signal(SIGCONT)
    _ = try panel.terminal.drawing { $0.contains("12480") }
    #expect(panel.terminal.mode != panel.mode)
  }

  @Test func `a panel that is stopped while its engine dies begins anew`() throws {
    let (panel, _) = try joined()
    panel.program.signal(SIGTSTP)
    try eventually("the stop") { ProcessTable.state(of: panel.program.process) == "T" }
    let engine = try #require(panel.sandbox.engines.first)
    kill(engine, SIGKILL)
    try eventually("the end of the engine") { !panel.sandbox.engines.contains(engine) }
    panel.program.signal(SIGCONT)
    _ = try panel.terminal.drawing { $0.contains("\u{1b}[?1049h") && $0.contains("12480") }
    try panel.terminal.type("q")
    _ = try panel.terminal.drawing { $0.contains(Self.farewell) }
    #expect(try panel.program.end() == .exited(0))
    #expect(panel.terminal.mode == panel.mode)
  }

  @Test func `a terminal that is light has other shades`() throws {
    let panel = try open(["--motion", "reduced"])
    #expect(panel.start.contains("\u{1b}]11;?"))
    try panel.terminal.type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\")
    // A light grey behind the empty part of a bar, in the palette of 256.
    _ = try panel.terminal.drawing { $0.contains("48;5;25") }
    #expect(panel.program.isRunning)
  }

  @Test func `with reduced motion the first frame is the last`() throws {
    let panel = try open(["--motion", "reduced"])
    let text = panel.start.replacing(/\u{1b}\[[?0-9;]*[A-Za-z]/, with: " ")
    let numbers = Set(text.matches(of: /[0-9]{3,5}/).map { String($0.output) })
    #expect(numbers.isSubset(of: ["12480", "100"]), "no number on its way")
  }

  @Test func `colours are as many as the terminal has, and none where none are wanted`() throws {
    func start(_ change: (Sandbox) -> Void) throws -> String {
      let sandbox = try sandbox()
      change(sandbox)
      let terminal = try PseudoTerminal()
      terminal.resize(columns: 80, rows: 24)
      let stream = RunningProgram.Stream.shared(terminal.terminal)
      let program = try sandbox.start(
        ["panel", "--motion", "reduced"], input: stream, output: stream)
      defer { program.signal(SIGKILL) }
      return try terminal.drawing { $0.contains("12480") }
    }
    #expect(try start { $0.environment["COLORTERM"] = "truecolor" }.contains("38;2;"))
    #expect(try start { _ in }.contains("38;5;"))
    let basic = try start { $0.environment["TERM"] = "xterm" }
    #expect(!basic.contains("38;") && basic.contains(";9"))
    let none = try start { $0.environment["NO_COLOR"] = "1" }
    #expect(!none.contains(/\u{1b}\[0(;[0-9]+)*;(3[0-9]|4[0-9]|9[0-9])/))
  }

  @Test(arguments: [true, false])
  func `without a terminal it is a table, printed once`(_ isDumb: Bool) throws {
    let sandbox = try sandbox()
    if isDumb { sandbox.environment["TERM"] = "dumb" }
    let run = try sandbox.run(["panel", "--period", "week"])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.first == "Stats: This week")
    #expect(run.lines.count == 3)
    #expect(run.lines[1].hasPrefix("Clips  12480"))
    #expect(run.lines[2].hasPrefix("Load     30%"))
    #expect(!run.output.contains("\u{1b}"))
    #expect(sandbox.processes.isEmpty)
  }

  @Test func `a table waits for no source for ever`() throws {
    let sandbox = try sandbox(
      Self.config.replacing(
        "metrics:", with: "  slow: {command: sleep 99}\nmetrics:\n  c: {source: slow}"))
    let run = try sandbox.run(["panel"])
    #expect(run.status == 0)
    #expect(run.output.contains("12480"))
    #expect(sandbox.processes.isEmpty)
  }

  @Test func `a period that is not there is a fault`() throws {
    let run = try sandbox().run(["panel", "--period", "weak"])
    #expect(run.status == 64)
    #expect(run.errors.contains("no period 'weak' (did you mean 'week'?)"))
  }
}
