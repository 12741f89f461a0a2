import Glibc
import TestKit
import Testing

/// Signals at any moment.
struct SignalFaultTests {
  private static let config = """
    motion: none
    sources:
      fast: {command: "echo n=1", interval: 50ms}
      ask: {command: "while read -r l; do echo n=1; done", mode: poll, interval: 50ms}
      stream: {command: "while echo n=$((i += 1)); do sleep 0.01; done", signal: 3}
    metrics:
      n: {source: stream.n, format: integer}
      fast: {source: fast.n, format: integer}
      ask: {source: ask.n, format: integer}
    """

  static let modes: [[String]] = [[], ["--standalone"]]

  /// Those that mean no end, and those that others have to mean so.
  private static let harmless: [Int32] =
    [SIGHUP, SIGPIPE, SIGCHLD, SIGCONT, SIGURG, SIGUSR1, SIGUSR2, SIGWINCH, SIGTSTP]
    + Array(34...64)

  private func number(_ line: String) throws -> Int64? { try Widget(line)["n"]?.value?.whole }

  @Test(arguments: modes)
  func `thousands of signals that mean no end are none`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["json"] + mode)
    try program.line { try number($0) != nil }
    var signals = Self.harmless.flatMap { Array(repeating: $0, count: 100) }
    signals.shuffle()

    for signal in signals {
      program.signal(signal)
      usleep(.random(in: 0...1500))
      _ = try program.linesSoFar()
    }
    program.signal(SIGCONT)

    for _ in 0..<5 { try program.line { try number($0) != nil } }
    #expect(program.isRunning)
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  /// Whatever ends a program by its nature, but for those that the other tests send.
  private static let deadly: [Int32] = [
    SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSYS,
    SIGXCPU,
  ]

  @Test(arguments: deadly)
  func `of what a signal ends nothing is left`(_ signal: Int32) throws {
    let sandbox = try Sandbox(config: Self.config)
    // Looking back at the fault would take its time.
    sandbox.environment["SWIFT_BACKTRACE"] = "enable=no"
    let programs = try Self.modes.map { try sandbox.start(["json"] + $0) }
    for program in programs { try program.line { try number($0) != nil } }

    for program in programs { program.signal(signal) }

    for program in programs { #expect(try program.end() == .killed(by: signal)) }
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  @Test(arguments: [false, true], 0..<5)
  func `an engine may die at any moment of a start or a reload`(
    _ isReload: Bool, _ group: Int
  ) throws {
    for round in (group * 2)..<(group * 2 + 2) {
      let sandbox = try Sandbox(config: Self.config)
      let program = try sandbox.start(["json"])
      try eventually("an engine") { !sandbox.engines.isEmpty }
      if isReload {
        try program.line { try number($0) != nil }
        // Another definition of a source.
        try sandbox.write(
          Self.config.replacing("echo n=1;", with: "echo n=2;"), to: "config/odobar/config.yaml")
      }
      usleep(UInt32(round) * 4000)
      for engine in sandbox.engines { kill(engine, SIGKILL) }
      _ = try program.linesSoFar()

      for _ in 0..<5 { try program.line(within: 60) { try number($0) != nil } }

      program.signal(SIGTERM)
      #expect(try program.end() == .exited(0))
      try eventually("the end of all") { sandbox.processes.isEmpty }
    }
  }
}
