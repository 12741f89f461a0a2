import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

/// What is recorded, kept and recalled.
struct HistoryTests {
  private func bar(
    keepsHistory: Bool = true, wall: WallTime? = Bench.monday, aggregate: HistoryAggregate = .mean,
    past: [HistoryRecord] = []
  ) -> Bench {
    var configuration = Configuration.of([.of("a") { $0.aggregate = aggregate }, .of("b")])
    configuration.panel.rows = [.init(metric: "a")]
    configuration.panel.keepsHistory = keepsHistory
    var bench = Bench(Engine(configuration, runsSources: false))
    bench.wall = wall
    bench.past = past
    bench.send(.feedOpened(Bench.feed, .bar(nil), Glass()), at: 0)
    bench.send(.began, at: 0)
    return bench
  }

  @Test func `minutes that are over are kept with the next thing that happens, all at once`() {
    var bench = bar()
    for second in 0..<150 {
      bench.set("a", Quantity.integer(Int64(second)), at: Double(second) * 1000)
    }
    bench.set("b", 1, at: 150_000)

    #expect(bench.kept.map(\.start) == [Bench.monday, Bench.monday + 60])
    #expect(bench.kept.map(\.bucket.count) == [60, 60])
    #expect(bench.kept.map(\.bucket.minimum) == [0, 60])
    #expect(Set(bench.kept.map(\.key)) == [HistoryKey("a")])
  }

  @Test func `nothing is kept more often than once a minute, and nothing wakes up for it`() {
    var bench = bar()
    bench.set("a", 1, at: 0)
    bench.rest()
    #expect(bench.engine.deadline == nil)
    // The clock jumps: minutes end faster than time goes by.
    for step in 0..<50 {
      bench.wall = Bench.monday + Int64(step) * 3600
      bench.set("a", Quantity.integer(Int64(step)), at: Double(step) * 1000)
    }
    #expect(bench.kept.isEmpty)
    bench.set("a", 1, at: 61_000)
    #expect(bench.kept.count >= 49)
  }

  @Test func `the end keeps what is left`() {
    var bench = bar()
    bench.set("a", 5, at: 1000)
    bench.send(.stopped, at: 2000)
    #expect(bench.kept.map(\.bucket.sum) == [5])
  }

  @Test func `without a panel in the config nothing is kept, nor where nobody knows the time`() {
    for bench in [bar(keepsHistory: false), bar(wall: nil)] {
      var bench = bench
      for minute in 0..<5 { bench.set("a", 5, at: Double(minute) * 60_000) }
      bench.send(.stopped, at: 400_000)
      #expect(bench.kept.isEmpty)
    }
  }

  @Test func `texts and gaps are not recorded`() {
    var bench = bar()
    bench.send(.valued(metric: "a", .text("x")), at: 0)
    bench.send(.valued(metric: "a", .missing), at: 0)
    bench.send(.valued(metric: "a", .number(.real(.nan))), at: 0)
    bench.send(.stopped, at: 1000)
    #expect(bench.kept.isEmpty)
  }

  @Test func `rises are measured from what was before this run`() {
    var bench = bar(aggregate: .increase, past: [.hour(-2, "a", 100)])
    bench.set("a", 130, at: 1000)
    bench.send(.stopped, at: 2000)
    #expect(bench.kept.map(\.bucket.increase) == [30])
  }

  @Test func `a panel that opens late knows what came before it, once`() throws {
    var bench = bar()
    bench.past = [.hour(-24 * 7, "a", 7)]
    for minute in 0..<10 { bench.set("a", 10, at: Double(minute) * 60_000) }
    bench.past += bench.kept
    let maker = try #require(Catalog.panelOutputs["json"])
    let panel = FeedID(7)
    bench.send(.feedOpened(panel, .panel, maker(OutputSettings())), at: 600_000)
    bench.set("a", 40, at: 601_000)
    bench.rest()
    let picture = try PanelPicture(try #require(bench.truth(feed: panel)))
    let mean = try #require(picture["a"]?.value)
    #expect(abs(mean - (10.0 * 10 + 40) / 11) < 0.001)
  }

  @Test func `the numbers of a panel are not those of the file of another config`() throws {
    let bench = try Bench.panel([.of("a") { $0.aggregate = .sum }], past: [.hour(1, "other", 7)])
    #expect(try bench.panel()["a"]?.value == nil)
  }

  // MARK: Details

  /// Shows details as a tooltip does, and nothing else.
  private struct Details: Output {
    let frameRate = 15.0
    let drawsProgress = true
    let showsDetails = true

    func append(_ frame: Frame, to line: inout [UInt8]) {
      let texts = frame.blocks.flatMap { block in
        block.periods.map { "\($0.title) \($0.label) \($0.range ?? "-") \($0.shares.count)" }
          + [block.asOf ?? "never"]
      }
      line += Array((texts.joined(separator: "; ") + "\n").utf8)
    }
  }

  private func detailed() -> Bench {
    var configuration = Configuration.of([.of("a") { $0.aggregate = .mean }, .of("b")])
    configuration.panel.rows = [.init(metric: "a")]
    configuration.panel.keepsHistory = true
    var bench = Bench(Engine(configuration, runsSources: false))
    bench.wall = Bench.monday + 6 * 3600
    bench.past = [.hour(1, "a", 10), .hour(2, "a", 30), .hour(-1, "a", 80)]
    return bench
  }

  @Test func `tooltips tell all periods of the metrics that they are of`() {
    var bench = detailed()
    bench.send(.feedOpened(Bench.feed, .metric("a"), Details()), at: 0)
    bench.set("a", 20, at: 1000)
    bench.rest()
    #expect(
      bench.texts.last
        == "Today 20 10–30 7; This week 20 10–30 1; This month 35 10–80 5; 06:00")
  }

  @Test(arguments: [(TimeSpan.seconds(10), "06:00"), (.seconds(9), "never"), (nil, "never")])
  func `tooltips tell how old a value is where that may be long ago`(
    _ interval: TimeSpan?, _ time: String
  ) throws {
    var bench = Bench(
      Engine(
        .of([.of("a", source: "s")], sources: [.of("s", every: interval)]), runsSources: false))
    bench.wall = Bench.monday + 6 * 3600
    bench.send(.feedOpened(Bench.feed, .metric("a"), Details()), at: 0)
    bench.send(.reported(source: "s", line: "20"), at: 1000)
    bench.rest()
    #expect(bench.texts.last == time)
  }

  @Test func `tooltips hold still while the number moves`() {
    var bench = detailed()
    bench.send(.feedOpened(Bench.feed, .metric("a"), Details()), at: 0)
    bench.set("a", 20, at: 1000)
    bench.rest()
    bench.shots = []
    bench.set("a", 21, at: 5000)
    bench.rest()
    #expect(Set(bench.texts).count <= 1)
  }

  @Test func `the action panel shows the periods behind the number, and hides them again`() {
    var bench = detailed()
    bench.send(.feedOpened(Bench.feed, .metric("a"), Glass()), at: 0)
    bench = {
      var configuration = bench.engine.configuration
      configuration.metrics[0].actions = [.left: .panel]
      var other = Bench(Engine(configuration, runsSources: false))
      other.wall = bench.wall
      other.past = bench.past
      other.send(.feedOpened(Bench.feed, .metric("a"), Glass()), at: 0)
      return other
    }()
    bench.set("a", 20, at: 1000)
    bench.rest()
    let click = Event.clicked(Bench.feed, ClickEvent(metric: "a", button: 1))
    bench.send(click, at: 5000)
    #expect(bench.picture("a")?.text == "20  Today 20  This week 20  This month 35")
    bench.send(click, at: 6000)
    #expect(bench.picture("a")?.text == "20")
  }
}
