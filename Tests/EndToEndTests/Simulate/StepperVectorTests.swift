import Foundation
import TestKit
import Testing

/// The acceptance cases of steppers through the whole program.
struct StepperVectorTests {
  private func click(_ metric: String, _ part: String, at time: Int64) -> String {
    #"{"at": \#(time), "click": {"metric": "\#(metric)", "part": "\#(part)"}}"#
  }

  @Test(arguments: try MotionVectors.steppers())
  func `stops at its limits, and a total moves with it`(
    _ course: MotionVectors.StepperCourse
  ) throws {
    let sandbox = try Sandbox(
      config: """
        metrics:
          tickets: {stepper: {range: \(course.lower)..\(course.upper), step: \(course.step)}}
          total: {value: tickets * 24, format: {currency: EUR}}
        """)
    let pause: Int64 = 5000
    let script =
      [#"{"at": 0, "value": {"tickets": \#(course.initial)}}"#]
      + course.presses.enumerated().map { index, press in
        click("tickets", press.press == "+" ? "plus" : "minus", at: pause * Int64(index + 1))
      }

    let shots = try sandbox.widgets(script)

    for (index, press) in course.presses.enumerated() {
      let start = pause * Int64(index + 1)
      let before = try #require(shots.last { $0.at < start }?.frame["tickets"])
      #expect(before.value == .whole(press.before))
      let side = before.controls?.first { $0.part == (press.press == "+" ? "plus" : "minus") }
      #expect(side?.enabled == press.enabled)

      let frames = shots.filter { start <= $0.at && $0.at < start + pause }
      #expect(frames.isEmpty == !press.animates)
      let moving = frames.filter(\.frame.moving).compactMap(\.frame["tickets"])
      #expect(moving.contains { $0.cells.contains { $0.next != nil } } == press.animates)
      for shot in frames {
        #expect(shot.frame["tickets"]?.value == .whole(press.after))
        #expect(shot.frame["total"]?.value == .whole(press.derivedTotal))
      }
      let after = try #require(shots.last { $0.at < start + pause }?.frame)
      #expect(after["tickets"]?.shown == .whole(press.after))
      #expect(after["total"]?.shown == .whole(press.derivedTotal))
    }
  }

  /// Presses the side on every row, each a metric of its own.
  private func pressed(
    _ part: String, _ table: MotionVectors.StepperTable
  ) throws -> (before: Widget, after: Widget) {
    let metrics = table.rows.enumerated().map { index, row in
      "  r\(index): {stepper: {range: \(row.lower)..\(row.upper), step: \(row.step)}}"
    }
    let values = table.rows.enumerated().map { "\"r\($0)\": \($1.value)" }
    let sandbox = try Sandbox(config: "metrics:\n" + metrics.joined(separator: "\n") + "\n")
    let script =
      ["{\"at\": 0, \"value\": {\(values.joined(separator: ", "))}}"]
      + table.rows.indices.map { click("r\($0)", part, at: 1000) }

    // The config is warned of, and runs.
    let run = try sandbox.simulate(script, ["--output", "json"])
    #expect(run.status == 0 && !run.errors.isEmpty)
    let shots = try run.lines.map {
      try JSONDecoder().decode(Shot<Widget>.self, from: Data($0.utf8))
    }

    let before = try #require(shots.last { $0.at < 1000 })
    return (before.frame, try #require(shots.last).frame)
  }

  @Test(arguments: try MotionVectors.stepperTables(), ["plus", "minus"])
  func `never overflows, and lands on the limits from outside`(
    _ table: MotionVectors.StepperTable, _ part: String
  ) throws {
    let (before, after) = try pressed(part, table)

    for (index, row) in table.rows.enumerated() {
      let side = part == "plus" ? row.plus : row.minus
      let control = before["r\(index)"]?.controls?.first { $0.part == part }
      #expect(control?.enabled == side.enabled, "row \(index)")
      #expect(after["r\(index)"]?.value == .whole(side.to), "row \(index)")
      #expect(after["r\(index)"]?.shown == .whole(side.to), "row \(index)")
    }
  }
}
