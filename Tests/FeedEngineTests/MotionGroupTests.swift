import FeedConfig
import FeedCore
import FeedEngine
import Testing

/// Metrics that begin together end together.
@Suite
struct MotionGroupTests {
  private static let styles = Catalog<any MotionStyle>.motionStyles.names

  /// The last time at which a metric moved.
  private func end(_ name: String, of bench: Bench) -> Double {
    let moving = bench.shots.last { shot in
      shot.pictures.contains { $0.name == name && $0.isMoving }
    }
    return bench.shots.first { $0.at > moving?.at ?? -1 }?.at ?? -1
  }

  private func metric(
    _ name: String, _ style: String, source: String? = nil,
    _ change: (inout MotionSettings) -> Void = { _ in }
  ) -> MetricConfiguration {
    .of(name, style: style, source: source, [.placeholder(.value)]) {
      $0.motion.group = "g"
      change(&$0.motion)
    }
  }

  @Test func `members of one batch have one duration, whatever their styles`() {
    // A spring rests when it rests.
    let styles = Self.styles.filter { $0 != "none" && $0 != "spring" }
    var bench = Bench(styles.map { metric($0, $0) })
    for style in styles { bench.set(style, 100, at: 1000) }
    bench.rest()
    bench.send(
      .valued(metric: "count", .number(9137)), .valued(metric: "roll", .number(7)),
      .valued(metric: "flip", .number(250)), .valued(metric: "fade", .number(99)),
      .valued(metric: "odometer", .number(-40)), at: 5000)
    bench.rest()
    for style in styles { #expect(end(style, of: bench) == 6200, "\(style)") }
  }

  @Test func `a group is as quick as its busiest member allows`() {
    let slow: (settings: MotionSettings, interval: TimeSpan?) = (
      settings("count"), .seconds(60)
    )
    let group = MotionPlan.group([slow, (settings("flip"), .seconds(2))], cause: .data)
    #expect(group.interval == .seconds(2))
    #expect(group.duration == .milliseconds(1200))
    #expect(group.maximumDuration == .seconds(1))
    // Who clicks waits for an answer, whatever the budget.
    #expect(MotionPlan.group([slow], cause: .user).maximumDuration == .seconds(5))
    let fixed = MotionPlan.group(
      [(settings("flip") { $0.duration = .milliseconds(300) }, nil), (settings("fade"), nil)],
      cause: .data)
    #expect(fixed.duration == .milliseconds(300) && fixed.interval == nil)
    // Nobody who does not move slows the others down.
    #expect(
      MotionPlan.group([(settings("none"), nil), (settings("fade"), nil)], cause: .data).duration
        == .milliseconds(200))
  }

  private func settings(
    _ style: String, _ change: (inout MotionSettings) -> Void = { _ in }
  ) -> MotionSettings {
    var settings = MotionSettings()
    settings.style = style
    change(&settings)
    return settings
  }

  @Test func `auto is the same for all of a group`() {
    let metrics = [metric("a", "auto", source: "s"), metric("b", "auto", source: "t")]
    for (interval, style) in [(1.0, ""), (4, "fade"), (30, "roll")] {
      var bench = Bench(
        metrics,
        sources: [.of("s", every: .seconds(120)), .of("t", every: .seconds(interval))])
      bench.say("v=10", from: 0, at: 10)
      bench.say("v=10", from: 1, at: 10)
      bench.rest(within: 500)
      bench.shots = []
      bench.say("v=55", from: 0, at: 600)
      bench.pass(until: 640)
      let isMoving = bench.shots.contains { $0.pictures.first?.isMoving == true }
      #expect(isMoving == !style.isEmpty, "every \(interval) s")
    }
  }

  @Test func `who changes while others move begins anew, with all who change with it`() {
    var bench = Bench([metric("a", "count"), metric("b", "count"), metric("c", "count")])
    for name in ["a", "b", "c"] { bench.set(name, 0, at: 0) }
    bench.rest()
    bench.set("a", 1000, at: 1000)
    bench.send(
      .valued(metric: "b", .number(500)), .valued(metric: "c", .number(77)), at: 1600)
    bench.rest()
    // What moved before keeps its end: nobody's number is held up by its neighbours.
    #expect(end("a", of: bench) == 2200)
    #expect(end("b", of: bench) == 2800 && end("c", of: bench) == 2800)
  }

  @Test func `sources that are asked together are one group, also when one was on its way`() {
    var bench = Bench(
      [metric("a", "count", source: "s"), metric("b", "count", source: "t")],
      sources: [.of("s", every: .seconds(4)), .of("t", every: .seconds(4))])
    bench.say("v=0", from: 0, at: 5)
    bench.say("v=0", from: 1, at: 5)
    bench.rest(within: 3000)
    bench.say("v=5000", from: 1, at: 3500)
    bench.pass(until: 4000)
    bench.shots = []
    // b is caught on its way and starts from what is shown when its answer comes.
    bench.say("v=900", from: 0, at: 4004)
    bench.say("v=100", from: 1, at: 4030)
    bench.rest(within: 2000)
    #expect(end("a", of: bench) == 5200)
    #expect(end("b", of: bench) == 5200)
  }
}
