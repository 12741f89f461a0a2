import TestKit
import Testing

/// The acceptance cases of `count` through the whole program.
struct CountVectorTests {
  typealias Course = MotionVectors.CountCourse

  private static let origin: Int64 = 5000

  /// The start value at rest, then what the case does, five seconds later.
  private func script(_ course: Course) -> [String] {
    [value(course.start, at: 0)] + course.events.map { value($0.set, at: Self.origin + $0.time) }
  }

  private func options(_ course: Course) -> [String] {
    course.isReduced ? ["--motion", "reduced"] : []
  }

  private func sandbox(seconds: Double, fps: Int) throws -> Sandbox {
    let milliseconds = Int64((seconds * 1000).rounded())
    return try Sandbox(
      config: Config.moving(
        "style: count, duration: \(milliseconds)ms, initial: none")
        + "\nmotion: {fps: \(fps)}\n")
  }

  @Test(arguments: try MotionVectors.counts())
  func `shows the number of each moment`(_ course: Course) throws {
    let sandbox = try sandbox(seconds: course.seconds, fps: course.framesPerSecond)

    for sample in course.samples {
      let shots = try sandbox.widgets(
        script(course), options(course) + ["--until", "\(Self.origin + sample.time)"])

      let metric = try #require(shots.last?.frame["n"])
      #expect(metric.shown == .whole(sample.shown), "at \(sample.time) ms")
      #expect(metric.text.trimmingBlanks == String(sample.shown), "at \(sample.time) ms")
      let target = course.events.last { $0.time <= sample.time }?.set
      #expect(metric.value == target.map { .whole($0) }, "at \(sample.time) ms")
      #expect(metric.label == target.map { String($0) }, "at \(sample.time) ms")
    }
  }

  @Test(arguments: try MotionVectors.counts())
  func `draws a frame for each change and none besides`(_ course: Course) throws {
    let sandbox = try sandbox(seconds: course.seconds, fps: course.framesPerSecond)

    let shots = try sandbox.widgets(script(course), options(course))
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

  /// The rows with durations that a config may have.
  static func durations() throws
    -> [(start: Int64, to: Int64, row: MotionVectors.CountDurations.Row)]
  {
    try MotionVectors.countDurations().flatMap { table in
      table.rows.filter { $0.seconds.value >= 0 }.map { (table.start, table.to, $0) }
    }
  }

  @Test func `a duration has as many frames as it has steps`() throws {
    for (start, to, row) in try Self.durations() {
      let sandbox = try sandbox(seconds: row.seconds.value, fps: row.framesPerSecond)
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
