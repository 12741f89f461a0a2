import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

struct PanelTests {
  private static let easing = Easing.easeOut

  private func mean(_ name: String) -> MetricConfiguration {
    .of(name, style: "auto", format: "decimal") { $0.aggregate = .mean }
  }

  private let past: [HistoryRecord] = [
    .hour(-1, "a", 1000), .hour(0, "a", 10), .hour(3, "a", 20), .hour(5, "a", 60),
  ]

  // MARK: Opening

  @Test func `one progress multiplies numbers, bars, charts and facts`() throws {
    var bench = try Bench.panel([mean("a")], past: past)
    bench.rest()

    #expect(bench.times.last == 750)
    for shot in bench.shots.dropFirst() {
      let panel = try PanelPicture(shot.line)
      let row = try #require(panel["a"])
      // The first frame of a rhythm need not be at one of its ticks.
      let progress = shot.at < 40 ? 0 : Self.easing.value(at: shot.at / 750)
      #expect(abs(panel.progress - progress) < 1e-5)
      #expect(abs((row.shown ?? -1) - 30 * progress) < 1e-9)
      #expect(abs((row.fraction ?? -1) - 0.5 * progress) < 1e-5)
      #expect(abs((row.chart?.bars[5].share ?? -1) - progress) < 1e-5)
      #expect(abs((row.chart?.bars[0].share ?? -1) - progress / 6) < 1e-5)
      #expect(abs((Double(row.facts["max"] ?? "") ?? -1) - 60 * progress) < 0.006)
      #expect(row.label == "30.00")
    }
  }

  @Test func `it opens with the first number, however late that comes`() throws {
    var bench = try Bench.panel([mean("a")])
    #expect(try bench.panel().progress == 0)
    bench.set("a", 40, at: 5000)
    bench.pass(until: 5375)
    let panel = try bench.panel()
    #expect(abs(panel.progress - Self.easing.value(at: 0.5)) < 0.02)
    #expect(bench.rest() == 5750)
    #expect(try bench.drawnPanel()["a"]?.shown == 40)
  }

  @Test func `values that come meanwhile have the same progress, later ones roll`() throws {
    let metric = MetricConfiguration.of("n") { $0.aggregate = .last }
    var bench = try Bench.panel([metric])
    bench.set("n", 120, at: 0)
    bench.set("n", 200, at: 300)
    bench.pass(until: 375)
    let progress = try bench.drawnPanel().progress
    #expect(progress > 0.6 && progress < 0.8)
    #expect(abs((try bench.drawnPanel()["n"]?.shown ?? 0) - (200 * progress).rounded()) <= 1)
    bench.rest()
    bench.shots = []

    bench.set("n", 199, at: 2000)
    bench.rest()

    let panels = try bench.shots.map { try PanelPicture($0.line) }
    #expect(panels.allSatisfy { $0.progress == 1 })
    #expect(panels.last?["n"]?.text == "199")
    #expect(panels.count > 1, "its digits roll")
    #expect((bench.times.last ?? 0) <= 2500)
    // The first place does not change, so it does not move.
    #expect(panels.allSatisfy { $0["n"]?.text.first == "1" || $0["n"]?.text.first == "2" })
  }

  @Test func `only opening and another period replay it`() throws {
    let metric = MetricConfiguration.of("n") { $0.aggregate = .last }
    var bench = try Bench.panel([metric])
    bench.set("n", 100, at: 0)
    bench.rest()
    func progress(after event: Event, at time: Double) throws -> Double {
      bench.send(event, at: time)
      return try bench.panel().progress
    }
    #expect(try progress(after: .refreshed(nil), at: 2000) == 1)
    #expect(try progress(after: .periodChanged("week"), at: 3000) == 0)
    #expect(try progress(after: .periodChanged("week"), at: 4000) == 1)
    #expect(try progress(after: .opened, at: 5000) == 0)
    #expect(try progress(after: .valued(metric: "n", .number(7)), at: 6000) == 1)
  }

  @Test(arguments: [Reduction.jump, .fade])
  func `with reduced motion all is there with the first frame`(_ reduction: Reduction) throws {
    var bench = try Bench.panel([mean("a")], past: past, reduction: reduction)
    #expect(try bench.panel().progress == 1)
    #expect(try bench.panel()["a"]?.shown == 30)
    bench.send(.periodChanged("week"), at: 1000)
    #expect(try bench.panel().progress == 1)
    bench.rest()
    #expect(bench.engine.deadline == nil)
  }

  @Test func `a config that wants no replay has none`() throws {
    var bench = try Bench.panel([mean("a")], past: past) { $0.motion.replayOn = [] }
    bench.rest()
    bench.send(.periodChanged("week"), at: 1000)
    #expect(try bench.panel().progress == 1)
  }

  @Test func `at rest nothing wakes it up`() throws {
    var bench = try Bench.panel([mean("a")], past: past)
    bench.rest()
    #expect(bench.engine.deadline == nil)
    bench.set("a", 50, at: 10_000)
    bench.rest()
    let wakes = bench.wakes
    bench.pass(until: 3_600_000)
    #expect(bench.wakes == wakes)
    #expect(bench.engine.deadline == nil)
  }

  // MARK: Numbers

  @Test(arguments: [
    (HistoryAggregate.mean, 30.0), (.sum, 90), (.min, 10), (.max, 60), (.last, 60),
    (.increase, 6),
  ])
  func `a metric shows the aggregate of its past`(
    _ aggregate: HistoryAggregate, _ expected: Double
  ) throws {
    let past = [
      HistoryRecord.hour(-1, "a", 1000, increase: 900), .hour(0, "a", 10, increase: 1),
      .hour(3, "a", 20, increase: 2), .hour(5, "a", 60, increase: 3),
    ]
    var bench = try Bench.panel([.of("a") { $0.aggregate = aggregate }], past: past)
    // What is worth most now is what came last.
    bench.set("a", 60, at: 0)
    bench.rest()
    let row = try #require(try bench.panel()["a"])
    let counted = aggregate == .mean ? 37.5 : aggregate == .sum ? 150 : expected
    #expect(row.value == counted)
    #expect(row.kind == aggregate.rawValue)
  }

  @Test func `the panel says what to show of a metric`() throws {
    let bench = try Bench.panel([mean("a")], past: past) {
      $0.panel.rows = [.init(metric: "a", aggregate: .max)]
    }
    #expect(try bench.panel()["a"]?.value == 60)
    #expect(try bench.panel()["a"]?.kind == "max")
  }

  @Test func `periods have their own numbers and charts`() throws {
    var bench = try Bench.panel([mean("a")], past: past)
    #expect(try bench.panel().period == "day")
    #expect(try bench.panel()["a"]?.chart?.bars.count == 24)
    #expect(try bench.panel()["a"]?.chart?.bars.firstIndex { $0.present == true } == 6)
    bench.send(.periodChanged("week"), at: 1000)
    #expect(try bench.panel()["a"]?.chart?.bars.map(\.label).first == "Mon")
    #expect(try bench.panel()["a"]?.value == 30)
    bench.send(.periodChanged("month"), at: 2000)
    // Sunday evening is of another week and of the same month.
    #expect(try bench.panel()["a"]?.value == 272.5)
    #expect(try bench.panel()["a"]?.chart?.bars.count == 31)
  }

  @Test func `bars compare what is written in the same unit`() throws {
    let percent = MetricConfiguration.of("p", format: "percent") { $0.maximum = 100 }
    let bytes = { (name: String) in
      MetricConfiguration.of(name, format: "bytes", argument: "decimal")
    }
    var bench = try Bench.panel([.of("a"), .of("b"), .of("c"), percent, bytes("x")])
    bench.send(
      .valued(metric: "a", .number(120)), .valued(metric: "b", .number(30)),
      .valued(metric: "c", .number(0)), .valued(metric: "p", .number(40)),
      .valued(metric: "x", .number(5_000_000)), at: 0)
    bench.rest()
    let panel = try bench.panel()
    #expect(panel.metrics.map(\.fraction) == [1, 0.25, 0, 0.4, 1])
  }

  @Test func `nothing that could be compared has no bar`() throws {
    var bench = try Bench.panel([.of("a")])
    #expect(try bench.panel()["a"]?.fraction == nil)
    bench.set("a", 0, at: 0)
    #expect(try bench.panel()["a"]?.fraction == nil)
    bench.set("a", -5, at: 100)
    #expect(try bench.panel()["a"]?.fraction == nil)
  }

  @Test func `metrics that are hidden are left out, unless they have a past`() throws {
    func hidden(_ name: String) -> MetricConfiguration {
      .of(name, format: "decimal") {
        $0.hideWhen = .missing
        $0.aggregate = .mean
      }
    }
    let bench = try Bench.panel([hidden("a"), hidden("b")], past: past)
    #expect(try bench.panel().metrics.map(\.name) == ["a"])
  }

  @Test func `what is wrong is told in its place`() throws {
    var bench = try Bench.panel([.of("a", source: "s")], sources: [.of("s")]) {
      $0.panel.rows = [.init(metric: "a"), .init(metric: "b")]
      $0.broken["b"] = Diagnostic("no such thing")
    }
    bench.send(.complained(SourceID(0), Array("cable is out\n".utf8)), at: 10)
    bench.send(.exited(SourceID(0), .exited(3)), at: 20)
    bench.pass(until: 100)
    let panel = try bench.panel()
    #expect(panel["a"]?.state == "error")
    #expect(panel["a"]?.problem == "cable is out")
    #expect(panel["b"]?.state == "error")
    #expect(panel["b"]?.problem == "no such thing")
  }

  @Test func `a config that cannot be read says so`() throws {
    var bench = Bench(Engine(Configuration(unusable: Diagnostic("no config found"))))
    let maker = try #require(Catalog.panelOutputs["json"])
    bench.send(.feedOpened(Bench.feed, .panel, maker(OutputSettings())), at: 0)
    #expect(try bench.panel().metrics.map(\.problem) == ["no config found"])
  }
}
