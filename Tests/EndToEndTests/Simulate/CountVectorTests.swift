import TestKit
import Testing

/// The acceptance cases of `count` through the whole program.
struct CountVectorTests {
  struct Course: Decodable, CustomTestStringConvertible {
    struct Event: Decodable {
      let time: Int64
      let set: Int64

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case set
      }
    }

    struct Sample: Decodable {
      let time: Int64
      let shown: Int64

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case shown
      }
    }

    /// A time in milliseconds and the number from then on.
    struct Moment: Decodable {
      let time: Double
      let shown: Int64

      init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        time = try pair.decode(Double.self)
        shown = try pair.decode(Int64.self)
      }
    }

    let id: String
    let start: Int64
    let events: [Event]
    let seconds: Double
    let fps: Int
    let isReduced: Bool
    let samples: [Sample]
    let changes: [Moment]?
    let frames: Int?
    let rest: Int64?

    enum CodingKeys: String, CodingKey {
      case seconds = "duration_s"
      case isReduced = "reduced"
      case frames = "max_frames"
      case rest = "rests_at_ms"
      case id, start, initial, to, events, fps, samples, changes
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      id = try fields.decode(String.self, forKey: .id)
      if fields.contains(.events) {
        start = try fields.decode(Int64.self, forKey: .initial)
        events = try fields.decode([Event].self, forKey: .events)
      } else {
        start = try fields.decode(Int64.self, forKey: .start)
        events = [Event(time: 0, set: try fields.decode(Int64.self, forKey: .to))]
      }
      seconds = try fields.decode(Double.self, forKey: .seconds)
      fps = try fields.decode(Int.self, forKey: .fps)
      isReduced = try fields.decode(Bool.self, forKey: .isReduced)
      samples = try fields.decode([Sample].self, forKey: .samples)
      changes = try fields.decodeIfPresent([Moment].self, forKey: .changes)
      frames = try fields.decodeIfPresent(Int.self, forKey: .frames)
      rest = try fields.decodeIfPresent(Int64.self, forKey: .rest)
    }

    var testDescription: String { id }

    /// The start value at rest, then what the case does, five seconds later.
    var script: [String] {
      [value(start, at: 0)]
        + events.map { value($0.set, at: CountVectorTests.origin + $0.time) }
    }

    var options: [String] { isReduced ? ["--motion", "reduced"] : [] }
  }

  fileprivate static let origin: Int64 = 5000

  static func courses() throws -> [Course] {
    try MotionVectors.cases("count", as: Course.self)
      + MotionVectors.cases("count_events", as: Course.self)
  }

  private func sandbox(seconds: Double, fps: Int) throws -> Sandbox {
    let milliseconds = Int64((seconds * 1000).rounded())
    return try Sandbox(
      config: Config.moving(
        "style: count, duration: \(milliseconds)ms, initial: none")
        + "\nmotion: {fps: \(fps)}\n")
  }

  @Test(arguments: try courses())
  func `shows the number of each moment`(_ course: Course) throws {
    let sandbox = try sandbox(seconds: course.seconds, fps: course.fps)

    for sample in course.samples {
      let shots = try sandbox.widgets(
        course.script, course.options + ["--until", "\(Self.origin + sample.time)"])

      let metric = try #require(shots.last?.frame["n"])
      #expect(metric.shown == .whole(sample.shown), "at \(sample.time) ms")
      #expect(metric.text.trimmingBlanks == String(sample.shown), "at \(sample.time) ms")
      let target = course.events.last { $0.time <= sample.time }?.set
      #expect(metric.value == target.map { .whole($0) }, "at \(sample.time) ms")
      #expect(metric.label == target.map { String($0) }, "at \(sample.time) ms")
    }
  }

  @Test(arguments: try courses())
  func `draws a frame for each change and none besides`(_ course: Course) throws {
    let sandbox = try sandbox(seconds: course.seconds, fps: course.fps)

    let shots = try sandbox.widgets(course.script, course.options)
      .filter { $0.at >= Self.origin }

    let numbers = shots.compactMap { $0.frame["n"]?.shown?.whole }
    #expect(numbers.count == shots.count)
    #expect(numbers.last == course.events.last?.set)
    #expect(shots.last?.frame.moving == false)
    if let rest = course.rest { #expect(shots.last?.at == Self.origin + rest) }
    // The new target is told at once, where it is not shown at once; a line that differs only in
    // that is a frame of the widget feed, not a change of the number.
    let changes = zip([course.start] + numbers, zip(numbers, shots))
      .filter { $0.0 != $0.1.0 }.map { (number: $0.1.0, time: $0.1.1.at - Self.origin) }
    if let frames = course.frames { #expect(changes.count == frames) }
    for (change, expected) in zip(changes, course.changes ?? []) {
      #expect(change.number == expected.shown)
      #expect(change.time == Int64(expected.time.rounded(.up)))
    }
    if let expected = course.changes { #expect(changes.count == expected.count) }
  }

  struct Durations: Decodable {
    struct Row: Decodable {
      let seconds: MotionVectors.Real
      let fps: Int
      let steps: Int
      let samples: [Course.Sample]?

      enum CodingKeys: String, CodingKey {
        case seconds = "duration_s"
        case fps, steps, samples
      }
    }

    let start: Int64
    let to: Int64
    let rows: [Row]
  }

  /// The rows with durations that a config may have.
  static func durations() throws -> [(start: Int64, to: Int64, row: Durations.Row)] {
    try MotionVectors.cases("count_table", as: Durations.self).flatMap { table in
      table.rows.filter { $0.seconds.value >= 0 }.map { (table.start, table.to, $0) }
    }
  }

  @Test func `a duration has as many frames as it has steps`() throws {
    for (start, to, row) in try Self.durations() {
      let sandbox = try sandbox(seconds: row.seconds.value, fps: row.fps)
      let script = [value(start, at: 0), value(to, at: Self.origin)]
      let wide = [value(0, at: 0), value(1_000_000_000, at: Self.origin)]

      let frames = try sandbox.texts(wide, as: "plain")

      for sample in row.samples ?? [] {
        let shots = try sandbox.widgets(
          script, ["--until", "\(Self.origin + sample.time)"])
        #expect(
          shots.last?.frame["n"]?.shown == .whole(sample.shown),
          "\(row.seconds.value) s, at \(sample.time) ms")
      }
      // Without a duration the frame of the event is that of the only step.
      let steps = frames.count { $0.at > Self.origin }
      #expect(steps == (row.seconds.value > 0 ? row.steps : 0), "\(row.seconds.value) s")
    }
  }
}

extension String {
  /// Without the blanks that keep a place on either side.
  var trimmingBlanks: String {
    let blanks: Set<Character> = [" ", "\u{2007}"]
    let start = drop { blanks.contains($0) }
    return String(start.reversed().drop { blanks.contains($0) }.reversed())
  }
}
