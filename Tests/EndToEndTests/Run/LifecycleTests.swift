import Foundation
import Glibc
import TestKit
import Testing

/// How the program ends when it does all itself, and that nothing outlives it.
struct LifecycleTests {
  @Test(arguments: [[], ["--standalone"]])
  func `what a bar left open at the start is not kept open`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: "metrics: {n: {stepper: {range: 0..5}}}")
    // A shell that reads what the feed writes, and keeps its end open in the feed itself: the feed
    // sees its reader go all the same.
    let script = """
      mkfifo pipe; exec 7<>pipe 8<pipe 9>pipe
      "$0" i3bar \(mode.joined(separator: " ")) >&9 7<&7 8<&8 9>&- & feed=$!
      read -r line <&8; read -r line <&8; read -r line <&8; echo "$line"
      exec 7<&- 8<&- 9>&-
      wait $feed; echo "over $?"
      """
    let shell = try RunningProgram(
      ["/bin/sh", "-c", script, Project.program.path], environment: sandbox.environment,
      directory: sandbox.folder.path)

    #expect(try shell.line().hasPrefix("[{"))
    #expect(try shell.line() == "over 0")
    try eventually("the end of all") { sandbox.processes.allSatisfy { $0 == shell.process } }
  }

  /// Sources that are hard to get rid of, each with children of its own.
  private static let config = """
    motion: {style: none}
    sources:
      quiet: {command: "sleep 61 & exec sleep 62"}
      stubborn: {command: "trap '' TERM HUP; sh -c 'sleep 63; :' & while :; do sleep 64; done"}
      busy: {command: "while :; do echo n=$((i = i + 1)); sleep 0.01; done"}
      ask: {command: "while read -r l; do echo n=1; done; sleep 65", mode: poll, interval: 100ms}
      short: {command: "echo n=1", interval: 50ms}
    metrics:
      quiet: {source: quiet.n, format: integer}
      stubborn: {source: stubborn.n, format: integer}
      busy: {source: busy.n, format: integer}
      ask: {source: ask.n, format: integer}
      short: {source: short.n, format: integer}
    """

  private static let idle = """
    sources: {s: {command: "echo n=1; sleep 61 & exec sleep 62"}}
    metrics: {n: {source: s.n, format: integer, motion: none}}
    """

  private func started(_ sandbox: Sandbox, _ command: String = "i3bar") throws -> RunningProgram {
    let program = try sandbox.start([command, "--standalone"])
    try program.line { !["[", ""].contains($0) && !$0.contains("version") }
    try eventually("the sources") { sandbox.processes.count >= 4 }
    return program
  }

  private func expectNobodyLeft(_ sandbox: Sandbox) throws {
    try eventually("the end of all processes") { sandbox.processes.isEmpty }
  }

  @Test(arguments: [config, idle], ["i3bar", "json"])
  func `a reader that goes ends it quietly`(_ config: String, _ command: String) throws {
    let sandbox = try Sandbox(config: config)
    let program = try started(sandbox, command)

    program.closeOutput()

    #expect(try program.end() == .exited(0))
    #expect(program.errorText.isEmpty, "\(program.errorText)")
    try expectNobodyLeft(sandbox)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a request to end is followed, with status 0`(_ signal: Int32) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try started(sandbox)

    program.signal(signal)

    #expect(try program.finish().ending == .exited(0))
    #expect(program.errorText.isEmpty, "\(program.errorText)")
    #expect(sandbox.processes.isEmpty)
  }

  @Test(arguments: [SIGKILL, SIGSEGV])
  func `sudden death leaves nobody behind`(_ signal: Int32) throws {
    let sandbox = try Sandbox(config: Self.config)
    // Looking back at the fault would take its time.
    sandbox.environment["SWIFT_BACKTRACE"] = "enable=no"
    let program = try started(sandbox)
    try eventually("all children of children") { sandbox.processes.count >= 10 }

    program.signal(signal)

    #expect(try program.end() == .killed(by: signal))
    try expectNobodyLeft(sandbox)
  }

  @Test func `a stopped program ends when it goes on, and leaves nobody stopped`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try started(sandbox)
    program.signal(SIGSTOP)
    try eventually("the stop") { ProcessTable.state(of: program.process) == "T" }
    for process in sandbox.processes(of: "quiet") { kill(process, SIGSTOP) }

    program.signal(SIGTERM)
    program.signal(SIGCONT)

    #expect(try program.end() == .exited(0))
    try expectNobodyLeft(sandbox)
  }

  @Test func `one signal is enough to go on, with the newest frame at once`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try started(sandbox, "json")
    for _ in 1...2 { program.signal(SIGSTOP) }
    try eventually("the stop") { ProcessTable.state(of: program.process) == "T" }
    let before = try program.linesSoFar().count

    program.signal(SIGCONT)

    #expect(before >= 0)
    try program.line()
    program.signal(SIGCONT)
    try program.line()
  }

  @Test(arguments: [SIGTERM, SIGKILL], 0..<5)
  func `at whatever moment it ends, nobody is left`(_ signal: Int32, _ group: Int) throws {
    // None that takes its time to end, so that there is time for many rounds.
    let config = Self.config.split(separator: "\n").filter { !$0.contains("stubborn") }
      .joined(separator: "\n")
    var ended: [Sandbox] = []
    for round in (group * 5)..<(group * 5 + 5) {
      let sandbox = try Sandbox(config: config)
      let program = try sandbox.start(["i3bar", "--standalone"])
      // From before it has started anything to when all run.
      let moment = round % 9
      try eventually("the moment") { sandbox.processes.count >= moment }

      program.signal(signal)

      let ending = try program.end()
      if signal == SIGTERM, moment > 1 {
        #expect(ending == .exited(0))
        #expect(sandbox.processes.isEmpty, "round \(round)")
      }
      ended.append(sandbox)
    }
    for sandbox in ended { try expectNobodyLeft(sandbox) }
  }

  @Test func `twenty-five bars that vanish leave nobody`() throws {
    let sandbox = try Sandbox(config: Self.idle)
    let programs = try (0..<25).map { _ in try sandbox.start(["i3bar", "--standalone"]) }

    for program in programs {
      program.closeInput()
      program.closeOutput()
    }

    for program in programs { #expect(try program.end() == .exited(0)) }
    try expectNobodyLeft(sandbox)
  }

  // MARK: Streams that are not as usual

  @Test func `a full disk is told of, with status 1`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let program = try sandbox.start(["i3bar", "--standalone"], output: .shared(full))

    #expect(try program.end() == .exited(1))
    #expect(
      program.errorText == "odobar: cannot write the output: No space left on device\n")
    try expectNobodyLeft(sandbox)
  }

  @Test func `it runs without an input`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar", "--standalone"], input: .closed)

    for _ in 0..<4 { try program.line() }
    #expect(program.isRunning)
    program.signal(SIGTERM)
    #expect(try program.finish().ending == .exited(0))
    #expect(program.errorText.isEmpty, "\(program.errorText)")
  }

  @Test(arguments: [false, true])
  func `without an output there is nothing to do, and nothing is begun`(_ hasErrors: Bool) throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "echo x >> seen; cat >> seen; exec sleep 60", interval: 1h}}
        metrics: {n: {source: s.n, format: integer}}
        """)
    let program = try sandbox.start(
      ["i3bar", "--standalone"], input: .closed, output: .closed,
      errors: hasErrors ? .pipe : .closed)

    #expect(try program.end() == .exited(1))
    #expect(
      program.errorText
        == (hasErrors ? "odobar: cannot write the output: it is closed\n" : ""))
    #expect(sandbox.text(of: "config/odobar/seen") == nil)
    try expectNobodyLeft(sandbox)
  }
}
