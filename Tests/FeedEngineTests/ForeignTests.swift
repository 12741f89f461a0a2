import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

/// Bars of another generator's blocks.
struct ForeignTests {
  private static let source = SourceID(0)

  private func bench(
    protocol name: String = "auto", output: String = "i3bar", reduction: Reduction = .none,
    _ change: (inout WrapConfiguration) -> Void = { _ in }
  ) throws -> Bench {
    var source = SourceConfiguration(name: "gen", arguments: ["gen"], mode: .stream)
    source.protocolName = name
    source.isWrapped = true
    let output = try #require(Catalog.outputs[output])
    return Bench([], sources: [source], output: output(OutputSettings()), reduction: reduction) {
      $0.bars = [BarConfiguration(name: "main", metrics: ["gen"])]
      change(&$0.wrap)
    }
  }

  private func last(_ bench: Bench) -> String { bench.shots.last?.text ?? "" }

  @Test func `gives blocks on byte for byte`() throws {
    var bench = try bench()
    let line = #"[{ "name":"a" , "full_text":"x 1\u00e9\/","_y":[1,{"z":null}]},{"full_text":""}]"#
    bench.say("{\"version\":1}", at: 100)
    bench.say("[", at: 110)
    bench.say(line, at: 120)

    #expect(last(bench) == line + ",")
  }

  @Test func `moves numbers and ends with the generator's own bytes`() throws {
    var bench = try bench()
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"name":"a","full_text":"CPU 9%","min_width":70}]"#, at: 100)
    let shots = bench.shots.count
    bench.say(#"[{"name":"a","full_text":"CPU 14%","min_width":70}]"#, at: 1000)
    bench.pass(until: 4000)

    let way = bench.shots[shots...].map(\.text)
    #expect(way.count > 4)
    #expect(way.last == #"[{"name":"a","full_text":"CPU 14%","min_width":70}],"#)
    for line in way.dropLast() {
      #expect(line.hasPrefix(#"[{"name":"a","full_text":""#))
      #expect(line.contains(#"%","min_width":70"#))
    }
    #expect(way.contains { $0.contains("rise=") && $0.contains("\"markup\":\"pango\"}") })
    #expect(bench.engine.deadline == nil)
  }

  @Test func `reduced motion shows nothing but the generator's lines`() throws {
    var bench = try bench(reduction: .jump)
    bench.say("{\"version\":1}", at: 0)
    var lines: [String] = []
    for number in 1...5 {
      lines.append("[{\"full_text\":\"<b>n</b> \(number * number)\",\"markup\":\"pango\"}],")
      bench.say(String(lines[number - 1].dropLast()), at: Double(number) * 500)
    }
    #expect(bench.shots.suffix(5).map(\.text) == lines)
  }

  @Test func `a line that says nothing new costs nothing`() throws {
    var bench = try bench()
    bench.say("{\"version\":1}", at: 0)
    bench.say("[{\"full_text\":\"n 1\"}]", at: 100)
    bench.pass(until: 3000)
    let (shots, wakes) = (bench.shots.count, bench.wakes)
    for second in 4...9 { bench.say(",[{\"full_text\":\"n 1\"}]", at: Double(second) * 1000) }

    #expect(bench.shots.count == shots && bench.wakes == wakes)
  }

  @Test func `leaves markup alone that is not well formed`() throws {
    var bench = try bench()
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"full_text":"<b>1","markup":"pango"}]"#, at: 100)
    bench.say(#"[{"full_text":"<b>22","markup":"pango"}]"#, at: 1000)
    bench.pass(until: 3000)

    #expect(
      bench.shots.suffix(2).map(\.text) == [
        #"[{"full_text":"<b>1","markup":"pango"}],"#, #"[{"full_text":"<b>22","markup":"pango"}],"#,
      ])
  }

  @Test func `a block keeps its number when others come and go`() throws {
    var bench = try bench { $0.motion.style = "count" }
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"name":"a","full_text":"A 10"},{"full_text":"B 20"}]"#, at: 100)
    bench.say(
      #"[{"name":"new","full_text":"N 5"},{"full_text":"B 40"},{"name":"a","full_text":"A 30"}]"#,
      at: 2000)
    bench.pass(until: 2400)

    let middle = last(bench)
    #expect(middle.contains("\"N 5\""))
    #expect(!middle.contains("A 30") && !middle.contains("B 40"))
    bench.pass(until: 5000)
    #expect(last(bench).contains("A 30") && last(bench).contains("B 40"))
  }

  @Test func `does what the rules say of a block`() throws {
    var bench = try bench {
      $0.rules = TextRules([
        TextRule(kind: .time, block: "clock/x", style: "none"),
        TextRule(kind: .number, style: "none"),
      ])
    }
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"name":"clock","instance":"x","full_text":"12:59 7"}]"#, at: 100)
    let count = bench.shots.count
    bench.say(#"[{"name":"clock","instance":"x","full_text":"13:00 8"}]"#, at: 1000)
    bench.pass(until: 3000)

    #expect(bench.shots.count == count + 1)
  }

  // MARK: Clicks

  @Test func `passes clicks on to a generator that reads them`() throws {
    var bench = try bench()
    bench.say("{\"version\":1,\"click_events\":true}", at: 0)
    bench.say(#"[{"name":"a","full_text":"x"}]"#, at: 100)
    for button in [1, 3] {
      let object = "{\"name\":\"a\",\"button\":\(button),\"x\":1.5}"
      bench.send(
        .clicked(
          Bench.feed, ClickEvent(metric: "a", button: button, object: Array(object.utf8))),
        at: 200)
    }
    #expect(
      bench.log.filter { $0.hasPrefix("send") } == [
        "send 0 [", "send 0 {\"name\":\"a\",\"button\":1,\"x\":1.5}",
        "send 0 ,{\"name\":\"a\",\"button\":3,\"x\":1.5}",
      ])
  }

  @Test func `says nothing to a generator that reads no clicks`() throws {
    var bench = try bench()
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"name":"a","full_text":"x"}]"#, at: 100)
    bench.send(
      .clicked(Bench.feed, ClickEvent(metric: "a", button: 1, object: Array("{}".utf8))), at: 200)

    #expect(!bench.log.contains { $0.hasPrefix("send") })
  }

  // MARK: Hiding

  @Test(arguments: [
    ("", "signal 0 19", "signal 0 18"),
    (",\"stop_signal\":10,\"cont_signal\":12", "signal 0 10", "signal 0 12"),
  ])
  func `rests with its own signals while nobody looks`(
    keys: String, stop: String, proceed: String
  ) throws {
    var bench = try bench()
    bench.say("{\"version\":1\(keys)}", at: 0)
    bench.send(.feedPaused(Bench.feed), at: 100)
    #expect(bench.log.last == stop)
    bench.send(.feedResumed(Bench.feed), at: 200)
    #expect(bench.log.last == proceed)
  }

  @Test func `a bar that is hidden from the first has it rest with its header`() throws {
    var bench = try bench()
    bench.send(.feedPaused(Bench.feed), at: 0)
    #expect(!bench.log.contains { $0.hasPrefix("signal") })
    bench.say("{\"version\":1}", at: 100)
    #expect(bench.log.last == "signal 0 19")
  }

  @Test func `leaves a generator alone that wants no signal`() throws {
    var bench = try bench()
    bench.say("{\"version\":1,\"stop_signal\":0}", at: 0)
    bench.send(.feedPaused(Bench.feed), at: 100)
    bench.send(.feedResumed(Bench.feed), at: 200)
    #expect(!bench.log.contains { $0.hasPrefix("signal") })
  }

  // MARK: Ends

  @Test func `shows its death beside its last words and starts it again`() throws {
    var bench = try bench()
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"full_text":"n 1"}]"#, at: 100)
    bench.send(.exited(Self.source, .signalled(9)), at: 200)
    bench.pass(until: 300)
    #expect(
      last(bench).hasPrefix(#"[{"full_text":"n 1"},{"full_text":"⚠ gen: killed by signal 9""#))
    let starts = bench.launches.count
    bench.pass(until: 3000)
    #expect(bench.launches.count == starts + 1)

    bench.say("{\"version\":1}", at: 3100)
    bench.say(#"[{"full_text":"n 2"}]"#, at: 3200)
    bench.pass(until: 6000)
    #expect(last(bench) == #"[{"full_text":"n 2"}],"#)
  }

  @Test func `takes an end without a fault for no fault`() throws {
    var bench = try bench()
    bench.say("[{\"full_text\":\"n 1\"}]", at: 100)
    bench.send(.exited(Self.source, .exited(0)), at: 200)
    let starts = bench.launches.count
    bench.pass(until: 3000)

    #expect(last(bench) == "[{\"full_text\":\"n 1\"}],")
    #expect(bench.launches.count == starts + 1)
    // With nothing said it is one.
    bench.send(.exited(Self.source, .exited(0)), at: 3100)
    bench.pass(until: 3200)
    #expect(last(bench).contains("ended by itself"))
  }

  // MARK: Other dialects

  @Test func `gives waybar's own JSON on`() throws {
    var bench = try bench(output: "waybar")
    bench.say(#"{"text":"a 1","tooltip":"t","class":["x"],"percentage":7}"#, at: 100)
    #expect(last(bench) == #"{"text":"a 1","tooltip":"t","class":["x"],"percentage":7}"#)
    let count = bench.shots.count
    bench.say(#"{"text":"a 2","tooltip":"t","class":["x"],"percentage":7}"#, at: 1000)
    bench.pass(until: 3000)

    let way = bench.shots[count...].map(\.text)
    #expect(way.count > 3)
    #expect(way.allSatisfy { $0.hasSuffix(#"","tooltip":"t","class":["x"],"percentage":7}"#) })
    #expect(way.last == #"{"text":"a 2","tooltip":"t","class":["x"],"percentage":7}"#)
  }

  @Test func `draws blocks for outputs that speak otherwise`() throws {
    var bench = try bench(output: "plain")
    bench.say("{\"version\":1}", at: 0)
    bench.say(
      #"[{"full_text":"<b>n</b> &amp; 1","markup":"pango"},{"full_text":"\u001b[31mx"}]"#, at: 100)
    #expect(last(bench) == "n & 1 │ x")
  }

  @Test func `shows lines of text`() throws {
    var bench = try bench(protocol: "text", output: "plain")
    bench.say("hello 3", at: 100)
    #expect(last(bench) == "hello 3")
  }
}

/// The blocks of a generator as metrics.
struct ForeignFieldTests {
  @Test func `makes metrics of blocks`() throws {
    var source = SourceConfiguration(name: "old", arguments: ["old"], mode: .stream)
    source.protocolName = "i3bar"
    let load = MetricConfiguration.of("load", format: "decimal", source: "old") {
      $0.field = "load"
      $0.thresholds.warning = 5
      $0.motion.style = "none"
    }
    let text = MetricConfiguration.of("text", format: "text", source: "old") {
      $0.field = "load.text"
      $0.motion.style = "none"
    }
    var bench = Bench([load, text], sources: [source])
    bench.say("{\"version\":1}", at: 0)
    bench.say(#"[{"name":"load","full_text":"load 7.5"}]"#, at: 100)

    let picture = try #require(bench.shots.last?.pictures)
    #expect(picture.map(\.label) == ["7.50", "load 7.5"])
    #expect(picture.first?.state == "warning")
    // What is gone has no value.
    bench.say("[]", at: 1000)
    #expect(bench.shots.last?.pictures.first?.label == "–")
  }
}
