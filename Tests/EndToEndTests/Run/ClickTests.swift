import Foundation
import TestKit
import Testing

/// Clicks by command, and the modules of waybar that make them.
struct ClickTests {
  private static let config = """
    metrics:
      volume: {stepper: {range: 0..100, step: 5}, title: Volume, motion: none}
      note: {stepper: {range: 0..9}, motion: none, on: {left: step +2, right: "cat > seen; echo x"}}
      still: {stepper: {range: 0..9}, motion: none, on: {middle: refresh}}
    bars: {main: [volume, note], other: [note]}
    """

  private static let useless =
    "odobar: 'volume' does nothing with left: 'on: {left: …}' would say what\n"

  private func module(
    _ sandbox: Sandbox, _ name: String, _ options: [String] = []
  ) throws -> [String: Any] {
    let run = try sandbox.run(["waybar", "--print-config", name] + options)
    #expect(run.status == 0 && run.errors == "")
    let object = try JSONSerialization.jsonObject(with: Data("{\(run.output)}".utf8))
    let modules = try #require(object as? [String: [String: Any]])
    return try #require(modules["custom/\(name)"])
  }

  private func shell(_ command: Any?, _ sandbox: Sandbox) throws -> RunningProgram {
    try RunningProgram(
      ["/bin/sh", "-c", try #require(command as? String)], environment: sandbox.environment)
  }

  @Test(arguments: [[], ["-c"], ["-c", "--motion"]])
  func `a module that is pasted shows its metric, and its clicks arrive`(
    _ options: [String]
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let words = options.flatMap { [$0, $0 == "-c" ? sandbox.config.path : "reduced"] }
    let module = try module(sandbox, "main", words)
    #expect(
      Set(module.keys) == [
        "exec", "return-type", "restart-interval", "on-click", "on-click-right", "on-scroll-up",
        "on-scroll-down",
      ])

    let feed = try shell(module["exec"], sandbox)
    try feed.line { $0.contains("0%") || $0.contains("Volume") }
    let clicks = [
      ("on-click", "note: 2"), ("on-scroll-up", "Volume: 5"), ("on-scroll-up", "Volume: 10"),
      ("on-scroll-down", "Volume: 5"),
    ]
    for (event, tooltip) in clicks {
      let click = try shell(module[event], sandbox)
      #expect(try click.finish().output == "")
      try feed.line { $0.contains(tooltip) }
    }
    _ = try shell(module["on-click-right"], sandbox).finish()
    try eventually("what a click starts") {
      sandbox.text(of: "config/odobar/seen") == ""
    }
  }

  @Test func `a module has no more clicks than do something, wherever its config is`() throws {
    let sandbox = try Sandbox(config: Self.config)
    #expect(
      Set(try module(sandbox, "volume").keys) == [
        "exec", "return-type", "restart-interval", "on-scroll-up", "on-scroll-down",
      ])
    let config = try sandbox.write(Self.config, to: "it's $HOME \"x\".yaml")
    let odd = try module(sandbox, "other", ["-c", config.path])

    let feed = try shell(odd["exec"], sandbox)
    try feed.line { $0.contains("note: 0") }
    _ = try shell(odd["on-click"], sandbox).finish()
    try feed.line { $0.contains("note: 2") }
    let wrong = try sandbox.run(["waybar", "--print-config", "mai"])
    #expect(wrong.status == 64)
    #expect(wrong.errors == "odobar: no metric or bar 'mai' (did you mean 'main'?)\n")
  }

  @Test(
    arguments: [
      (["volume", "left", "plus"], 0, ""), (["volume", "1", "minus"], 0, ""),
      (["volume", "scroll_up"], 0, ""), (["volume", "left", "value"], 1, Self.useless),
      (["volume", "left"], 1, Self.useless),
      (["volum", "left"], 64, "odobar: no metric 'volum' (did you mean 'volume'?)\n"),
      (["volume", "left", "plu"], 64, "odobar: no part 'plu' (did you mean 'plus'?)\n"),
      (
        ["volume", "lef"], 64,
        "odobar: no button 'lef' (did you mean 'left'?)\nodobar: try 'odobar click --help'\n"
      ),
      (
        ["volume"], 64,
        "odobar: 'click' needs a metric and a button\nodobar: try 'odobar click --help'\n"
      ),
    ] as [([String], Int32, String)])
  func `a click says nothing, and what is wrong with it`(
    _ words: [String], _ status: Int32, _ errors: String
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let feed = try sandbox.start(["json"])
    try feed.line()

    let run = try sandbox.run(["click"] + words)

    #expect(run.status == status)
    #expect(run.output == "" && run.errors == errors)
  }

  @Test(arguments: [
    ("exit 3", "click: 'exit 3' exited with 3"), ("kill -9 $$", "killed by signal 9"),
    ("no-such-program-of-ours", "exited with 127"),
  ])
  func `a command that fails is told of by its bar`(_ command: String, _ trouble: String) throws {
    let sandbox = try Sandbox(
      config: "metrics: {m: {stepper: {range: 0..9}, on: {left: '\(command)'}}}")
    let feed = try sandbox.start(["json"])
    try feed.line()

    #expect(try sandbox.run(["click", "m", "left"]).status == 0)

    try eventually("the complaint") { feed.errorText.contains(trouble) }
  }

  @Test func `what to paste into tmux's config is for a bar that there is`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let wrong = try sandbox.run(["tmux", "--print-config", "--bar", "mani"])
    #expect(wrong.status == 64 && wrong.output == "")
    #expect(wrong.errors == "odobar: no bar 'mani' (did you mean 'main'?)\n")
    let run = try sandbox.run(["tmux", "--print-config", "--bar", "other", "-S", "/tmp/x"])
    #expect(run.status == 0 && run.output.contains(" tmux --bar other'"))
    #expect(run.errors.contains("--socket has no part in it"))
  }

  @Test func `a module hands the clicks on that a script takes`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          blocks: {command: "echo 1", interval: 60s, protocol: i3blocks}
          own: {command: "echo 1", interval: 60s}
        metrics: {b: {source: blocks}, o: {source: own}}
        """)
    #expect(try module(sandbox, "b")["on-scroll-up"] as? String != nil)
    #expect(try module(sandbox, "o")["on-click"] == nil)
  }
}
