import Foundation
import Glibc
import TestKit
import Testing

/// Plugins that break in every way: others go on, and nothing is left of them.
struct PluginFaultTests {
  /// A config with one source and its metric `n`, and with a clock that shows that time goes on.
  private static func config(_ source: String) -> String {
    """
    motion: none
    sources:
      s: {\(source)}
      clock: {command: "while read -r l; do echo n=$((i += 1)); done", mode: poll, interval: 50ms}
    metrics:
      n: {source: s.n, format: integer}
      clock: {source: clock.n, format: integer}
    """
  }

  private func starts(_ sandbox: Sandbox) -> Int {
    (sandbox.text(of: "config/odobar/starts") ?? "").split(separator: "\n").count
  }

  /// Lets a second of the clock pass, and gives all frames until then.
  private func frames(of program: RunningProgram) throws -> [Widget] {
    var frames: [Widget] = []
    var first: Int64?
    try program.line(within: 60) { line in
      let frame = try Widget(line)
      frames.append(frame)
      guard let count = frame["clock"]?.value?.whole else { return false }
      first = first ?? count
      return count >= (first ?? 0) + 20
    }
    return frames
  }

  // MARK: Ends

  @Test(arguments: [
    "mode: stream", "interval: 1h", "mode: poll, interval: 100ms",
  ])
  func `a plugin that dies within a line has not said half a number`(_ mode: String) throws {
    let sandbox = try Sandbox(
      config: Self.config("command: \"echo n=12345; printf n=12; kill -KILL $$\", \(mode)"))
    let program = try sandbox.start(["json"])

    let failed = try program.line { try Widget($0)["n"]?.state != "normal" }

    #expect(try Widget(failed)["n"]?.value == .whole(12_345))
    for frame in try frames(of: program) {
      #expect([nil, .whole(12_345)].contains(frame["n"]?.value))
    }
  }

  @Test(arguments: ["mode: stream", "mode: poll, interval: 100ms"])
  func `a plugin that closes its output and lives is ended, and started anew`(
    _ mode: String
  ) throws {
    let sandbox = try Sandbox(
      config: Self.config(
        "command: \"echo x >> starts; echo n=7; exec >&-; sleep 61 & exec sleep 62\", \(mode)"))
    let program = try sandbox.start(["waybar", "n"])

    let line = try program.line { try WaybarModule($0).alt != "normal" }
    #expect(try WaybarModule(line).tooltip.contains("closed its output and runs on"))
    try eventually("another start") { starts(sandbox) == 2 }

    // The one that was ended is gone with all that it had started.
    try eventually("one of them") { sandbox.processes(of: "s").count == 2 }
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  @Test func `a daemon that keeps the pipe of its starter holds up nobody`() throws {
    let daemon = "setsid sh -c 'while sleep 0.05; do echo n=9; done'"
    let sandbox = try Sandbox(
      config: Self.config("command: \"\(daemon) & echo n=1\", interval: 200ms, timeout: 30s"))
    let program = try sandbox.start(["json", "--standalone"])
    try program.line { try Widget($0)["n"]?.value == .whole(1) }

    for frame in try frames(of: program) { #expect(frame["n"]?.state == "normal") }

    // Its pipe has no reader, and it ends when it next writes: nobody collects them.
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  @Test func `rubbish without an end is ended with all that it started`() throws {
    let sandbox = try Sandbox(
      config: Self.config(
        "command: \"sleep 61 & while echo '{oops'; do sleep 0.01; done\""))
    let program = try sandbox.start(["json"])
    try program.line { try Widget($0)["n"]?.state == "error" }

    _ = try frames(of: program)
    #expect(sandbox.processes(of: "s").count >= 2)
    program.signal(SIGTERM)

    #expect(try program.end() == .exited(0))
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  // MARK: Speed

  @Test func `a plugin that says a byte at a time is read like any other`() throws {
    let trickle = "for b in n = 1 2 3; do printf %s $b; sleep 0.05; done; echo; exec sleep 60"
    let sandbox = try Sandbox(config: Self.config("command: \"\(trickle)\""))
    let program = try sandbox.start(["json"])

    var seen: [Scalar?] = []
    try program.line {
      seen.append(try Widget($0)["n"]?.value)
      return seen.last == .whole(123)
    }

    #expect(seen.allSatisfy { $0 == nil || $0 == .whole(123) })
  }

  // MARK: Clicks

  @Test func `each click starts its program, also while the one before runs`() throws {
    let sandbox = try Sandbox(
      config: """
        metrics:
          n:
            stepper: {range: 0..9}
            label: "{value}"
            motion: none
            on: {left: "echo x >> starts; exec sleep 60"}
        """)
    let program = try sandbox.start(["i3bar"])
    try program.line { $0.hasPrefix("[{") }

    try program.write(String(repeating: "{\"name\":\"n\",\"button\":1}\n", count: 3))

    try eventually("three of them") { starts(sandbox) == 3 }
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
  }
}
