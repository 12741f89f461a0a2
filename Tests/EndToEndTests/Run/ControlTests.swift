import Foundation
import Glibc
import TestKit
import Testing

/// The commands that talk to a running engine, and those who mean it no good.
struct ControlTests {
  private static let config = """
    motion: {style: none}
    sources:
      poll: {command: 'while read -r l; do echo "$l" >> asked; echo n=1; done', mode: poll,
        interval: 1h}
      bad: {command: "echo oops >&2; exit 3", interval: 1h}
    metrics:
      n: {source: poll.n, format: integer, motion: {group: fast}}
      b: {source: bad.n, format: integer}
      volume: {stepper: {range: 0..10, step: 5}, format: percent, label: "{value}"}
    panel: {periods: {day: Today, week: This week}}
    """

  /// A bar, and the engine behind it.
  private func bar(_ sandbox: Sandbox) throws -> RunningProgram {
    let program = try sandbox.start(["i3bar"])
    try program.line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["n"] == "1" }
    return program
  }

  static let commands: [(words: [String], status: Int32, output: String, errors: String)] = [
    (["step", "volume", "+5"], 0, "volume: 5%\n", ""),
    (["step", "volume", "=7"], 0, "volume: 7%\n", ""),
    (["step", "volume", "=99"], 0, "volume: 10%\n", ""),
    (["step", "volume", "-1"], 1, "", "'volume' is at its limit: 0%"),
    (["step", "volume", "=0"], 1, "", "'volume' is at 0% already"),
    (["step", "volum", "+1"], 64, "", "no metric 'volum' (did you mean 'volume'?)"),
    (["step", "n", "+1"], 64, "", "'n' is no stepper; steppers: volume"),
    (["step", "volume", "5"], 64, "", "expected +N, -N or =N, found '5'"),
    (["step", "volume"], 64, "", "'step' needs a metric and +N, -N or =N"),
    (["period", "week"], 0, "period: week\n", ""),
    (["period", "next"], 0, "period: week\n", ""),
    (["period", "weak"], 64, "", "no period 'weak' (did you mean 'week'?)"),
    (["refresh"], 0, "asked 2 sources\n", ""),
    (["refresh", "poll"], 0, "asked 'poll'\n", ""),
    (["refresh", "pol"], 64, "", "no source 'pol' (did you mean 'poll'?)"),
    (["replay"], 0, "replays all\n", ""),
    (["replay", "fast"], 0, "replays 'fast'\n", ""),
    (["replay", "fats"], 64, "", "no motion group 'fats' (did you mean 'fast'?)"),
  ]

  @Test(arguments: commands)
  func `each command has its answer, in words and in the status`(
    words: [String], status: Int32, output: String, errors: String
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)

    let run = try sandbox.run(words)

    #expect(run.status == status)
    #expect(run.output == output)
    let first = run.errors.split(separator: "\n").first.map(String.init) ?? ""
    #expect(first == (errors.isEmpty ? "" : "odobar: \(errors)"))
    #expect(program.isRunning)
  }

  @Test(arguments: ["step volume +1", "period week", "refresh", "replay", "status"])
  func `without an engine there is nobody to ask`(_ words: String) throws {
    let sandbox = try Sandbox(config: Self.config)
    let alone = try sandbox.start(["i3bar", "--standalone"])
    try alone.line()

    let run = try sandbox.run(words.split(separator: " ").map(String.init))

    #expect(run.status == 69)
    #expect(run.errors == "odobar: no engine runs\n")
    #expect(run.output.isEmpty)
  }

  @Test func `steps are seen on the bar, as many as there are`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)

    let steps = try (0..<7).map { _ in try sandbox.start(["step", "volume", "+1"]) }
    let values = try steps.map { try $0.finish().output }

    #expect(Set(values) == Set((1...7).map { "volume: \($0)%\n" }))
    try program.line { try I3barBlock.texts($0)["volume"]?.hasSuffix("7%") ?? false }
    #expect(try sandbox.run(["step", "volume", "-3"]).output == "volume: 4%\n")
  }

  @Test func `a period that is asked for reaches the sources`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)

    _ = try sandbox.run(["period", "week"])

    try eventually("the question") {
      sandbox.text(of: "config/odobar/asked")?.hasSuffix("\ntick week\n") == true
    }
    withExtendedLifetime(program) {}
  }

  @Test func `the status tells of feeds and sources`() throws {
    struct Status: Decodable {
      struct Feed: Decodable, Equatable {
        let output: String
        let shows: String
        let pid: Int32
        let blocked: Bool
        let paused: Bool
      }
      struct Source: Decodable {
        let name: String
        let state: String
        let mode: String
        let running: Bool
        let starts: Int
        let age: Double?
        let due: Double?
        let problem: String?
      }
      let pid: Int32
      let config: String
      let uptime: Double
      let feeds: [Feed]
      let sources: [Source]
    }
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)
    let module = try sandbox.start(["waybar", "volume"])
    try module.line()
    module.signal(SIGTSTP)

    var status: Status?
    try eventually("the pause and the fault") {
      let run = try sandbox.run(["status", "--json"])
      status = try JSONDecoder().decode(Status.self, from: Data(run.output.utf8))
      return status?.feeds.last?.paused ?? false && status?.sources.last?.state == "error"
    }

    #expect(status?.pid == sandbox.engines.first)
    #expect(status?.config == sandbox.config.path)
    #expect(
      status?.feeds == [
        .init(
          output: "i3bar", shows: "the first bar", pid: program.process, blocked: false,
          paused: false),
        .init(
          output: "waybar", shows: "volume", pid: module.process, blocked: false, paused: true),
      ])
    let poll = try #require(status?.sources.first)
    #expect(poll.name == "poll" && poll.state == "ok" && poll.mode == "poll" && poll.running)
    #expect(poll.starts == 1 && (poll.age ?? -1) >= 0 && (poll.due ?? 0) > 0)
    let bad = try #require(status?.sources.last)
    #expect(bad.state == "error" && bad.problem == "oops" && !bad.running && bad.age == nil)

    let text = try sandbox.run(["status"]).output
    #expect(text.contains("config \(sandbox.config.path)\n"), "\(text)")
    #expect(text.contains("pid \(module.process)"), "\(text)")
    #expect(text.contains("oops"), "\(text)")
  }

  @Test func `of several engines the config tells which`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let other = try sandbox.write(Self.config, to: "other/odobar.yaml").path
    let programs = try [["i3bar"], ["i3bar", "-c", other]].map { try sandbox.start($0) }
    for program in programs { try program.line { $0.hasPrefix("[{") } }

    #expect(
      try sandbox.run(["status"]).output.split(separator: "\n").count { $0.hasPrefix("config") }
        == 2)
    #expect(try sandbox.run(["step", "volume", "+1"]).output == "volume: 1%\n")
    #expect(try sandbox.run(["step", "-c", other, "volume", "+3"]).output == "volume: 3%\n")
    #expect(try sandbox.run(["step", "volume", "=1"]).status == 1)
    programs[0].signal(SIGTERM)
    _ = try programs[0].end()
    try eventually("one engine") { sandbox.engines.count == 1 }
    #expect(try sandbox.run(["step", "volume", "+1"]).output == "volume: 4%\n")
    #expect(
      try sandbox.run(["step", "-c", sandbox.config.path, "volume", "+1"]).errors
        == "odobar: no engine runs for '\(sandbox.config.path)'\n")
  }

  // MARK: Those who mean it no good

  @Test func `nonsense is shown out, and nobody notices`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)
    let name = try #require(sandbox.sockets.first)
    let nonsense: [[UInt8]] = [
      [0], Array("hello\n".utf8), Array("odobar/1\0dance\0".utf8), Array("odobar/2\0status\0".utf8),
      Array("odobar/1\0signal\09\0".utf8), Array("odobar/1\0attach\0x\0".utf8),
      [UInt8](repeating: 65, count: 70_000),
    ]

    for bytes in nonsense {
      let visitor = try Visitor(name, of: sandbox)
      #expect(visitor.send(bytes))
      #expect(try visitor.answer()?.first == "failed", "\(bytes.prefix(20))")
      #expect(try visitor.answer() == nil)
    }
    // One that belongs to another build is told so.
    let stranger = try Visitor(name, of: sandbox)
    stranger.say(
      "attach", "00000000", "output=json", "subject=bar", descriptors: [0, 1, 2])
    #expect(try stranger.answer()?.first == "other")

    #expect(try sandbox.run(["step", "volume", "+1"]).output == "volume: 1%\n")
    try program.line { try I3barBlock.texts($0)["volume"]?.hasSuffix("1%") ?? false }
    #expect(program.errorText.components(separatedBy: "\n").count <= 3)
  }

  @Test func `any bytes at all do no harm`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)
    let name = try #require(sandbox.sockets.first)
    let engine = try #require(sandbox.engines.first)
    var dice = SystemRandomNumberGenerator()
    let words = [
      "odobar/1", "attach", "signal", "step", "status", "json", "output=json", "subject=bar",
      "volume", "+1", "15", "0", "", "environment=A=B", "clicks", "period", "week",
    ]

    for _ in 0..<400 {
      let visitor = try Visitor(name, of: sandbox)
      for _ in 0..<Int.random(in: 1...5, using: &dice) {
        var bytes = ["odobar/1"].map { Array($0.utf8) + [0] }.flatMap { $0 }
        for _ in 0..<Int.random(in: 0...5, using: &dice) {
          bytes += Array((words.randomElement(using: &dice) ?? "").utf8) + [0]
        }
        if Bool.random(using: &dice), let place = bytes.indices.randomElement(using: &dice) {
          bytes[place] = .random(in: 0...255, using: &dice)
        }
        visitor.send(bytes, descriptors: Bool.random(using: &dice) ? [0, 1, 2] : [])
      }
    }

    #expect(sandbox.engines == [engine])
    #expect(try sandbox.run(["step", "volume", "=3"]).output == "volume: 3%\n")
    try program.line { try I3barBlock.texts($0)["volume"]?.hasSuffix("3%") ?? false }
    // Nothing of all those visitors is left open.
    try eventually("few descriptors") { ProcessTable.descriptors(of: engine).count < 40 }
  }

  @Test func `those who say nothing, or do not listen, keep nobody waiting`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try bar(sandbox)
    let name = try #require(sandbox.sockets.first)
    let engine = try #require(sandbox.engines.first)
    let silent = try (0..<100).map { _ in try Visitor(name, of: sandbox) }
    let deaf = try Visitor(name, of: sandbox)
    for _ in 0..<2000 { deaf.say("status", "json") }

    // The silent are shown out in a while; then there is room again.
    try eventually("an answer") {
      try sandbox.run(["step", "volume", "=3"]).status != 69
    }

    try program.line { try I3barBlock.texts($0)["volume"]?.hasSuffix("3%") ?? false }
    #expect(sandbox.engines == [engine])
    withExtendedLifetime((silent, deaf)) {}
  }
}
