import FeedConfig
import FeedCore
import FeedEngine
import Testing

@Suite
struct MotionLimitsTests {
  private func bench(
    _ style: String = "count", _ change: (inout MetricConfiguration) -> Void = { _ in }
  ) -> Bench {
    var bench = Bench([.of(style: style, [.placeholder(.value)], change)])
    bench.set("n", 0, at: 0)
    bench.rest()
    return bench
  }

  @Test(arguments: Catalog<any MotionStyle>.motionStyles.names.filter { $0 != "none" })
  func `durations are as long as the desktop has them`(_ style: String) {
    for scale in [0.5, 1, 2] {
      var bench = bench(style) { $0.motion.easing = style == "spring" ? nil : .linear }
      bench.send(.motionLimited(MotionLimits(durationScale: scale)), at: 1000)
      bench.set("n", 1000, at: 2000)
      let end = bench.rest()
      var usual = self.bench(style) { $0.motion.easing = style == "spring" ? nil : .linear }
      usual.set("n", 1000, at: 2000)
      let usualEnd = usual.rest()
      #expect(((end - 2000) - (usualEnd - 2000) * scale).magnitude <= 2, "\(style) times \(scale)")
    }
  }

  @Test func `a spring, flaps in a row and the opening go along`() {
    let settings = MotionPlan.make(
      .with {
        $0.style = "flip"
        $0.spring = Spring(duration: .milliseconds(400), bounce: 0.2)
        $0.stagger = .milliseconds(20)
      }, cause: .data, interval: nil, reduction: .none, durationScale: 2)?.settings
    let slow = Spring(duration: .milliseconds(800), bounce: 0.2)
    #expect(((settings?.spring?.stiffness ?? 0) - slow.stiffness).magnitude < 1e-9)
    #expect(((settings?.spring?.damping ?? 0) - slow.damping).magnitude < 1e-9)
    #expect(settings?.stagger == .milliseconds(40))
    #expect(settings?.flap == .milliseconds(120))

    var bench = Bench([.of()], opens: true)
    bench.send(.motionLimited(MotionLimits(durationScale: 2)), at: 0)
    bench.set("n", 1000, at: 0)
    #expect(bench.rest() == 1500)
  }

  @Test func `no more frames than can be afforded`() {
    func frames(_ limits: MotionLimits, configured: Double? = nil) -> Int {
      var bench = Bench([.of()]) { $0.motion.framesPerSecond = configured }
      bench.send(.motionLimited(limits), at: 0)
      bench.set("n", 0, at: 0)
      bench.rest()
      let before = bench.shots.count
      bench.set("n", 1_000_000, at: 1000)
      bench.rest()
      #expect(bench.picture("n")?.shown == 1_000_000)
      return bench.shots.count - before - 1
    }
    #expect(frames(MotionLimits()) == 28)
    #expect(frames(MotionLimits(usualFrameRate: 10)) == 12)
    #expect(frames(MotionLimits(usualFrameRate: 10), configured: 24) == 28)
    #expect(frames(MotionLimits(greatestFrameRate: 5)) == 6)
    #expect(frames(MotionLimits(greatestFrameRate: 5), configured: 24) == 6)
  }

  @Test func `what moves ends with the next frame when less is wanted, and only then`() {
    for change in [MotionLimits(reduction: .jump), MotionLimits(reduction: .fade)] {
      var bench = bench()
      bench.set("n", 1000, at: 1000)
      bench.send(.motionLimited(change), at: 1500)
      #expect(bench.rest() <= 1542)
      #expect(bench.picture("n")?.shown == 1000)
      let count = bench.shots.count
      bench.send(.motionLimited(change), at: 1600)
      #expect(bench.shots.count == count && bench.engine.deadline == nil)
    }
    var bench = bench()
    bench.set("n", 1000, at: 1000)
    bench.send(.motionLimited(MotionLimits(durationScale: 3, usualFrameRate: 10)), at: 1500)
    #expect(bench.rest() == 2200)
  }
}

extension MotionSettings {
  fileprivate static func with(_ change: (inout MotionSettings) -> Void) -> MotionSettings {
    var settings = MotionSettings()
    change(&settings)
    return settings
  }
}
