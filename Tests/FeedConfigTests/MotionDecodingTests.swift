import FeedConfig
import FeedCore
import FeedOutput
import Testing

struct MotionDecodingTests {
  private func motion(
    _ own: String, global: String = "{}", groups: String = "{}"
  )
    -> MotionSettings?
  {
    let (configuration, faults) = read(
      "motion: \(global)\ngroups: \(groups)\nmetrics: {m: {stepper: {}, motion: \(own)}}\n")
    #expect(faults.map(\.summary) == [])
    return configuration.metrics.first?.motion
  }

  @Test func `a bare name is the style`() throws {
    #expect(motion("flip")?.style == "flip")
    #expect(motion("{}", global: "roll")?.style == "roll")
  }

  @Test func `the nearest wins: metric, group, global`() throws {
    let settings = try #require(
      motion(
        "{group: stats, dim: 0.1}",
        global: "{style: fade, duration: 1s, dim: 0.3, stagger: 20ms}",
        groups: "{stats: {duration: 2s, dim: 0.2}}"))

    #expect(settings.style == "fade")
    #expect(settings.duration == .seconds(2))
    #expect(settings.dim == 0.1)
    #expect(settings.stagger == .milliseconds(20))
    #expect(settings.group == "stats")
  }

  @Test func `every key is taken`() throws {
    let settings = try #require(
      motion(
        """
        {style: roll, duration: 400ms, easing: out_expo, fps: 30, initial: zero, stagger: 10ms,
        trend: per_digit, continuous: true, presence: fade, retarget: shorten, clamp: false,
        threshold: 1%, budget: 0.4, max_duration: 3s, unit: live, dim: 0.25, edge: sweep,
        flaps: sequence, drum: "_0123456789", flap: 80ms, digits: {wheels: {1: {max: 5}, 3: {max: 2}}}}
        """))

    #expect(settings.duration == .milliseconds(400))
    #expect(settings.easing == .outExpo)
    #expect(settings.framesPerSecond == 30)
    #expect(settings.initial == .zero)
    #expect(settings.stagger == .milliseconds(10))
    #expect(settings.trend == .perDigit)
    #expect(settings.continuous)
    #expect(settings.presence == .fade)
    #expect(settings.retarget == .shorten)
    #expect(!settings.clamp)
    #expect(settings.threshold == .relative(0.01))
    #expect(settings.budget == 0.4)
    #expect(settings.maximumDuration == .seconds(3))
    #expect(settings.unit == .live)
    #expect(settings.edge == .sweep)
    #expect(settings.flaps == .sequence)
    #expect(settings.drum == Drum(Array("_0123456789")))
    #expect(settings.flap == .milliseconds(80))
    #expect(settings.lastDigits == [1: 5, 3: 2])
  }

  @Test(arguments: [
    ("drum: 0110", "'drum' has 2 to 64 characters, none of them twice"),
    ("drum: 日本", "'日' in 'drum' is not one cell wide"),
    ("flap: 5ms", "'flap' must be between 10ms and 1s, not 5ms"),
    ("flaps: turn", "unknown value 'turn' for 'flaps'"),
    ("digits: {min: 5}", "unknown key 'min'"),
    ("digits: {wheels: 5}", "expected a mapping like {1: {max: 5}} for 'wheels', found '5'"),
    ("digits: {wheels: {a: {max: 5}}}", "'a' is not the place of a digit"),
    ("digits: {wheels: {1: {max: 10}}}", "'max' must be between 1 and 9, not 10"),
    ("digits: {wheels: {1: {last: 5}}}", "unknown key 'last'"),
  ])
  func `drums and wheels that cannot be are refused`(_ keys: String, _ message: String) {
    let (_, faults) = read("metrics: {m: {stepper: {}, motion: {\(keys)}}}\n")
    #expect(faults.count == 1)
    #expect(faults.first?.message == message)
  }

  @Test func `easing is a name or four numbers, and snappy a spring`() throws {
    #expect(motion("{easing: ease_in}")?.easing == .easeIn)
    #expect(
      motion("{easing: [0.25, 0.1, 0.25, 1]}")?.easing
        == .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1))
    #expect(motion("{easing: snappy}")?.spring == .snappy)
    #expect(
      motion("{easing: snappy, duration: 200ms}")?.spring
        == Spring(duration: .milliseconds(200), bounce: 0.15))
    #expect(motion("{easing: linear}", global: "{easing: snappy}")?.spring == nil)
  }

  @Test func `a spring is what is seen or what physics says`() throws {
    #expect(
      motion("{spring: {duration: 300ms, bounce: -0.2}}")?.spring
        == Spring(duration: .milliseconds(300), bounce: -0.2))
    #expect(
      motion("{spring: {stiffness: 170, damping: 26, mass: 2}}")?.spring
        == Spring(stiffness: 170, damping: 26, mass: 2))
  }

  @Test func `a preset gives way to keys beside it`() throws {
    let seed = try #require(motion("{preset: seed, fps: 30}"))

    #expect(seed.style == "count")
    #expect(seed.duration == .milliseconds(1200))
    #expect(seed.initial == .zero)
    #expect(seed.presence == .instant)
    #expect(seed.dim == 0.25)
    #expect(seed.framesPerSecond == 30)
    #expect(motion("{preset: calm}")?.style == "fade")
    #expect(motion("{preset: snappy}")?.spring == .snappy)
    #expect(motion("{preset: classic}", global: "{duration: 3s}")?.duration == .milliseconds(420))
  }

  @Test func `what holds for all motion`() {
    let (configuration, faults) = read(
      """
      motion:
        reduced: always
        reduced_style: fade
        power_saver: low
        replay_on: [open, refresh]
        background: '#112233'
        fps: 12
      metrics: {m: {stepper: {}, motion: {replay_on: never}}}
      """)

    #expect(faults.isEmpty)
    #expect(configuration.motion.reduced == .always)
    #expect(configuration.motion.reducedStyle == .fade)
    #expect(configuration.motion.powerSaver == .low)
    #expect(configuration.motion.replayOn == [.open, .refresh])
    #expect(configuration.motion.framesPerSecond == 12)
    #expect(configuration.output.background == Color(hex: "#112233"))
    #expect(configuration.metrics.first?.motion.framesPerSecond == 12)
    #expect(configuration.metrics.first?.replayOn == [.never])
  }
}
