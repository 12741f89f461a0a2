import Glibc
import TestKit
import Testing

/// Bars that hide: the signals that they send, as fast as can be.
struct HiddenTests {
  private static let config = """
    motion: none
    sources:
      fast: {command: "echo f >> runs; n=$(wc -l < runs); echo n=$n", interval: 50ms}
    metrics: {n: {source: fast.n, format: integer}}
    """

  private func runs(_ sandbox: Sandbox, _ name: String = "runs") -> Int {
    (sandbox.text(of: "config/odobar/\(name)") ?? "").split(separator: "\n").count
  }

  /// Waits until no source is run any more, and gives how many runs there were.
  private func rest(_ sandbox: Sandbox) throws -> Int {
    var before = -1
    try eventually("rest") {
      defer { before = runs(sandbox) }
      usleep(200_000)
      return before == runs(sandbox)
    }
    return before
  }

  static let modes: [[String]] = [[], ["--standalone"]]

  @Test(arguments: modes)
  func `a hidden bar gets no line and asks nobody, and one line at once when it is shown`(
    _ mode: [String]
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar"] + mode)
    #expect(try program.line().contains("\"stop_signal\":20,\"cont_signal\":18"))
    for _ in 0..<5 { try program.line { $0.hasPrefix("[{") } }

    program.signal(SIGTSTP)
    let before = try rest(sandbox)
    _ = try program.linesSoFar()
    usleep(300_000)
    #expect(runs(sandbox) == before)
    #expect(try program.linesSoFar() == [])

    program.signal(SIGCONT)
    try program.line()
    for _ in 0..<3 { try program.line() }
    #expect(runs(sandbox) > before)
  }

  @Test(arguments: modes, [SIGTSTP, SIGCONT])
  func `a hundred stops and goes in a second end as the last says`(
    _ mode: [String], _ last: Int32
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar"] + mode)
    for _ in 0..<3 { try program.line { $0.hasPrefix("[{") } }

    for _ in 0..<100 {
      program.signal(last == SIGTSTP ? SIGCONT : SIGTSTP)
      usleep(5000)
      program.signal(last)
      usleep(5000)
    }

    if last == SIGCONT {
      for _ in 0..<5 { try program.line() }
    } else {
      _ = try rest(sandbox)
      _ = try program.linesSoFar()
      usleep(200_000)
      #expect(try program.linesSoFar() == [])
    }
    #expect(program.isRunning)
  }

  @Test(arguments: modes)
  func `a source that signals its own bar is not run for that`(_ mode: [String]) throws {
    let ways = [
      "kill -35 $PPID", "/bin/kill -36 $PPID", "kill -USR1 $PPID", "(kill -38 $PPID); true",
    ]
    let sources = ways.enumerated().map { index, way in
      "  s\(index): {command: \"echo x >> runs\(index); \(way); echo n=1\", interval: 1h, "
        + "signal: \(index == 2 ? 9 : index + 1)}\n"
    }
    let metrics = ways.indices.map { "  m\($0): {source: s\($0).n, format: integer}\n" }
    let sandbox = try Sandbox(
      config: "sources:\n" + sources.joined() + "metrics:\n" + metrics.joined())
    let program = try sandbox.start(["i3bar"] + mode)

    try program.line { try $0.hasPrefix("[{") && Set(I3barBlock.texts($0).values) == ["1"] }
    usleep(500_000)

    let counts = ways.indices.map { runs(sandbox, "runs\($0)") }
    // The one that refreshes all refreshes the others, and that only once.
    #expect((1...3).contains(counts[0]) && counts[2] == 1, "\(counts)")
    // Who has ended by the time when it is asked for cannot be told from anybody else.
    #expect(counts.max() ?? 0 <= 25, "\(counts)")
  }

  @Test(arguments: modes)
  func `signals that nobody is meant by change nothing, whenever they come`(
    _ mode: [String]
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    for delay in [0, 1000, 3000, 8000, 20_000, 60_000] as [UInt32] {
      let program = try sandbox.start(["i3bar"] + mode)
      // Before that it is not yet the program.
      try eventually("the first of it") { ProcessTable.ignores(64, process: program.process) }
      usleep(delay)
      for signal in 34...64 as ClosedRange<Int32> { program.signal(signal) }
      for _ in 0..<2 { try program.line { $0.hasPrefix("[{") } }
      for signal in [SIGUSR2] + (34...64) { program.signal(signal) }
      try program.line { $0.hasPrefix("[{") }
      #expect(program.isRunning)
      program.signal(SIGTERM)
      #expect(try program.end() == .exited(0))
    }
  }
}
