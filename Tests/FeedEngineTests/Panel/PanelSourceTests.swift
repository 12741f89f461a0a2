import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import Testing

/// What sources say themselves of periods.
struct PanelSourceTests {
  private func bench(
    _ field: String? = "today", past: [HistoryRecord] = [], mode: SourceConfiguration.Mode = .poll
  ) throws -> Bench {
    try Bench.panel(
      [
        .of("sales", source: "s") {
          $0.field = field
          $0.aggregate = .mean
        }
      ], sources: [.of("s", mode: mode)], past: past)
  }

  @Test func `a source hears the first period at once, and each that is chosen`() throws {
    var bench = try bench()
    bench.pass(until: 10)
    #expect(bench.log.contains("send 0 tick day"))
    #expect(bench.launches.first?.environment["ODOBAR_PERIOD"] == "day")
    bench.say("today=1", at: 20)
    bench.pass(until: 1000)
    bench.say("today=2", at: 1010)
    bench.send(.periodChanged("week"), at: 1500)
    bench.pass(until: 2500)
    #expect(bench.log.contains("send 0 tick week"))
  }

  @Test func `its own number for a period goes before the past`() throws {
    var bench = try bench(past: [.hour(1, "sales", 5)])
    bench.say(
      #"{"today": 100, "periods": {"week": {"today": 700, "series": [1, 2, 3, 4, 5, 6, 7]}}}"#,
      at: 10)
    bench.rest(within: 900)
    #expect(try bench.panel()["sales"]?.kind == "mean")
    bench.send(.periodChanged("week"), at: 950)
    bench.rest(within: 800)
    let row = try #require(try bench.panel()["sales"])
    #expect(row.value == 700)
    #expect(row.kind == "")
    #expect(row.facts["now"] == "100")
    #expect(row.chart?.bars.map(\.label).prefix(2) == ["Mon", "Tue"])
    #expect(row.chart?.top == "7")
  }

  @Test func `a number alone is that of the first field`() throws {
    var bench = try bench(nil)
    bench.say(#"{"today": 100, "periods": {"day": 42}}"#, at: 10)
    #expect(try bench.panel()["sales"]?.value == 42)
  }

  @Test func `a series is of the period that was asked for, and of the first field`() throws {
    var bench = try bench()
    bench.say(#"{"today": 100, "series": {"a": 1, "b": 3}}"#, at: 10)
    #expect(try bench.panel()["sales"]?.chart?.bars.map(\.label) == ["a", "b"])
    bench.send(.periodChanged("week"), at: 1000)
    #expect(try bench.panel()["sales"]?.chart?.bars.map(\.label).first == "Mon")
    bench.say(#"{"today": 100, "series": [{"label": "x", "value": 2}]}"#, at: 1100)
    #expect(try bench.panel()["sales"]?.chart?.bars.map(\.label) == ["x"])

    var other = try self.bench("other")
    other.say(#"{"today": 1, "other": 2, "series": [1, 2]}"#, at: 10)
    #expect(try other.panel()["sales"]?.chart?.bars.count == 24)
  }

  @Test func `times put values into the parts of the period`() throws {
    var bench = try bench()
    let three = Bench.monday.seconds + 3 * 3600 + 17
    bench.say(
      #"{"today": 1, "series": [{"at": \#(three), "value": 8}, {"at": 5, "value": 99}]}"#,
      at: 10)
    let bars = try #require(try bench.panel()["sales"]?.chart?.bars)
    #expect(bars.count == 24)
    #expect(bars.map(\.share).enumerated().filter { $0.element != nil }.map(\.offset) == [3])
  }

  @Test func `as many values as the period has parts take their labels`() throws {
    var bench = try bench()
    let values = (0..<24).map(String.init).joined(separator: ", ")
    bench.say(#"{"today": 1, "series": [\#(values)]}"#, at: 10)
    let bars = try #require(try bench.panel()["sales"]?.chart?.bars)
    #expect(bars.map(\.label).prefix(3) == ["00", "01", "02"])
    #expect(bars.firstIndex { $0.present == true } == 6)

    bench.say(#"{"today": 1, "series": [1, null, 3]}"#, at: 1100)
    let few = try #require(try bench.panel()["sales"]?.chart?.bars)
    #expect(few.map(\.label) == ["", "", ""])
    #expect(few[1].share == nil)
  }

  @Test func `whether all have answered is known`() throws {
    var bench = try Bench.panel(
      [.of("a", source: "s"), .of("b", source: "t")],
      sources: [.of("s"), .of("t"), .of("unused")])
    #expect(!bench.engine.hasAnswers)
    bench.say("1", from: 0, at: 10)
    #expect(!bench.engine.hasAnswers)
    bench.send(.exited(SourceID(1), .exited(1)), at: 20)
    #expect(bench.engine.hasAnswers)
  }
}
