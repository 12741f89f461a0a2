import TestKit
import Testing

/// The acceptance cases of `flip` through the whole program.
struct FlipVectorTests {
  typealias Course = MotionVectors.FlipCourse

  private static let origin: Int64 = 5000

  private func sandbox(_ course: Course) throws -> Sandbox {
    try Sandbox(
      config: Config.moving(
        "style: flip, presence: instant, initial: none, duration: \(course.duration)ms, "
          + "easing: \(course.easing), stagger: \(course.stagger)ms",
        "minimum_digits: \(course.minimumDigits)"))
  }

  private func script(_ course: Course) -> [String] {
    [value(course.initial, at: 0)]
      + course.events.map { value($0.set, at: Self.origin + $0.time) }
  }

  @Test(arguments: try MotionVectors.flips())
  func `turns the flaps of the places that change`(_ course: Course) throws {
    let sandbox = try sandbox(course)
    let options = course.isReduced ? ["--motion", "reduced"] : []

    for sample in course.samples {
      let time: Comment = "at \(sample.time) ms"
      let shots = try sandbox.widgets(
        script(course), options + ["--until", "\(Self.origin + sample.time)"])
      let shot = try #require(shots.last, time)
      let metric = try #require(shot.frame["n"])
      // A place that is dropped is gone at once; its width stays to the end, so nothing jitters.
      let cells = metric.cells.drop { $0.glyph == " " && $0.next == nil }
      #expect(metric.seen.trimmingBlanks == sample.text, time)
      #expect(shot.frame.moving == sample.moving, time)
      try #require(cells.count == sample.flaps.count, time)
      for (cell, flap) in zip(cells, sample.flaps) {
        #expect(cell.glyph == (flap.isResting ? flap.new : flap.old), time)
        #expect(cell.next == (flap.isResting ? nil : flap.new), time)
        #expect(abs(cell.progress - (flap.isResting ? 0 : flap.progress)) < 1.1e-6, time)
      }
    }
  }

  @Test func `has a place for each digit, zeros to fill and a minus`() throws {
    let rows = try MotionVectors.flipCells()
    let metrics = rows.indices.map { index in
      "  m\(index): {source: s.n, format: integer, motion: {style: flip, initial: none}, "
        + "minimum_digits: \(min(max(rows[index].minimumDigits, 1), 20))}"
    }
    let sandbox = try Sandbox(
      config: (["sources: {s: {command: \"true\"}}", "metrics:"] + metrics)
        .joined(separator: "\n"))
    let values = rows.indices.map { "\"m\($0)\": \(rows[$0].value)" }.joined(separator: ", ")

    let shots = try sandbox.widgets(["{\"at\": 0, \"value\": {\(values)}}"])

    let frame = try #require(shots.last?.frame)
    for (metric, row) in zip(frame.metrics, rows) {
      #expect(metric.cells.map(\.glyph) == row.cells, "\(row.value) with \(row.minimumDigits)")
    }
  }

  @Test(arguments: [0, -3, 21, 1_000_000_000])
  func `more or fewer zeros than can be are refused`(_ digits: Int) throws {
    let sandbox = try Sandbox(
      config: Config.moving("style: flip", "minimum_digits: \(digits)"))

    let run = try sandbox.run(["check"])

    #expect(run.status == 78)
    #expect(run.errors.contains("config.yaml:3:"), "\(run.errors)")
    #expect(run.errors.contains("'minimum_digits' must be between 1 and 20"), "\(run.errors)")
  }
}
