import Glibc
import TestKit
import Testing

/// What the process of a feed remembers when its engine is lost.
struct EngineLossTests {
  private static let config = """
    motion: {style: none}
    sources:
      s: {command: "env > variables; while :; do i=$((i + 1)); echo n=$i; sleep 0.02; done"}
    metrics:
      n: {source: s.n, format: integer, icon: N}
      other: {source: s.n, format: integer}
    bars: {main: [n], second: [other, n]}
    """

  private func status(_ sandbox: Sandbox, says text: String) throws -> Bool {
    try sandbox.run(["status", "--json"]).output.contains(text)
  }

  /// Waits for a new engine that says this of its feed.
  private func lose(
    _ engine: Int32, _ sandbox: Sandbox, by signal: Int32 = SIGKILL, until text: String
  ) throws {
    kill(engine, signal)
    try eventually("another engine with the feed") {
      guard let next = sandbox.engines.last, next != engine else { return false }
      return try status(sandbox, says: text)
    }
  }

  @Test(arguments: [nil, SIGKILL, SIGTERM])
  func `a header that found no room comes later, whatever becomes of the engine`(
    _ signal: Int32?
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let filler = [UInt8](repeating: UInt8(ascii: "#"), count: 4095) + [UInt8(ascii: "\n")]
    try #require(write(ends[1], filler, filler.count) == filler.count)
    // Linux: a pipe of one page, which is full.
    try #require(fcntl(ends[1], 1031, 4096) == 4096)
    let program = try sandbox.start(["i3bar"], output: .shared(ends[1]))
    close(ends[1])
    let blocked = "\"blocked\": true"
    try eventually("a feed that waits") { try status(sandbox, says: blocked) }

    if let signal {
      try lose(try #require(sandbox.engines.last), sandbox, by: signal, until: blocked)
    }

    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while text.count(where: { $0 == UInt8(ascii: "\n") }) < 5 {
      let count = read(ends[0], &buffer, buffer.count)
      try #require(count > 0)
      text += buffer.prefix(count)
    }
    let lines = text.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(lines[1].hasPrefix("{\"version\":1"), "\(lines[1])")
    #expect(lines[2] == "[")
    for line in lines[3...4] { #expect(line.hasPrefix("[{") || line.hasPrefix(",[{")) }
    withExtendedLifetime(program) {}
  }

  @Test func `a past that another process has left means nothing, and reaches nobody`() throws {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["ODOBAR_PAST"] = "1 1 1 1"

    for words in [["i3bar"], ["i3bar", "--standalone"]] {
      let program = try sandbox.start(words)
      #expect(try program.line().contains("version"))
      try program.line { $0.contains(/[0-9]</) }

      let variables = try #require(sandbox.text(of: "config/odobar/variables"))
      #expect(variables.contains("ODOBAR_SOURCE=s"))
      #expect(!variables.contains("ODOBAR_PAST"))
    }
  }

  @Test func `a bar that is hidden stays so with another engine, until it is shown`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar"])
    try program.line { $0.contains(/[0-9]</) }
    program.signal(SIGTSTP)
    let paused = "\"paused\": true"
    try eventually("the pause") { try status(sandbox, says: paused) }

    try lose(try #require(sandbox.engines.last), sandbox, until: paused)
    _ = try program.linesSoFar()
    program.signal(SIGCONT)

    for _ in 0..<3 { #expect(try I3barBlock.texts(program.line())["n"] != "–") }
    #expect(try status(sandbox, says: "\"paused\": false"))
  }

  @Test func `a long command line is not cut`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let words = (0..<60).flatMap { _ in ["--bar", "main"] } + ["--bar", "second"]
    let program = try sandbox.start(["json"] + words)
    let wanted = "\"shows\": \"second\""
    try program.line()

    try lose(try #require(sandbox.engines.last), sandbox, until: "\"pid\"")

    try eventually("the same feed") { try status(sandbox, says: wanted) }
  }

  @Test(arguments: [false, true])
  func `a terminal is restored when a panel and its engine are killed at once`(
    isSecondEngine: Bool
  ) throws {
    let sandbox = try Sandbox(config: Self.config + "\npanel: {metrics: [n]}")
    sandbox.environment["TERM"] = "xterm"
    let bar = try sandbox.start(["i3bar"])
    try bar.line()
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 80, rows: 24)
    let mode = terminal.mode
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let panel = try sandbox.start(["panel"], input: stream, output: stream)
    _ = try terminal.drawing { $0.contains("\u{1b}[?1049h") }
    try eventually("the keys") { terminal.mode != mode }
    var engine = try #require(sandbox.engines.last)
    if isSecondEngine {
      // A panel joins an engine, and starts none: the bar is to be first.
      panel.signal(SIGSTOP)
      try lose(engine, sandbox, until: "i3bar")
      panel.signal(SIGCONT)
      try eventually("the panel") { try status(sandbox, says: "\"shows\": \"the panel\"") }
      engine = try #require(sandbox.engines.last)
    }

    kill(panel.process, SIGKILL)
    kill(engine, SIGKILL)

    _ = try terminal.drawing { $0.contains("\u{1b}[?1049l") }
    try eventually("the mode of before") { terminal.mode == mode }
    withExtendedLifetime(bar) {}
  }
}
