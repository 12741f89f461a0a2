import TestKit
import Testing

/// What the keys of motion do, through the whole program.
struct MotionKeyTests {
  /// A metric with its motion, values with their times, and when all is at rest.
  struct Course: CustomTestStringConvertible {
    var motion: String
    var source = "{command: \"true\"}"
    var values: [(value: Double, time: Int64)]
    var rest: Int64

    init(
      _ motion: String, source: String = "{command: \"true\"}",
      _ values: [(value: Double, time: Int64)], rest: Int64
    ) {
      self.motion = motion
      self.source = source
      self.values = values
      self.rest = rest
    }

    var testDescription: String { "\(motion) \(values.map { "\($0.value) at \($0.time)" })" }
  }

  private static let every4s = "{command: \"true\", interval: 4s}"

  static let courses = [
    // Small changes.
    Course("style: count, threshold: 5", [(10, 0), (14, 1000)], rest: 1000),
    Course("style: count, threshold: 5", [(10, 0), (15, 1000)], rest: 2200),
    Course("style: roll, threshold: 1%", [(1000, 0), (1009, 1000)], rest: 1000),
    Course("style: roll, threshold: 1%", [(1000, 0), (1011, 1000)], rest: 1500),
    // Times.
    Course("style: count, max_duration: 300ms", [(0, 0), (900, 1000)], rest: 1300),
    Course("style: count, duration: 0ms", [(0, 0), (900, 1000)], rest: 1000),
    // No two frames are closer than half of a frame.
    Course("style: count, duration: 1ms", [(0, 0), (900, 1000)], rest: 1020),
    Course("style: count, duration: 5s", [(0, 0), (900, 1000)], rest: 6000),
    Course(
      "style: count", source: "{command: x, interval: 1s}", [(0, 0), (900, 1000)], rest: 1500),
    Course("style: count, budget: 0.1", source: every4s, [(0, 0), (900, 1000)], rest: 1400),
    Course("style: count, budget: 1", source: every4s, [(0, 0), (900, 1000)], rest: 2200),
    Course("style: count, budget: 0", source: every4s, [(0, 0), (900, 1000)], rest: 1000),
    // A new value on the way.
    Course("style: count", [(0, 0), (900, 1000), (50, 1400)], rest: 2600),
    Course("style: count, retarget: shorten", [(0, 0), (900, 1000), (50, 1400)], rest: 2200),
    Course("style: count, retarget: shorten", [(0, 0), (900, 1000), (50, 1900)], rest: 2500),
    Course("style: count", [(0, 0), (900, 1000), (900, 1400)], rest: 2200),
    Course("style: flip", [(1, 0), (2, 1000), (1, 1100)], rest: 1126),
    Course("style: flip", [(1, 0), (2, 1000), (1, 1000)], rest: 0),
    // By themselves.
    Course("style: auto", source: "{command: x, interval: 30s}", [(1, 0), (2, 5000)], rest: 5500),
    Course("style: auto", source: every4s, [(1, 0), (2, 5000)], rest: 5200),
    Course("style: auto", source: "{command: x, interval: 1s}", [(1, 0), (2, 5000)], rest: 5000),
    Course("style: auto", [(1, 0), (2, 20_000), (3, 40_000)], rest: 40_500),
    // Presets.
    Course("preset: calm", [(1, 0), (2, 1000)], rest: 1200),
    Course("preset: classic", [(1, 0), (2, 1000)], rest: 1420),
    Course("preset: classic, flaps: sequence", [(9, 0), (8, 1000)], rest: 1600),
    Course("preset: seed, initial: none", [(1, 0), (2, 1000)], rest: 2200),
    Course("preset: seed", [(700, 1000)], rest: 2200),
    Course("preset: seed, style: fade", [(700, 1000)], rest: 2200),
  ]

  @Test(arguments: courses)
  func `motion ends when the keys say`(_ course: Course) throws {
    let initial = course.motion.contains("seed") ? "" : ", initial: none"
    let sandbox = try Sandbox(
      config: """
        sources: {s: \(course.source)}
        metrics: {n: {source: s.n, format: integer, motion: {\(course.motion)\(initial)}}}
        """)
    let script = course.values.map { "{\"at\": \($0.time), \"value\": {\"n\": \($0.value)}}" }

    let shots = try sandbox.widgets(script)

    #expect(shots.last?.at == course.rest, "\(shots.map(\.at))")
    #expect(shots.last?.frame.moving == false)
    #expect(shots.last?.frame["n"]?.shown?.number == course.values.last?.value)
  }

  @Test(arguments: [
    ("zero", 0.0, 1200 as Int64), ("open", 0, 750), ("none", 12_480, 0),
  ])
  func `the first value comes as initial says`(
    _ initial: String, _ first: Double, _ rest: Int64
  ) throws {
    let sandbox = try Sandbox(config: Config.moving("style: count, initial: \(initial)"))
    let shots = try sandbox.widgets([value(12_480, at: 500)])
    #expect(shots.first { $0.frame["n"]?.value != nil }?.frame["n"]?.shown?.number == first)
    #expect(shots.last?.at == 500 + rest)
  }

  @Test(arguments: [("target", "1.0 MB"), ("live", "958 kB")])
  func `numbers on their way are in the unit of their target or in their own`(
    _ unit: String, _ text: String
  ) throws {
    let sandbox = try Sandbox(
      config: "locale: C\n"
        + Config.moving("style: count, initial: none, unit: \(unit)", format: "bytes"))
    let shots = try sandbox.widgets(
      [value(900_000, at: 0), value(1_100_000, at: 1000)], ["--until", "1150"])
    #expect(shots.last?.frame["n"]?.text == text)
  }

  @Test func `metrics of a group end together, whatever their styles`() throws {
    let sandbox = try Sandbox(
      config: """
        groups: {g: {initial: none}}
        sources: {s: {command: "true"}, t: {command: "true", interval: 2s}}
        metrics:
          a: {source: s.a, format: integer, motion: {group: g, style: count}}
          b: {source: s.b, format: integer, motion: {group: g, style: flip}}
          c: {source: t.c, format: integer, motion: {group: g, style: fade}}
        """)
    let shots = try sandbox.widgets([
      #"{"at": 0, "value": {"a": 1, "b": 1, "c": 1}}"#,
      #"{"at": 1000, "value": {"a": 900, "b": 2, "c": 3}}"#,
      #"{"at": 5000, "value": {"b": 7}}"#,
    ])
    // The busiest source leaves a second to all of them.
    let middle = try #require(shots.last { $0.at < 2000 })
    for name in ["b", "c"] { #expect(middle.frame[name]?.cells.last?.next != nil, "\(name)") }
    let rest = try #require(shots.first { $0.at == 2000 })
    #expect(!rest.frame.moving)
    #expect(shots.last?.at == 6000)
  }

  @Test func `a clock rolls from 59 to 00 in one step`() throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "true", protocol: text}}
        metrics:
          n:
            source: s
            format: text
            motion:
              {style: roll, easing: linear, duration: 1s, initial: none, trend: up,
              digits: {wheels: {1: {max: 5}, 3: {max: 5}, 5: {max: 2}}}}
        """)
    let shots = try sandbox.widgets(
      [
        #"{"at": 0, "value": {"n": "23:59:59"}}"#, #"{"at": 1000, "value": {"n": "00:00:00"}}"#,
      ], ["--every", "250", "--until", "1250"])
    let cells = try #require(shots.last?.frame["n"]).cells
    #expect(cells.map(\.glyph) == ["2", "4", ":", "5", "9", ":", "5", "9"])
    #expect(cells.map(\.next) == ["0", "5", nil, "0", "0", nil, "0", "0"])
  }

  @Test(arguments: [("jump", 1100 as Int64), ("fade", 1300)])
  func `an event asks for less motion as the config has it`(
    _ style: String, _ rest: Int64
  ) throws {
    let sandbox = try Sandbox(
      config: "motion: {reduced_style: \(style)}\n" + Config.moving("style: count, initial: none"))
    let shots = try sandbox.widgets([
      value(1, at: 0), #"{"at": 500, "motion": "reduced"}"#, value(9000, at: 1100),
    ])
    #expect(shots.last?.at == rest)
  }
}
