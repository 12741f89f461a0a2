import FeedConfig
import FeedCore
import FeedEngine
import Testing

@Suite
struct OpeningTests {
  /// Blocks of one frame as shares of their targets.
  private func shares(_ shot: Bench.Shot?) -> [Double] {
    shot?.pictures.compactMap { picture in
      guard let shown = picture.shown, let label = Double(picture.label), label != 0 else {
        return nil
      }
      return shown / label
    } ?? []
  }

  private func bar() -> [MetricConfiguration] {
    [
      .of("a", style: "roll") { $0.maximum = 2_000_000 },
      .of("b", style: "flip", format: "text"),
      .of("c", [.placeholder(.gauge), .placeholder(.chart)]) {
        $0.maximum = 1_000_000
        $0.gauge = .init(width: 8)
        $0.chart = .init(width: 3)
      },
    ]
  }

  @Test func `the first value opens the bar, also where it does not count up itself`() {
    var bench = Bench([.of("b", style: "none"), .of("e", style: "roll")], opens: true)
    bench.send(.valued(metric: "b", .number(5)), at: 0)
    bench.rest()
    bench.send(.valued(metric: "e", .number(100)), at: 9000)
    bench.rest()
    #expect(bench.times.filter { $0 > 100 } == [9000])
  }

  @Test(arguments: ["roll", "flip"])
  func `places that start one after the other end in time`(style: String) {
    var bench = Bench([
      .of("a", style: style) {
        $0.motion.duration = .milliseconds(400)
        $0.motion.maximumDuration = .milliseconds(500)
        $0.motion.stagger = .seconds(1)
      }
    ])
    bench.send(.valued(metric: "a", .number(1_111_111_111)), at: 0)
    bench.send(.valued(metric: "a", .number(2_222_222_222)), at: 1000)
    bench.rest()
    #expect(bench.times.last.map { (1450...1500).contains($0) } == true)
  }

  @Test func `one progress multiplies numbers, gauges and charts alike`() {
    var bench = Bench(bar(), opens: true)
    bench.send(
      .valued(metric: "a", .number(1_000_000)), .valued(metric: "b", .number(500_000)),
      .valued(metric: "c", .number(800_000)), at: 1000)
    bench.rest()
    #expect(bench.times.first { $0 >= 1000 } == 1000)
    #expect(bench.times.last == 1750)
    for shot in bench.shots where shot.at > 1000 {
      let progress = Easing.easeOut.value(at: (shot.at - 1000) / 750)
      let blocks = shot.pictures
      #expect(abs((blocks[0].shown ?? -1) - 1_000_000 * progress) <= 0.5)
      #expect(abs((blocks[1].shown ?? -1) - 500_000 * progress) <= 0.5)
      #expect(abs((blocks[0].fraction ?? -1) - 0.5 * progress) < 1e-9)
      let part = (80 * progress).rounded() / 100
      #expect(blocks[2].text == "[\(part) 8]<\(part)>")
    }
    #expect(bench.picture("a")?.row.hasSuffix("1,000,000") == true)
  }

  @Test func `a value that comes during the opening runs with the same progress`() {
    var bench = Bench(bar(), opens: true)
    bench.set("a", 1_000_000, at: 1000)
    bench.set("b", 700_000, at: 1300)
    bench.set("a", 2_000_000, at: 1400)
    bench.pass(until: 1500)
    let progress = Easing.easeOut.value(at: ((bench.times.last ?? 0) - 1000) / 750)
    #expect(abs((bench.picture("a")?.shown ?? 0) - 2_000_000 * progress) <= 0.5)
    #expect(abs((bench.picture("b")?.shown ?? 0) - 700_000 * progress) <= 0.5)
    #expect(bench.rest() == 1750)
  }

  @Test func `a first value after the opening is there at once`() {
    var bench = Bench(bar(), opens: true)
    bench.set("a", 1000, at: 1000)
    bench.rest()
    bench.set("b", 1000, at: 3000)
    #expect(bench.picture("b")?.shown == 1000)
    #expect(bench.picture("b")?.isMoving == false)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `a refresh of data does not replay the opening, opening and a new period do`() {
    var bench = Bench(bar(), opens: true) {
      $0.panel.periods = [.init(name: "day", title: ""), .init(name: "week", title: "")]
    }
    bench.set("a", 1000, at: 1000)
    bench.rest()
    bench.send(.refreshed(nil), at: 3000)
    bench.set("a", 1001, at: 3000)
    #expect(bench.picture("a")?.shown ?? 0 >= 1000)
    bench.rest()
    for (event, time) in [(Event.opened, 5000.0), (.periodChanged("week"), 7000)] {
      bench.send(event, at: time)
      bench.pass(until: time + 60)
      #expect((bench.picture("a")?.shown ?? 9999) < 200)
      #expect(bench.picture("a")?.label == "1,001")
      #expect(bench.rest() == time + 750)
      #expect(bench.picture("a")?.shown == 1001)
    }
    bench.send(.periodChanged("week"), at: 9000)
    bench.send(.periodChanged("nonsense"), at: 9000)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `what the config keeps from replaying stays as it is`() {
    var bench = Bench(
      [.of("a"), .of("b") { $0.replayOn = [.never] }, .of("c", style: "none")], opens: true)
    bench.send(
      .valued(metric: "a", .number(900)), .valued(metric: "b", .number(900)),
      .valued(metric: "c", .number(900)), at: 1000)
    bench.rest()
    bench.send(.opened, at: 3000)
    bench.pass(until: 3100)
    #expect((bench.picture("a")?.shown ?? 900) < 400)
    #expect(bench.picture("b")?.shown == 900)
    #expect(bench.picture("c")?.shown == 900)
  }

  @Test func `a refresh replays where the config says so`() {
    var bench = Bench([.of("a") { $0.replayOn = [.refresh] }], opens: true)
    bench.set("a", 900, at: 1000)
    bench.rest()
    bench.send(.refreshed(nil), at: 3000)
    bench.pass(until: 3100)
    #expect((bench.picture("a")?.shown ?? 900) < 400)
    #expect(bench.rest() == 3750)
  }

  @Test func `reduced motion opens at once and lifting it later replays nothing`() {
    var bench = Bench(bar(), reduction: .jump, opens: true)
    bench.set("a", 1000, at: 1000)
    #expect(bench.picture("a")?.shown == 1000)
    bench.send(.motionLimited(MotionLimits()), at: 2000)
    bench.set("b", 7, at: 3000)
    bench.set("a", 1001, at: 3000)
    bench.pass(until: 3040)
    #expect(bench.picture("b")?.shown == 7)
    #expect((bench.picture("a")?.shown ?? 0) >= 1000)
  }

  @Test func `a click before anything has opened rolls and opens nothing`() {
    var bench = Bench(
      [.of("s", style: "auto") { $0.stepper = .init(lower: 0, upper: 9, step: 1) }], opens: true)
    #expect(bench.picture("s")?.label == "0")
    bench.send(.stepped(metric: "s", by: 1), at: 1000)
    #expect(bench.rest() == 1500)
  }

  @Test func `a number beside that does not open moves in its own way meanwhile`() {
    var bench = Bench(
      [.of("a"), .of("b", style: "count") { $0.motion.initial = .none }], opens: true)
    bench.send(.valued(metric: "a", .number(900)), .valued(metric: "b", .number(5)), at: 1000)
    bench.pass(until: 1100)
    #expect(bench.picture("b")?.shown == 5)
    bench.set("b", 1005, at: 1200)
    #expect(bench.rest() == 2400)
  }

  @Test func `an opening keeps its width in every format`() {
    for format in Catalog.formats.names {
      var bench = Bench(
        [.of(format: format, argument: format == "currency" ? "EUR" : nil)], opens: true)
      bench.set("n", 123_456, at: 1000)
      bench.rest()
      let widths = Set(bench.shots.filter { $0.at >= 1000 }.map { $0.pictures.first?.row.count })
      #expect(widths.count == 1, "\(format)")
    }
  }
}
