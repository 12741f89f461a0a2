import Foundation
import Glibc
import TestKit
import Testing

/// One engine behind many feeds: who starts it, who ends it, and what becomes of the others.
struct EngineTests {
  private static let config = """
    motion: {style: none}
    sources:
      s: {command: "echo x >> runs; while :; do i=$((i + 1)); echo n=$i; sleep 0.02; done"}
    metrics:
      n: {source: s.n, format: integer, icon: N}
      other: {source: s.n, format: integer}
    bars: {main: [n], second: [other, n]}
    """

  private func runs(_ sandbox: Sandbox) -> Int {
    (sandbox.text(of: "config/odobar/runs") ?? "").split(separator: "\n").count
  }

  private func number(_ line: String) throws -> Int64? { try Widget(line)["n"]?.value?.whole }

  private func expectNobodyLeft(_ sandbox: Sandbox) throws {
    try eventually("the end of all processes") { sandbox.processes.isEmpty }
    #expect(sandbox.sockets == [])
  }

  /// Two dozen feeds of all kinds, each of which has got its first number.
  private func crowd(_ sandbox: Sandbox, _ count: Int = 24) throws -> [RunningProgram] {
    let commands = [
      ["json"], ["waybar", "n"], ["waybar", "second"], ["json", "--bar", "second"],
    ]
    let programs = try (0..<count).map { try sandbox.start(commands[$0 % commands.count]) }
    for program in programs { try program.line { $0.contains(/[0-9]/) && !$0.contains("–") } }
    return programs
  }

  @Test func `many feeds that start at once share one engine, and each source runs once`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let programs = try crowd(sandbox)

    #expect(sandbox.engines.count == 1)
    #expect(runs(sandbox) == 1)
    #expect(sandbox.processes(of: "s").count <= 2)
    for program in programs { program.signal(SIGTERM) }
    for program in programs { #expect(try program.finish().ending == .exited(0)) }
    for program in programs { #expect(program.errorText.isEmpty, "\(program.errorText)") }
    try expectNobodyLeft(sandbox)
    #expect(runs(sandbox) == 1)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGQUIT, SIGKILL, SIGSEGV])
  func `a feed that ends, however, is no end of the others`(_ signal: Int32) throws {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["SWIFT_BACKTRACE"] = "enable=no"
    let programs = try crowd(sandbox, 4)
    let engine = try #require(sandbox.engines.first)

    programs[0].signal(signal)

    let isForced = [SIGKILL, SIGSEGV].contains(signal)
    #expect(try programs[0].end() == (isForced ? .killed(by: signal) : .exited(0)))
    for program in programs.dropFirst() { for _ in 0..<5 { try program.line() } }
    #expect(sandbox.engines == [engine])
    for program in programs.dropFirst() { program.signal(signal) }
    for program in programs { _ = try program.end() }
    try expectNobodyLeft(sandbox)
  }

  @Test func `a reader that goes ends its feed, and no other`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let programs = try crowd(sandbox, 4)

    for program in programs.dropLast() {
      program.closeOutput()
      #expect(try program.end() == .exited(0))
    }
    for _ in 0..<5 { try programs[3].line() }
    programs[3].closeOutput()

    #expect(try programs[3].end() == .exited(0))
    try expectNobodyLeft(sandbox)
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGSEGV])
  func `when the engine dies, the feeds go on with a new one`(_ signal: Int32) throws {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["SWIFT_BACKTRACE"] = "enable=no"
    let programs = try (0..<6).map { _ in try sandbox.start(["i3bar"]) }
    for program in programs {
      #expect(try program.line().contains("version"))
      #expect(try program.line() == "[")
      try program.line { try I3barBlock.texts($0)["n"] != "–" }
    }
    let first = try #require(sandbox.engines.first)

    kill(first, signal)
    var second = first
    try eventually("another engine") {
      second = sandbox.engines.last ?? first
      return second != first
    }
    try eventually("the new source") { runs(sandbox) == 2 }

    for program in programs {
      // From here on each line has been drawn by the new engine; the header does not come again.
      _ = try program.linesSoFar()
      for _ in 0..<5 {
        let texts = try I3barBlock.texts(program.line())
        #expect(texts["n"] != "–")
      }
    }
    #expect(sandbox.engines == [second])
    #expect(runs(sandbox) == 2)
    for program in programs { program.signal(SIGTERM) }
    for program in programs { #expect(try program.finish().ending == .exited(0)) }
    try expectNobodyLeft(sandbox)
  }

  @Test func `no line is torn when the engine is killed while long lines are read slowly`() throws {
    let sixty = String(repeating: "long", count: 15)
    let names = (0..<100).map { "n\($0)" }
    let metrics = names.map {
      "  \($0): {source: s.n, format: integer, icon: \(sixty), title: t}\n"
    }
    let sandbox = try Sandbox(
      config: """
        motion: none
        sources: {s: {command: "while :; do n=$((n+1)); echo n=$n; sleep 0.02; done"}}
        metrics:

        """ + metrics.joined())
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let program = try sandbox.start(["i3bar"], output: .shared(ends[1]))
    close(ends[1])
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1500)
    var killed: Set<Int32> = []

    while killed.count < 3 || text.count < 700_000 {
      let count = read(ends[0], &buffer, buffer.count)
      try #require(count > 0)
      text += buffer.prefix(count)
      // In the midst of a line, wherever that is.
      if text.count % 7 == 0, text.count > 150_000 * (killed.count + 1), killed.count < 3,
        let engine = sandbox.engines.last, killed.insert(engine).inserted
      {
        kill(engine, SIGKILL)
      }
    }
    program.signal(SIGTERM)
    _ = try program.end()

    let lines = text.split(separator: 10).dropFirst(2).dropLast()
    #expect(lines.count > 30)
    for line in lines { _ = try I3barBlock.texts(String(decoding: line, as: UTF8.self)) }
    try expectNobodyLeft(sandbox)
  }

  @Test func `a feed that sleeps has next to no memory`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["json"])
    try program.line { try number($0) != nil }
    // In KiB.
    try eventually("its sleep") {
      (ProcessTable.privateMemory(of: program.process) ?? .max) <= 100
        && ProcessTable.state(of: program.process) == "S"
    }
    // It hears once that its first line is out.
    for _ in 0..<20 { try program.line() }
    let waits = ProcessTable.waits(of: program.process)
    for _ in 0..<20 { try program.line() }
    #expect(ProcessTable.waits(of: program.process) == waits)
  }

  @Test func `what there is not is told by the engine, with the status of a wrong word`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["json"])
    try program.line()

    let run = try sandbox.run(["waybar", "nn"])

    #expect(run.status == 64)
    #expect(run.errors == "odobar: no metric or bar 'nn' (did you mean 'n'?)\n")
    #expect(run.output.isEmpty)
    try program.line()
    program.signal(SIGTERM)
    let alone = try sandbox.run(["waybar", "nn"])
    #expect(alone.errors == run.errors && alone.status == 64)
    _ = try program.end()
    try expectNobodyLeft(sandbox)
  }

  @Test func `a full disk is told to the one feed that has it`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["json"])
    try program.line()
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }

    let other = try sandbox.start(["json"], output: .shared(full))

    #expect(try other.end() == .exited(1))
    #expect(other.errorText == "odobar: cannot write the output: No space left on device\n")
    try program.line()
    #expect(program.errorText.isEmpty)
  }

  @Test func `faults are told on every standard error, once on each`() throws {
    let sandbox = try Sandbox(config: Self.config + "\nnonsense: 1\n")
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let together = try (0..<3).map { _ in try sandbox.start(["json"], errors: .shared(ends[1])) }
    let alone = try sandbox.start(["json"])

    for program in together + [alone] { try program.line { try number($0) != nil } }

    let fault = "unknown key 'nonsense'"
    #expect(alone.errorText.components(separatedBy: fault).count == 2)
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(ends[0], &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    #expect(text.components(separatedBy: fault).count == 2, "\(text)")
    #expect(text.contains("1 | ") || text.contains("nonsense: 1"), "\(text)")
  }

  @Test func `what feeds share with others keeps its flags`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let terminal = try PseudoTerminal()
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let streams = [terminal.terminal, ends[1]]
    let before = streams.map { fcntl($0, F_GETFL) }

    let programs = try streams.map {
      try sandbox.start(["json"], input: .shared(terminal.terminal), output: .shared($0))
    }
    _ = try terminal.drawing { $0.contains(/"value":[0-9]/) }

    #expect(streams.map { fcntl($0, F_GETFL) } == before)
    for program in programs { program.signal(SIGKILL) }
    for program in programs { _ = try program.end() }
    try expectNobodyLeft(sandbox)
    #expect(streams.map { fcntl($0, F_GETFL) } == before)
  }

  @Test func `clicks of each bar go to the one engine`() throws {
    let sandbox = try Sandbox(
      config: "metrics: {n: {stepper: {range: 0..9}, motion: none, label: '{value}'}}")
    let programs = try (0..<3).map { _ in try sandbox.start(["i3bar"]) }
    for program in programs { try program.line { $0.hasPrefix("[{") } }

    for program in programs { try program.write("{\"name\":\"n\",\"button\":4}\n") }

    for program in programs {
      try program.line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["n"] == "3" }
    }
  }

  @Test func `standalone is alone, and another way to move has another engine`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let programs = try [[], ["--standalone"], ["--motion", "reduced"], ["--motion", "auto"]].map {
      try sandbox.start(["json"] + $0)
    }
    for program in programs { try program.line { try number($0) != nil } }

    #expect(sandbox.engines.count == 2)
    #expect(runs(sandbox) == 3)
  }

  @Test func `a preview in a terminal joins an engine, and starts none`() throws {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["TERM"] = "xterm"
    func preview() throws -> (RunningProgram, PseudoTerminal) {
      let terminal = try PseudoTerminal()
      let stream = RunningProgram.Stream.shared(terminal.terminal)
      let program = try sandbox.start(["preview"], input: stream, output: stream)
      _ = try terminal.drawing { $0.contains(/N [0-9]/) }
      return (program, terminal)
    }
    let alone = try preview()
    #expect(sandbox.engines.isEmpty)
    let bar = try sandbox.start(["i3bar"])
    try bar.line { $0.hasPrefix("[{") && !$0.contains("–") }
    #expect(runs(sandbox) == 2)

    let joined = try preview()
    let lines = try sandbox.start(["preview"])
    try lines.line { $0.contains(/[0-9]/) }

    // Plain lines are on their own: nothing moves in them.
    #expect(runs(sandbox) == 3)
    #expect(sandbox.engines.count == 1)
    joined.0.signal(SIGINT)
    _ = try joined.1.drawing { $0.contains("\u{1b}[?25h") }
    #expect(try joined.0.end() == .exited(0))
    withExtendedLifetime(alone) {}
  }
}
