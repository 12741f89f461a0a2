import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

/// Scripts that were made for other bars, under the engine.
struct ScriptTests {
  /// Tells how a block looks beside what it says.
  private struct Looks: Output {
    var frameRate: Double { 24 }
    var drawsProgress: Bool { false }

    func append(_ frame: Frame, to line: inout [UInt8]) {
      let blocks = frame.blocks.map { block -> String in
        let style = block.style
        let words = [
          block.name, block.text, style.color?.hex, style.background.map { "on\($0.hex)" },
          style.isUrgent ? "urgent" : nil, block.tooltip.map { "tip:\($0)" },
          block.classes.isEmpty ? nil : "class:\(block.classes.joined(separator: "+"))",
          block.shortPieces.map { "short:\(Picture.text($0))" },
          block.targetFraction.map { "share:\($0)" },
        ]
        return words.compactMap(\.self).joined(separator: " ")
      }
      line += Array((blocks.joined(separator: " | ") + "\n").utf8)
    }
  }

  private func bench(
    _ name: String, mode: RunMode = .once, every interval: TimeSpan? = .seconds(10),
    _ metrics: [MetricConfiguration]? = nil,
    _ change: (inout SourceConfiguration) -> Void = { _ in }
  ) -> Bench {
    var source = SourceConfiguration.of("s", mode: mode, every: interval)
    source.protocolName = name
    change(&source)
    return Bench(
      metrics ?? [.of("m", format: "text", source: "s")], sources: [source], output: Looks())
  }

  private func run(
    _ bench: inout Bench, _ output: String, _ status: FeedPlugin.ExitStatus = .exited(0),
    at time: Double
  ) {
    bench.send(.received(SourceID(0), Array(output.utf8)), at: time)
    bench.send(.exited(SourceID(0), status), at: time + 1)
    bench.rest(within: 1000)
  }

  @Test func `a script's colours, short text and urgency are those of its block`() {
    var bench = bench("i3blocks")
    run(&bench, "CPU 5\n5\n#ff0000\n#00ff00\n", at: 10)
    #expect(bench.shots.last?.text == "m CPU 5 #ff0000 on#00ff00 short:5")
    run(&bench, "CPU 6\n", .exited(33), at: 10_100)
    #expect(bench.shots.last?.text == "m CPU 6 urgent")
  }

  @Test func `the colour of a state comes before that of a script`() {
    let warning = Color(red: 1, green: 2, blue: 3)
    var bench = bench(
      "waybar",
      [
        .of("t", format: "text", source: "s") { $0.field = "value" },
        .of("p", source: "s") {
          $0.field = "percentage"
          $0.thresholds.warning = 50
          $0.colors[.warning] = warning
        },
      ])
    run(&bench, #"{"text":"a","percentage":40}"#, at: 10)
    #expect(bench.shots.last?.text == "t a share:0.4 | p 40 share:0.4")
    run(&bench, #"{"text":"a","percentage":60,"class":"hot","tooltip":"x"}"#, at: 10_100)
    #expect(
      bench.shots.last?.text
        == "t a tip:x class:hot share:0.6 | p 60 \(warning.hex) tip:x class:hot share:0.6")
  }

  @Test func `an empty output hides the block, and a text brings it back`() {
    var bench = bench("waybar")
    run(&bench, "a\n", at: 10)
    run(&bench, "\n", at: 10_100)
    #expect(bench.shots.last?.text == "")
    run(&bench, "b\n", at: 20_100)
    #expect(bench.shots.last?.text == "m b")
    run(&bench, "c\n", .exited(1), at: 30_100)
    #expect(bench.shots.last?.text == "")
  }

  @Test func `a number is shown as it was printed, or in the metric's format`() {
    var bench = bench(
      "i3blocks", [.of("t", format: "text", source: "s"), .of("n", style: "none", source: "s")])
    run(&bench, "1230.0\n", at: 10)
    #expect(bench.shots.last?.text == "t 1230.0 | n 1,230")
  }

  @Test func `a click runs the script again, and it knows where`() throws {
    var bench = bench("i3blocks", every: nil)
    run(&bench, "a\n", at: 10)
    let click = ClickEvent(metric: "m", button: 4, places: ["x": 7, "relative_x": 3])

    bench.send(.clicked(Bench.feed, click), at: 2000)

    let told = try #require(bench.launches.last).environment
    #expect(bench.launches.count == 2)
    #expect(told["BLOCK_BUTTON"] == "4" && told["button"] == "4")
    #expect(told["BLOCK_X"] == "7" && told["relative_x"] == "3")
    #expect(told["BLOCK_NAME"] == "s")
    run(&bench, "b\n", at: 2010)
    bench.send(.refreshed("s"), at: 60_000)
    #expect(try #require(bench.launches.last).environment["BLOCK_BUTTON"] == nil)
  }

  @Test func `many clicks are one run after the one that goes on`() {
    var bench = bench("i3blocks", every: nil)
    for button in [1, 2, 3] {
      bench.send(
        .clicked(Bench.feed, ClickEvent(metric: "m", button: button)), at: Double(button) * 10)
    }
    #expect(bench.launches.count == 1)
    run(&bench, "a\n", at: 100)
    #expect(bench.launches.map { $0.environment["button"] } == [nil, "3"])
    run(&bench, "a\n", at: 5000)
    #expect(bench.launches.count == 2)
  }

  @Test func `a script that runs on is told by a line`() {
    var bench = bench("i3blocks", mode: .stream, every: nil)
    bench.log = []
    bench.send(
      .clicked(Bench.feed, ClickEvent(metric: "m", button: 3, places: ["x": 1.5])), at: 100)
    #expect(bench.log == ["send 0 3"])
  }

  @Test func `or by an object, in which texts stay texts`() {
    var bench = bench("i3blocks", mode: .stream, every: nil) {
      $0.parameters = ["format": "json", "label": "{x}", "list": "[1]", "n": "12"]
    }
    bench.say(#"{"full_text":"a","_count":3,"yes":true}"#, at: 50)
    bench.log = []
    bench.send(
      .clicked(Bench.feed, ClickEvent(metric: "m", button: 3, places: ["x": 1.5])), at: 100)
    #expect(
      bench.log == [
        #"send 0 {"_count":"3","button":3,"command":"s","format":"json","full_text":"a","#
          + #""interval":"persist","label":"{x}","list":"[1]","n":"12","name":"s","x":1.5,"yes":"true"}"#
      ])
  }

  @Test func `what the config says of a click comes first`() {
    var bench = bench(
      "i3blocks", [.of("m", format: "text", source: "s") { $0.actions = [.left: .command(["x"])] }])
    bench.log = []
    bench.send(.clicked(Bench.feed, ClickEvent(metric: "m", button: 1)), at: 100)
    #expect(bench.launches.count == 1)
    #expect(bench.log == ["launch x"])
  }

  @Test(arguments: [(false, []), (true, ["launch /bin/x y"])])
  func `what a script offers for clicks is run where that is allowed`(
    _ isAllowed: Bool, _ log: [String]
  ) {
    var bench = bench("xbar") { $0.allowsActions = isAllowed }
    run(&bench, "a | shell=/bin/x param1=y\n", at: 10)
    bench.log = []
    bench.send(.clicked(Bench.feed, ClickEvent(metric: "m", button: 1)), at: 100)
    bench.send(.clicked(Bench.feed, ClickEvent(metric: "m", button: 2)), at: 110)
    #expect(bench.log == log)
  }

  @Test func `titles take turns of five seconds, and rest where nobody looks`() {
    var bench = bench("xbar", every: .seconds(3600))
    run(&bench, "one | color=red\ntwo\n---\nm\n", at: 10)
    let start = bench.milliseconds
    #expect(bench.shots.last?.text == "m one #ff0000 tip:m")
    bench.pass(until: 5100)
    #expect(bench.shots.last?.text == "m two tip:m")
    bench.pass(until: 10_100)
    #expect(bench.shots.last?.text == "m one #ff0000 tip:m")
    #expect(start < 5000)

    bench.send(.feedPaused(Bench.feed), at: 11_000)
    let shots = bench.shots.count
    bench.pass(until: 100_000)
    #expect(bench.shots.count == shots)
    bench.send(.feedResumed(Bench.feed), at: 100_500)
    bench.rest(within: 10)
    #expect(bench.shots.last?.text.hasPrefix("m ") == true)
  }

  @Test func `one title takes no turns`() {
    var bench = bench("xbar", every: nil)
    run(&bench, "one\ntwo\n", at: 10)
    #expect(bench.engine.deadline != nil)
    run(&bench, "one\n", at: 20)
    bench.send(.refreshed(nil), at: 1000)
    run(&bench, "one\n", at: 1010)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `what a script said is in the environment of its next run`() throws {
    var bench = bench("i3blocks", every: .seconds(1)) { $0.parameters = ["_count": "0"] }
    #expect(bench.launches.last?.environment["_count"] == "0")
    run(&bench, #"{"full_text":"a","_count":1}"#, at: 10)
    bench.pass(until: 1500)
    #expect(bench.launches.last?.environment["_count"] == "1")
    // What it does not say again is as the config has it.
    run(&bench, #"{"full_text":"a"}"#, at: 1600)
    bench.pass(until: 2500)
    #expect(bench.launches.last?.environment["_count"] == "0")
  }

  @Test func `the environment of the config wins, and input is closed where it was`() {
    let bench = bench("i3blocks") { $0.environment = ["BLOCK_NAME": "mine"] }
    #expect(bench.launches.last?.environment["BLOCK_NAME"] == "mine")
    #expect(bench.launches.last?.hasInput == false)
    #expect(self.bench("i3blocks", mode: .stream).launches.last?.hasInput == true)
    #expect(self.bench("auto").launches.last?.hasInput == true)
  }

  @Test func `states of performance data are those of their metrics`() {
    var bench = bench(
      "nagios",
      [
        .of("t", format: "text", source: "s"),
        .of("a", source: "s") { $0.field = "a" }, .of("b", source: "s") { $0.field = "b" },
      ])
    bench.send(.feedOpened(FeedID(7), .bar(nil), Glass()), at: 1)
    run(&bench, "x | a=5;3;9 b=1;3;9\n", .exited(2), at: 10)
    let pictures = bench.shots.last { $0.feed == FeedID(7) }?.pictures
    #expect(pictures?.map(\.state) == ["critical", "warning", "normal"])
  }

  @Test func `a number that is in the text no more is none`() {
    var bench = bench(
      "i3blocks", mode: .stream, every: nil,
      [
        .of("t", format: "text", source: "s"),
        .of("n", style: "none", source: "s") { $0.field = "number" },
      ])
    bench.send(.received(SourceID(0), Array("up 5\nup 6\n".utf8)), at: 10)
    bench.rest(within: 1000)
    #expect(bench.shots.last?.text == "t up 6 | n 6")
    bench.say("down", at: 5000)
    bench.rest(within: 1000)
    #expect(bench.shots.last?.text == "t down | n –")
  }

  @Test func `of lines that come together the text of the last is shown`() {
    var bench = bench("waybar", mode: .stream, every: nil)
    bench.send(.received(SourceID(0), Array("up 5\ndown\n".utf8)), at: 10)
    bench.rest(within: 1000)
    #expect(bench.shots.last?.text == "m down")
  }

  @Test func `a script of events gives a script's whole run as one line`() {
    var bench = Bench(
      Engine(
        .of(
          [.of("m", format: "text", source: "s")],
          sources: [
            SourceConfiguration(
              name: "s", arguments: ["s"], interval: .seconds(1), protocolName: "i3blocks")
          ]), runsSources: false))
    bench.send(.feedOpened(Bench.feed, .bar(nil), Looks()), at: 0)
    bench.send(.reported(source: "s", line: "a\nb\n#ff0000"), at: 10)
    bench.rest(within: 1000)
    #expect(bench.shots.last?.text == "m a #ff0000 short:b")
  }
}
