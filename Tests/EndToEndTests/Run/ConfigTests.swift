import Foundation
import Glibc
import TestKit
import Testing

/// Configs that are wrong, and configs in unusual places.
struct ConfigTests {
  private static let cut = """
    metrics:
      n: {source: s.n
      m: ]
    """

  @Test func `a config that cannot be read is one urgent block with its place`() throws {
    let sandbox = try Sandbox(config: Self.cut)
    let program = try sandbox.start(["i3bar"])
    #expect(
      try program.line()
        == "{\"version\":1,\"stop_signal\":20,\"cont_signal\":18,\"click_events\":true}")
    #expect(try program.line() == "[")

    let blocks = try I3barBlock.read(try program.line())

    try #require(blocks.count == 1)
    #expect(blocks[0].isUrgent == true)
    try blocks[0].checkMarkup()
    #expect(Markup.text(of: blocks[0].text).contains("~/config/odobar/config.yaml:3:"))
    #expect(holds(for: 0.5) { program.isRunning })
    program.signal(SIGTERM)
    #expect(try program.finish().ending == .exited(0))
    #expect(program.errorText.contains("odobar: ~/config/odobar/config.yaml:3:"))
  }

  @Test(arguments: [
    ["waybar", "cpu"], ["json"], ["preview", "--bar", "side"], ["tmux", "--job"],
  ])
  func `a config that cannot be read is shown by every feed`(_ command: [String]) throws {
    let sandbox = try Sandbox(config: Self.cut)
    let program = try sandbox.start(command)

    let line = try program.line()

    #expect(line.contains("~/config/odobar/config.yaml:3:"), "\(line)")
    #expect(program.isRunning)
  }

  @Test func `a config without anything to show says why`() throws {
    let sandbox = try Sandbox(config: "metrics: [cpu]\n")

    let program = try sandbox.start(["i3bar"])

    let blocks = try I3barBlock.read(try program.line { $0.hasPrefix("[{") })
    #expect(blocks.map(\.isUrgent) == [true])
    #expect(Markup.text(of: blocks[0].text).contains("config.yaml:1:10"))
  }

  @Test func `one bad metric of ten leaves nine`() throws {
    let metrics = (0..<10).map {
      "  m\($0): {source: s.n, format: \($0 == 4 ? "intteger" : "integer"), motion: none}"
    }
    let sandbox = try Sandbox(
      config: (["sources: {s: {command: \"echo n=7; exec sleep 60\"}}", "metrics:"] + metrics)
        .joined(separator: "\n"))
    let program = try sandbox.start(["i3bar"])

    let line = try program.line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["m0"] == "7" }

    let blocks = try I3barBlock.read(line)
    #expect(blocks.map(\.name) == (0..<10).map { "m\($0)" })
    for (index, block) in blocks.enumerated() {
      let text = Markup.text(of: block.text)
      if index == 4 {
        #expect(block.isUrgent == true)
        #expect(text.contains("config.yaml:7:"), "\(text)")
      } else {
        #expect(text == "7")
        #expect(block.isUrgent == nil)
      }
    }
    #expect(program.errorText.contains("'intteger' (did you mean 'integer'?)"))
  }

  // MARK: Check

  @Test func `check tells all faults at once, in their order`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: rol}
        sources:
          s: {command: "true", intervall: 5s}
          t: {interval: 5}
        metrics:
          n: {source: x.n, format: integer}
          m: {stepper: {range: 5..0}}
        bars: {main: [n, q]}
        """)

    let run = try sandbox.run(["check"])

    #expect(run.status == 78)
    let places = run.errors.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^odobar: ~\/config\/odobar\/config.yaml:(\d+):/).flatMap { Int($0.1) }
    }
    #expect(places == places.sorted())
    #expect(Set(places) == [1, 3, 4, 6, 7, 8])
    #expect(run.errors.contains("unknown key 'intervall' (did you mean 'interval'?)"))
    #expect(run.errors.contains("\n    3 |   s: {command: \"true\", intervall: 5s}\n"))
    #expect(run.errors.contains("\n      |                        ^~~~~~~~~\n"))
  }

  @Test func `the shipped config has no faults`() throws {
    let sandbox = try Sandbox()
    let shipped = Project.root.appending(path: "config.yaml").path

    for arguments in [["check", "-c", shipped], ["check"]] {
      let run = try sandbox.run(arguments)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.isEmpty)
      #expect(run.output.contains("no faults"))
    }
  }

  @Test func `check can run each source and show what came of it`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          good: {command: "echo rx=12 tx=3.5", interval: 1h}
          ask: {command: "while read -r l; do echo n=7; done", mode: poll, interval: 1h}
          bad: {command: "echo no route >&2; exit 3", interval: 1h}
          late: {command: "exec sleep 60", interval: 1h, timeout: 200ms}
        metrics: {n: {source: good.rx}}
        """)

    let run = try sandbox.run(["check", "--run"])

    #expect(run.status == 69)
    for text in ["rx = 12", "tx = 3.5", "n = 7", "no route", "no line on its output in time"] {
      #expect(run.output.contains(text), "\(run.output)")
    }
    #expect(sandbox.processes.isEmpty)
  }

  // MARK: Places

  @Test(arguments: ["/", "config", "config/odobar"], [true, false])
  func `it does the same wherever it is started`(
    _ directory: String, _ isAbsolute: Bool
  ) throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          s: {command: "cat value; exec sleep 60"}
          p: {plugin: mine, interval: 1h}
          cpu: {plugin: cpu}
        metrics:
          n: {source: s.n, format: integer, motion: none}
          p: {source: p.n, format: integer, motion: none}
          cpu: {source: cpu.usage}
        """)
    try sandbox.write("n=8\n", to: "config/odobar/value")
    try sandbox.writeProgram("#!/bin/sh\necho n=9\n", to: "config/odobar/plugins/mine")
    let path = sandbox.config.path
    let (place, relative) =
      switch directory {
      case "/": ("/", String(path.dropFirst()))
      case "config": (sandbox.folder.appending(path: "config").path, "odobar/config.yaml")
      default: (sandbox.folder.appending(path: "config/odobar").path, "config.yaml")
      }
    let program = try sandbox.start(
      ["json", "-c", isAbsolute ? path : relative], directory: place)

    try program.line { line in
      let frame = try Widget(line)
      return frame["n"]?.value == .whole(8) && frame["p"]?.value == .whole(9)
    }
    #expect(program.errorText.isEmpty, "\(program.errorText)")
  }

  @Test func `the config is looked for where one is told of`() throws {
    let sandbox = try Sandbox(config: "metrics: {usual: {stepper: {range: 0..1}}}")
    let file = try sandbox.write("metrics: {other: {stepper: {range: 0..1}}}", to: "o.yaml")

    #expect(try sandbox.simulate([]).output.contains("\"usual\""))
    sandbox.environment["ODOBAR_CONFIG"] = file.path
    #expect(try sandbox.simulate([]).output.contains("\"other\""))
    #expect(
      try sandbox.simulate([], ["-c", sandbox.config.path]).output.contains("\"usual\""))
    let run = try sandbox.run(["check", "--config", "/nonexistent/config.yaml"])
    #expect(run.status == 78)
    #expect(run.errors.contains("cannot read '/nonexistent/config.yaml'"))
  }
}
