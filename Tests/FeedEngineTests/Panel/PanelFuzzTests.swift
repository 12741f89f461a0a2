import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

/// Anything that could happen to a panel, in any order.
struct PanelFuzzTests {
  private static func configuration() -> Configuration {
    var configuration = Configuration.of(
      [
        .of("a", source: "s") { $0.aggregate = .mean },
        .of("b", format: "bytes", argument: "decimal") { $0.aggregate = .increase },
        .of("t", format: "text"),
        .of("p", format: "percent") {
          $0.maximum = 100
          $0.hideWhen = .missing
          $0.actions = [.left: .panel]
        },
      ], sources: [.of("s")])
    configuration.panel.rows = ["a", "b", "t", "p", "gone"].map { .init(metric: $0) }
    configuration.panel.periods.append(.init(name: "odd", title: "日本"))
    configuration.panel.keepsHistory = true
    configuration.broken["gone"] = Diagnostic("gone")
    return configuration
  }

  private func value(_ dice: inout Dice) -> Reading {
    let odd: [Reading] = [
      .missing, .text("x"), .number(.integer(.max)), .number(.integer(.min)),
      .number(.real(.nan)), .number(.real(.infinity)), .number(.real(-0.0)),
      .number(.real(.greatestFiniteMagnitude)), .number(0),
    ]
    return Int.random(in: 0..<3, using: &dice) == 0
      ? odd[Int.random(in: 0..<odd.count, using: &dice)]
      : .number(.real(Double.random(in: -1000...1000, using: &dice)))
  }

  private func event(_ dice: inout Dice, _ maker: OutputMaker) -> Event {
    let names = ["a", "b", "t", "p"]
    let name = names[Int.random(in: 0..<4, using: &dice)]
    let keys = [
      "\u{1b}", "[C", "\u{1b}[D", "q?", "?", "jjj", "G", "3", "\u{1b}[<0;60;1M", "r", "é",
    ]
    let size = OutputSettings(
      colors: 256, columns: Int.random(in: 1...150, using: &dice),
      rows: Int.random(in: 1...50, using: &dice))
    switch Int.random(in: 0..<16, using: &dice) {
    case 0..<6: return .valued(metric: name, value(&dice))
    case 6..<9:
      return .typed(
        Bench.feed, Array(keys[Int.random(in: 0..<keys.count, using: &dice)].utf8))
    case 9: return .feedResized(Bench.feed, maker(size))
    case 10: return .periodChanged(["day", "week", "odd"][Int.random(in: 0..<3, using: &dice)])
    case 11: return .opened
    case 12: return .clicked(Bench.feed, ClickEvent(metric: "p", button: 1))
    case 13:
      let limit: Reduction = Bool.random(using: &dice) ? .jump : .none
      return .motionLimited(MotionLimits(reduction: limit))
    case 14: return Bool.random(using: &dice) ? .feedBusy(Bench.feed) : .feedReady(Bench.feed)
    default:
      return .received(
        SourceID(0),
        Array(#"{"a": 5, "series": [1, null], "periods": {"week": 7, "odd": {"a": 1}}}"#.utf8)
          + [10])
    }
  }

  @Test(arguments: 0..<4)
  func `nothing traps it, and it always comes to rest`(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let maker = try #require(Catalog.panelOutputs["ansi"])
    var bench = Bench(Engine(Self.configuration(), runsSources: false))
    bench.wall = Bench.monday
    bench.past = [.hour(-3, "a", 7), .hour(-30, "b", 1e300)]
    var time = 0.0
    for _ in 0..<30 {
      // A key may have closed it.
      bench.send(
        .feedOpened(Bench.feed, .panel, maker(OutputSettings(colors: 256))),
        .feedOpened(FeedID(1), .bar(nil), Glass()), at: time)
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        time += Double.random(in: 0...700, using: &dice)
        if Int.random(in: 0..<9, using: &dice) == 0 {
          bench.wall = Bench.monday + Int64.random(in: -1_000_000...1_000_000, using: &dice)
        }
        bench.send(event(&dice, maker), at: time)
      }
      bench.send(.feedClosed(Bench.feed), .feedClosed(FeedID(1)), at: time)
    }
    #expect(bench.stalls.isEmpty)
    bench.rest()
    #expect(bench.engine.deadline == nil)
    #expect(bench.kept.allSatisfy { $0.bucket.count > 0 && $0.bucket.sum.isFinite })
  }
}
