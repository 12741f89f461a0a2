import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

/// A config that takes the place of another while everything runs.
struct ReloadTests {
  private func configuration(
    _ metrics: [MetricConfiguration], _ sources: [SourceConfiguration]
  ) -> Configuration {
    var configuration = Configuration.of(metrics, sources: sources)
    configuration.motion.openDuration = .zero
    return configuration
  }

  /// Two sources that are asked each second, with a metric each, and values.
  private func two() -> Bench {
    var bench = Bench(
      [.of("a", source: "a"), .of("b", source: "b")], sources: [.of("a"), .of("b")])
    bench.say("100", from: 0, at: 10)
    bench.say("200", from: 1, at: 10)
    bench.rest(within: 500)
    bench.log = []
    return bench
  }

  @Test func `the same config changes nothing`() {
    var bench = two()
    let before = (bench.shots.count, bench.engine.deadline)
    bench.send(
      .reconfigured(
        configuration([.of("a", source: "a"), .of("b", source: "b")], [.of("a"), .of("b")]),
        kept: [:]), at: 600)

    #expect(bench.log == [])
    #expect(bench.shots.count == before.0)
    #expect(bench.engine.deadline == before.1)
  }

  @Test func `only what is defined otherwise is started again, once the old one has ended`() {
    var bench = two()
    bench.send(
      .reconfigured(
        configuration(
          [.of("b", source: "b"), .of("a", source: "a")],
          [.of("b"), .of("a", every: .seconds(5))]), kept: [:]), at: 600)
    #expect(bench.log == ["terminate 0"])

    bench.send(.exited(SourceID(0), .exited(0)), at: 650)
    #expect(bench.log == ["terminate 0", "start 2", "send 2 tick"])
    // The other goes on as if nothing had happened, under the same name.
    bench.pass(until: 1000)
    #expect(bench.log.last == "send 1 tick")
    bench.say("300", from: 1, at: 1010)
    bench.say("101", from: 2, at: 1020)
    bench.rest(within: 3000)
    #expect(bench.picture("b")?.label == "300")
    #expect(bench.picture("a")?.label == "101")
  }

  @Test func `a source that does not end is killed, and its successor waits for that`() {
    var bench = two()
    bench.send(
      .reconfigured(
        configuration([.of("a", source: "a")], [.of("a", every: .seconds(5))]), kept: [:]), at: 600)
    bench.pass(until: 1700)
    #expect(bench.log == ["terminate 0", "terminate 1", "kill 0", "kill 1"])
    bench.send(.exited(SourceID(1), .signalled(9)), at: 1710)
    #expect(bench.log.count == 4)
    bench.send(.exited(SourceID(0), .signalled(9)), at: 1720)
    #expect(bench.log.suffix(2) == ["start 2", "send 2 tick"])
  }

  @Test func `what the old process still says is not heard`() {
    var bench = two()
    bench.send(
      .reconfigured(
        configuration([.of("a", source: "a")], [.of("a", every: .seconds(5))]), kept: [:]), at: 600)
    bench.say("999", from: 0, at: 610)
    bench.send(.complained(SourceID(0), Array("x\n".utf8)), at: 620)
    bench.send(.exited(SourceID(0), .exited(3)), at: 630)
    bench.rest(within: 300)
    #expect(bench.picture("a")?.label == "100")
    #expect(bench.picture("a")?.problem == "")
  }

  @Test func `metrics keep their values, also under new looks and in a new order`() {
    var bench = two()
    bench.send(
      .reconfigured(
        configuration(
          [
            .of("b", format: "percent", source: "b"), .of("c", source: "b"),
            .of("a", source: "a") { $0.title = "A" },
          ], [.of("a"), .of("b")]), kept: [:]), at: 600)
    bench.rest(within: 100)

    let pictures = bench.shots.last?.pictures
    #expect(pictures?.map(\.name) == ["b", "c", "a"])
    // One that is new shows what its source has said already.
    #expect(pictures?.map(\.label) == ["200%", "200", "100"])
  }

  @Test func `a metric of another source or field has no value of it`() {
    var bench = two()
    bench.send(
      .reconfigured(
        configuration(
          [.of("a", source: "b"), .of("b", source: "b") { $0.field = "other" }],
          [.of("a"), .of("b")]), kept: [:]), at: 600)
    bench.rest(within: 100)
    #expect(bench.shots.last?.pictures.map(\.label) == ["200", "–"])
  }

  @Test func `motion goes on from where it is`() {
    let slow: (inout MetricConfiguration) -> Void = { $0.motion.duration = .seconds(1) }
    var plain = Bench([.of("n", nil, slow)])
    var reloaded = Bench([.of("n", nil, slow)])
    for time in [1000.0] {
      plain.set("n", 1000, at: time)
      reloaded.set("n", 1000, at: time)
    }
    reloaded.send(
      .reconfigured(
        configuration(
          [
            .of("n") {
              slow(&$0)
              $0.title = "New"
            }
          ], []), kept: [:]), at: 1400)
    plain.rest()
    reloaded.rest()

    #expect(plain.shots.map(\.line) == reloaded.shots.map(\.line))
    #expect(plain.times == reloaded.times)
  }

  @Test func `steppers keep their values, and new ones get what was kept`() {
    func stepper(_ name: String, _ upper: Int64) -> MetricConfiguration {
      .of(name, style: "none") {
        $0.stepper = .init(lower: 0, upper: .integer(upper), step: 1)
      }
    }
    var bench = Bench([stepper("n", 9)])
    bench.send(.steppedTo(metric: "n", 7), at: 100)
    bench.send(
      .reconfigured(
        configuration([stepper("n", 5), stepper("m", 9)], []), kept: ["n": 1, "m": 4]),
      at: 200)
    bench.rest(within: 200)
    #expect(bench.picture("n")?.label == "7")
    #expect(bench.picture("m")?.label == "4")
    // What is outside of new limits is so until it is stepped: a slip in a config loses nothing.
    bench.send(.stepped(metric: "n", by: 1), at: 500)
    bench.rest(within: 200)
    #expect(bench.picture("n")?.label == "5")
  }

  @Test func `a feed whose bar is gone says so`() {
    var bench = two()
    let other = FeedID(1)
    bench.send(.feedOpened(other, .bar("main"), Glass()), at: 500)
    var new = configuration([.of("a", source: "a")], [.of("a")])
    new.bars[0].name = "other"
    bench.send(.reconfigured(new, kept: [:]), at: 600)
    bench.rest(within: 100)
    #expect(bench.picture("a")?.label == "100")
    #expect(
      bench.shots.last { $0.feed == other }?.pictures.map(\.label)
        == ["the config has no 'main' any more"])
  }

  @Test func `a config that cannot be used is told in one block, until it can be`() {
    var bench = two()
    let module = (FeedID(1), FeedID(2), FeedID(3))
    for (id, name) in [(module.0, "b"), (module.1, "a"), (module.2, "b")] {
      bench.send(.feedOpened(id, .either(name), Glass()), at: 500)
    }
    bench.rest(within: 50)
    let before = bench.shots.last { $0.feed == Bench.feed }?.line
    bench.send(.configFaulted(Diagnostic("no good", hint: "mend it")), at: 600)
    bench.rest(within: 50)

    func blocks(_ feed: FeedID) -> [String]? {
      bench.shots.last { $0.feed == feed }?.pictures.map(\.name)
    }
    #expect(blocks(Bench.feed) == ["a", "b", "config"])
    #expect(bench.picture("config")?.label == "no good (mend it)")
    // Of single metrics the first alone, wherever it is shown.
    #expect(blocks(module.0) == ["b", "config"])
    #expect(blocks(module.1) == ["a"])
    #expect(blocks(module.2) == ["b", "config"])

    bench.send(.configFaulted(nil), at: 700)
    bench.rest(within: 50)
    #expect(bench.shots.last { $0.feed == Bench.feed }?.line == before)
    #expect(blocks(module.0) == ["b"])
  }

  @Test func `whatever is reloaded whenever, all that is shown is right in the end`() {
    for seed in 0..<UInt64(60) {
      var dice = Dice(seed: seed)
      let names = ["a", "b", "c", "d"]
      func random() -> Configuration {
        let sources = names.shuffled(using: &dice).prefix(Int.random(in: 1...4, using: &dice))
        let metrics = sources.flatMap { name in
          [
            MetricConfiguration.of(name, source: name),
            .of("\(name)2", style: "roll", source: name),
          ]
        }.shuffled(using: &dice).prefix(5)
        return configuration(
          Array(metrics),
          sources.map { .of($0, every: .seconds(Double(Int.random(in: 1...2, using: &dice)))) })
      }
      let first = random()
      var bench = Bench(first.metrics, sources: first.sources)
      var time = 0.0
      for _ in 0..<40 {
        time += Double(Int.random(in: 1...700, using: &dice))
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bench.send(.reconfigured(random(), kept: [:]), at: time)
        case 1:
          let id = SourceID(Int.random(in: 0..<8, using: &dice))
          bench.send(.exited(id, .exited(0)), at: time)
        default:
          bench.say(
            "\(Int.random(in: 0...99_999, using: &dice))",
            from: Int.random(in: 0..<8, using: &dice),
            at: time)
        }
      }
      bench.rest(within: 900)
      #expect(bench.shots.last?.line == bench.truth(), "seed \(seed)")
      #expect(bench.stalls.isEmpty, "seed \(seed)")
    }
  }
}
