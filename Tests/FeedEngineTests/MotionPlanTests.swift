import FeedConfig
import FeedCore
import FeedEngine
import Testing

@Suite
struct MotionPlanTests {
  private func plan(
    _ style: String = "auto", cause: MotionPlan.Cause = .data, every interval: Double? = nil,
    reduction: Reduction = .none, _ change: (inout MotionSettings) -> Void = { _ in }
  ) -> MotionPlan? {
    var settings = MotionSettings()
    settings.style = style
    change(&settings)
    return .make(
      settings, cause: cause, interval: interval.map { .seconds($0) }, reduction: reduction)
  }

  private func name(_ plan: MotionPlan?) -> String {
    guard let plan else { return "none" }
    return String(describing: type(of: plan.style))
  }

  @Test func `auto moves less what changes more often`() {
    #expect(name(plan(every: 60)) == "Roll")
    #expect(name(plan(every: 10)) == "Roll")
    #expect(name(plan(every: 9.9)) == "Fade")
    #expect(name(plan(every: 2)) == "Fade")
    #expect(name(plan(every: 1.9)) == "none")
    #expect(name(plan()) == "Roll")
    #expect(name(plan(cause: .user, every: 0.5)) == "Roll")
  }

  @Test func `motion takes its share of the interval at most, or does not begin`() {
    for style in Catalog.motionStyles.names where style != "none" {
      for interval in stride(from: 0.01, through: 20, by: 0.09) {
        guard let plan = plan(style, every: interval) else {
          #expect(interval * 0.5 < 2.0 / 24 + 1e-9)
          continue
        }
        #expect(plan.duration.seconds <= interval * 0.5 + 1e-9)
        #expect(plan.duration.seconds * 24 >= 2 - 1e-9)
        #expect(plan.settings.maximumDuration.seconds <= interval * 0.5 + 1e-9)
      }
    }
  }

  @Test func `a budget and a longest duration may be set`() {
    #expect(plan("count", every: 2) { $0.budget = 0.1 }?.duration == .milliseconds(200))
    #expect(plan("count", every: 2) { $0.budget = 0 } == nil)
    #expect(
      plan("count") { $0.maximumDuration = .milliseconds(300) }?.duration == .milliseconds(300))
    #expect(plan("count", cause: .user, every: 0.1)?.duration == .milliseconds(1200))
  }

  @Test func `reduced motion jumps or becomes a short fade`() {
    #expect(plan("count", reduction: .jump) == nil)
    let fade = plan("count", reduction: .fade) { $0.duration = .seconds(3) }
    #expect(name(fade) == "Fade")
    #expect(fade?.duration == .milliseconds(200))
    #expect(plan("none", reduction: .fade) == nil)
  }

  @Test func `a metric rests at least as long as it moves`() {
    for style in Catalog.motionStyles.names {
      var bench = Bench([.of(style: style, source: "s")], sources: [.of("s", every: .seconds(1))])
      var dice = Dice(seed: 2)
      for second in 1...20 {
        bench.say("v=\(Int.random(in: 0...100_000, using: &dice))", at: Double(second) * 1000)
        bench.pass(until: Double(second) * 1000 + 990)
        let moving = bench.shots.last { $0.pictures.first?.isMoving == true }
        if let moving { #expect(moving.at <= Double(second) * 1000 + 500) }
      }
    }
  }

  @Test func `auto learns from what comes how often a metric changes`() {
    var bench = Bench([.of(style: "auto")])
    bench.set("n", 1, at: 1000)
    bench.rest()
    for step in 1...5 { bench.set("n", .integer(Int64(step * 10)), at: 1000 + 1000 * Double(step)) }
    // Once a second is too often for any motion.
    #expect(bench.engine.deadline == nil)
    bench.set("n", 7, at: 60_000)
    bench.rest()
    bench.set("n", 8, at: 120_000)
    #expect(bench.rest() == 120_500)
  }

  @Test func `a click is answered with a roll however often the metric changes`() {
    var bench = Bench(
      [.of(style: "auto", source: "s") { $0.stepper = .init(lower: 0, upper: 99, step: 5) }],
      sources: [.of("s", every: .seconds(1))])
    bench.say("v=50", at: 100)
    bench.send(
      .clicked(Bench.feed, ClickEvent(metric: "n", button: 4)), at: 300)
    bench.pass(until: 850)
    let rolling = bench.shots.filter { $0.pictures.first?.isMoving == true }
    #expect((rolling.last?.at ?? 0) > 700)
    #expect(bench.picture("n")?.row == "55")
  }
}
