import Foundation
import Glibc
import TestKit
import Testing

/// What it costs to run, and what a slow reader costs.
struct ResourceTests {
  private static let counting = """
    motion: {style: none}
    sources:
      s: {command: "while :; do i=$((i + 1)); echo n=$i; echo $i > count; sleep 0.005; done"}
    metrics: {n: {source: s.n, format: integer}}
    """

  private func count(_ sandbox: Sandbox) -> Int64 {
    // The file is empty for a moment each time.
    let text = sandbox.text(of: "config/odobar/count") ?? ""
    return Int64(text.trimmingCharacters(in: .newlines)) ?? 0
  }

  @Test func `a reader that stalls gets the newest when it wakes, and no backlog`() throws {
    let sandbox = try Sandbox(config: Self.counting)
    let program = try sandbox.start(["json"])
    try program.line { try Widget($0)["n"]?.value != nil }
    let atStall = count(sandbox)

    try eventually("a hundred values more") { count(sandbox) >= atStall + 100 }
    let atWaking = count(sandbox)
    let queued = try program.linesSoFar()
    let next = try Widget(try program.line())

    // As much as was begun before the reader stalled: what fits into a page. Reading that wakes
    // the feed, so the newest may have come already.
    let old = try queued.filter { line in
      try (Widget(line)["n"]?.value?.whole).map { $0 < atStall + 98 } ?? true
    }
    #expect(old.joined(separator: "\n").utf8.count <= 4096)
    let values = try old.compactMap { try Widget($0)["n"]?.value?.whole }
    #expect(values.allSatisfy { $0 < atStall + 60 }, "\(values)")
    let number = try #require(next["n"]?.value?.whole)
    #expect(number >= atWaking - 2)
  }

  @Test func `a long line that a reader took in part is finished first`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: none}
        sources:
          s: {command: "while :; do i=$((i + 1)); echo n=$i; echo $i > count; sleep 0.005; done"}
        metrics:
          n: {source: s.n, format: integer}
          long: {stepper: {range: 0..5}, label: "{value}\(String(repeating: "é", count: 9000))"}
        """)
    let program = try sandbox.start(["json"])
    try eventually("a hundred values") { count(sandbox) >= 100 }

    for _ in 0..<5 {
      let frame = try Widget(try program.line())
      #expect(frame.metrics.count == 2)
    }
    let number = try #require(try Widget(try program.line())["n"]?.value?.whole)
    #expect(number >= 50)
  }

  @Test func `memory stays flat while a reader stalls`() throws {
    let sandbox = try Sandbox(config: Self.counting)
    let program = try sandbox.start(["json", "--standalone"])
    try eventually("some values") { count(sandbox) >= 30 }
    let before = try #require(ProcessTable.memory(of: program.process))

    try eventually("more values") { count(sandbox) >= 200 }

    let after = try #require(ProcessTable.memory(of: program.process))
    #expect(after - before < 1024, "KiB, from \(before)")
  }

  /// Waits until the program does nothing.
  private func rest(_ program: RunningProgram) throws {
    try eventually("rest") {
      let waits = ProcessTable.waits(of: program.process)
      return holds(for: 0.3) { ProcessTable.waits(of: program.process) == waits }
    }
  }

  @Test func `while nothing is due nothing wakes it`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: count, duration: 100ms, initial: none}
        sources:
          once: {command: "echo n=5", interval: 1h}
          stream: {command: "echo n=1; exec sleep 60"}
          poll: {command: "while read -r l; do echo n=1; done", mode: poll, interval: 1h}
        metrics:
          once: {source: once.n, format: integer}
          stream: {source: stream.n, format: integer}
          poll: {source: poll.n, format: integer, gauge: {width: 5}, range: 0..9}
          n: {stepper: {range: 0..9}}
        """)
    let program = try sandbox.start(["i3bar", "--standalone"])
    try program.line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["once"] == "5" }
    try rest(program)
    _ = try program.linesSoFar()
    let waits = try #require(ProcessTable.waits(of: program.process))

    #expect(holds(for: 2) { ProcessTable.waits(of: program.process) == waits })

    #expect(try program.linesSoFar().isEmpty)
  }

  @Test func `a number that moves wakes it only when it is drawn anew`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: count, duration: 1.2s, fps: 24}
        metrics: {n: {stepper: {range: 0..9}, label: "{value}"}}
        """)
    // Without a place for it the value is not kept: what that takes is not counted here.
    sandbox.environment["XDG_STATE_HOME"] = nil
    sandbox.environment["HOME"] = nil
    let program = try sandbox.start(["i3bar", "--standalone"])
    try program.line { $0.hasPrefix("[{") }
    try rest(program)
    let before = try #require(ProcessTable.waits(of: program.process))

    try program.write("{\"name\":\"n\",\"button\":4}\n{\"name\":\"n\",\"button\":4}\n")
    try program.line { try I3barBlock.texts($0)["n"] == "2" }
    #expect(holds(for: 1) { true })

    // The clicks, two changes of the number and the end of the motion, where frames of 24 a
    // second would be 28.
    let after = try #require(ProcessTable.waits(of: program.process))
    #expect(after - before <= 8)
  }
}
