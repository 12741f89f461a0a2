import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import Testing

@Suite
struct SourceTests {
  private func two(style: String = "roll", opens: Bool = false) -> Bench {
    Bench(
      [.of("a", style: style, source: "s"), .of("b", style: style, source: "t")],
      sources: [.of("s", every: .seconds(20)), .of("t", every: .seconds(20))], opens: opens)
  }

  @Test func `a source is started before it is asked and all that are due are asked in one step`() {
    var bench = two()
    #expect(bench.log == ["start 0", "send 0 tick", "start 1", "send 1 tick"])
    bench.say("v=1", from: 0, at: 10)
    bench.say("v=1", from: 1, at: 10)
    bench.log = []
    bench.wakes = 0
    bench.pass(until: 20_000)
    #expect(bench.log == ["send 0 tick", "send 1 tick"])
    #expect(bench.now == .milliseconds(20_000))
  }

  @Test func `answers to one question are one frame and one start`() {
    var bench = two()
    bench.say("v=1", from: 0, at: 1)
    bench.say("v=1", from: 1, at: 2)
    bench.pass(until: 20_000)
    bench.shots = []
    bench.say("v=777", from: 0, at: 20_005)
    bench.say("v=888", from: 1, at: 20_010)
    bench.pass(until: 20_011)
    #expect(bench.times == [20_010])
    #expect(bench.shots.first?.pictures.map(\.label) == ["777", "888"])
    bench.pass(until: 20_100)
    // Both rolls are at the same place on their way, as if they had begun when they were asked.
    let progress = bench.shots.last?.pictures.map(\.progress.last)
    #expect(progress?[0] != nil && progress?[0] != 0)
    bench.pass(until: 25_000)
    #expect(bench.times.last == 20_500)
  }

  @Test func `the opening begins when all were asked`() {
    var bench = two(opens: true)
    bench.say("v=1000", from: 0, at: 5)
    bench.say("v=1000", from: 1, at: 12)
    bench.pass(until: 5000)
    let both = bench.shots.filter { $0.pictures.allSatisfy { $0.label == "1,000" } }
    #expect(both.count == bench.shots.count - 1)
    #expect(bench.times.last == 750)
  }

  @Test func `a frame waits forty milliseconds for a slow source and not again for it`() {
    var bench = Bench(
      [.of("a", style: "none", source: "s"), .of("b", style: "none", source: "t")],
      sources: [
        .of("s", every: .seconds(2)), .of("t", every: .seconds(2), timeout: .seconds(100)),
      ])
    bench.say("v=1", from: 0, at: 5)
    #expect(bench.times == [0])
    bench.pass(until: 1000)
    #expect(bench.times.map { $0.rounded() } == [0, 42])
    bench.say("v=2", from: 0, at: 2005)
    // Only the first is asked now: the other has not answered yet.
    #expect(bench.times.last == 2005)
  }

  @Test func `what nobody asked for is drawn at once while answers are awaited`() {
    var bench = two(style: "none")
    for source in 0...1 { bench.say("v=1", from: source, at: 5) }
    bench.pass(until: 20_000)
    bench.set("a", 9, at: 20_003)
    #expect(bench.times.last == 20_003)
  }

  @Test func `a gathering that nobody drew for does not hold or date later answers`() {
    var bench = Bench(
      [.of("a", style: "count", source: "s")], sources: [.of("s", every: .seconds(5))])
    for second in stride(from: 0.0, through: 30, by: 5) {
      bench.say("v=7", at: second * 1000 + 3)
    }
    bench.shots = []
    bench.say("v=1007", at: 35_004)
    #expect(bench.times == [35_004])
    bench.pass(until: 39_000)
    #expect(bench.times.last == 36_200)
    #expect((10...30).contains(bench.shots.count))
  }

  @Test func `a source that fails is stale at first and then an error with its reason`() {
    var bench = Bench(
      [.of("a", style: "none", source: "s") { $0.title = "Net" }],
      sources: [.of("s", mode: .once, every: .seconds(60))])
    bench.say("v=5", at: 10)
    bench.send(.exited(SourceID(0), .exited(0)), at: 20)
    #expect(bench.picture("a")?.state == "normal")
    for (minute, state) in [(1.0, "stale"), (2, "error")] {
      bench.pass(until: minute * 60_000 + 1)
      bench.send(
        .complained(SourceID(0), Array("no route\u{1b}[2J\n".utf8)),
        .exited(SourceID(0), .exited(1)), at: minute * 60_000 + 50)
      bench.pass(until: minute * 60_000 + 500)
      #expect(bench.picture("a")?.state == state)
      #expect(bench.picture("a")?.problem == "no route")
    }
    #expect(bench.picture("a")?.text == "⚠ Net: no route")
    bench.pass(until: 180_001)
    bench.say("v=6", at: 180_010)
    bench.send(.exited(SourceID(0), .exited(0)), at: 180_020)
    bench.pass(until: 180_200)
    #expect(bench.picture("a")?.state == "normal")
    #expect(bench.picture("a")?.text == "6")
  }

  @Test func `a failed script is stale, then an error, and fine with the next report`() {
    var bench = Bench([.of("a", source: "s")])
    var configuration = Configuration.of(
      [.of("a", style: "none", source: "s")], sources: [.of("s")])
    configuration.motion.openDuration = .zero
    bench = Bench(Engine(configuration, runsSources: false))
    bench.send(.feedOpened(Bench.feed, .bar(nil), Glass()), at: 0)
    var states: [String] = []
    let events: [Event] = [
      .reported(source: "s", line: "v=5"), .failed(source: "s", message: "no\nroute"),
      .refreshed("s"), .failed(source: "s", message: "gone"), .reported(source: "s", line: "v=6"),
    ]
    for (index, event) in events.enumerated() {
      bench.send(event, at: 1000 * Double(index + 1))
      states.append((bench.picture("a")?.state ?? "") + " " + (bench.picture("a")?.problem ?? ""))
    }
    #expect(states == ["normal ", "stale no route", "stale no route", "error gone", "normal "])
  }

  @Test func `another field in a label is drawn when it changes alone`() {
    var bench = Bench(
      [
        .of("a", source: "s", [.placeholder(.value), .text("/"), .placeholder(.field("m"))]) {
          $0.field = "v"
        }
      ], sources: [.of("s", mode: .stream, every: nil)])
    bench.say("v=5 m=7", at: 1000)
    bench.say("v=5 m=8", at: 2000)
    #expect(bench.picture("a")?.text == "5/8")
    #expect(bench.times.last == 2000)
    bench.say("v=5 m=8", at: 3000)
    #expect(bench.times.last == 2000)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `of lines that come together the newest counts and one frame shows it`() {
    var bench = Bench(
      [.of("a", style: "none", source: "s")], sources: [.of("s", mode: .stream, every: nil)])
    bench.say("v=1\nv=2\nv=3", at: 1000)
    #expect(bench.shots.map { $0.pictures.first?.label } == ["–", "3"])
  }

  @Test func `clicks and refreshes do not move the due times`() {
    var bench = Bench(
      [.of("a", style: "none", source: "s")], sources: [.of("s", every: .seconds(10))])
    bench.say("v=1", at: 5)
    for time in stride(from: 500.0, through: 60_000, by: 500) {
      bench.send(.clicked(Bench.feed, ClickEvent(metric: "a", button: 1)), at: time)
      if time == 23_000 { bench.send(.refreshed("s"), at: time) }
      bench.say("v=\(Int(time))", at: time + 1)
    }
    #expect(bench.log.count { $0 == "send 0 tick" } == 8)
  }

  @Test func `for a month a source runs at exact times and the engine sleeps in between`() {
    var bench = Bench(
      [.of("a", style: "auto", source: "s")],
      sources: [.of("s", mode: .once, every: .seconds(60))])
    bench.say("0", at: 3)
    bench.send(.exited(SourceID(0), .exited(0)), at: 5)
    bench.rest(within: 1000)
    let minutes = 30 * 24 * 60
    for minute in 1...minutes {
      let time = Double(minute) * 60_000
      bench.wakes = 0
      bench.pass(until: time)
      // Exactly then, and not once before but for the frames of a change.
      if bench.log.count != minute + 1 { break }
      if minute % 1000 != 1 { #expect(bench.wakes == 1) }
      // A change now and then: the clock must not care how long it has run.
      if minute % 10 == 0 { bench.say("\(minute / 1000)", at: time + 3) }
      bench.send(.exited(SourceID(0), .exited(0)), at: time + 5)
    }
    #expect(bench.log.count == minutes + 1)
    #expect(bench.stalls.isEmpty)
    bench.pass(until: Double(minutes) * 60_000 + 2000)
    // The rhythm of the last change began exactly when its source was asked.
    #expect(bench.shots.last?.at == Double(minutes / 1000 * 1000) * 60_000 + 500)
  }

  @Test func `stopping ends every source and writes no more frames`() {
    var bench = two()
    bench.log = []
    let before = bench.shots.count
    bench.send(.stopped, at: 1000)
    #expect(bench.log == ["terminate 0", "terminate 1", "close 0"])
    bench.pass(until: 5000)
    #expect(bench.log == ["terminate 0", "terminate 1", "close 0", "kill 0", "kill 1"])
    #expect(bench.shots.count == before)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `a source knows its name, period and parameters`() {
    var source = SourceConfiguration.of("s")
    source.parameters = ["iface-name": "lo", "instance": "x"]
    source.environment = ["A": "b"]
    var bench = Bench([.of("a", source: "s")], sources: [source]) {
      $0.panel.periods = [.init(name: "week", title: "")]
    }
    var environment = [
      "A": "b", "ODOBAR_SOURCE": "s", "ODOBAR_INTERVAL": "1", "ODOBAR_PARAM_IFACE_NAME": "lo",
      "ODOBAR_PARAM_INSTANCE": "x", "BLOCK_NAME": "s", "BLOCK_INSTANCE": "x",
      "BLOCK_INTERVAL": "1",
    ]
    #expect(bench.launches.last?.environment == environment)
    bench.say("1", at: 10)
    bench.send(.periodChanged("week"), at: 100)
    #expect(bench.log == ["start 0", "send 0 tick", "send 0 tick week"])
    bench.send(.exited(SourceID(0), .exited(0)), at: 200)
    bench.pass(until: 1300)
    environment["ODOBAR_PERIOD"] = "week"
    #expect(bench.launches.last?.environment == environment)
  }
}
