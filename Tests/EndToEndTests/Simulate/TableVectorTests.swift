import TestKit
import Testing

/// The tables of the vectors through the whole program.
struct TableVectorTests {
  private static let origin: Int64 = 5000

  /// The picture of `n` at each of these times after a change, given how it moves.
  private func pictures(
    _ motion: String, format: String = "integer", from start: Int64, to target: Int64,
    at times: [Int64]
  ) throws -> [Int64: Widget.Metric] {
    let sandbox = try Sandbox(config: Config.moving("\(motion), initial: none", format: format))
    let script = [value(start, at: 0), value(target, at: Self.origin)]
    let step = commonStep(times + [Self.origin])
    let shots = try sandbox.widgets(
      script, ["--every", "\(step)", "--until", "\(Self.origin + (times.max() ?? 0))"])
    return Dictionary(
      uniqueKeysWithValues: shots.compactMap { shot in
        shot.frame["n"].map { (shot.at - Self.origin, $0) }
      })
  }

  /// How far the cell is, 1 when it is at rest.
  private func progress(_ cell: Widget.Cell) -> Double { cell.next == nil ? 1 : cell.progress }

  @Test func `a curve is itself by its name and by its numbers`() throws {
    let numbers = try MotionVectors.controlPoints()
    for (name, points) in try MotionVectors.easings() {
      for easing in [name, numbers[name].map { "\($0)" }].compactMap(\.self) {
        let times = points.map { Int64(($0.x * 1000).rounded()) }
        let pictures = try pictures(
          "style: fade, duration: 1s, easing: \(easing)", from: 1, to: 2, at: times)
        for (point, time) in zip(points, times) {
          let cell = try #require(pictures[time]?.cells.last)
          #expect(abs(progress(cell) - point.y) < 1.1e-6, "\(easing) at \(point.x)")
        }
      }
    }
  }

  @Test func `a flap falls as the table says`() throws {
    let table = try MotionVectors.flipProgress()
    let letters = ["A": "4", "B": "7"]
    let pictures = try pictures(
      "style: flip, duration: \(table.duration)ms", from: 4, to: 7, at: table.rows.map(\.time))
    for row in table.rows {
      let metric = try #require(pictures[row.time])
      let cell = try #require(metric.cells.last)
      #expect(metric.seen == letters[row.flap.visible], "at \(row.time) ms")
      #expect(abs(progress(cell) - row.flap.progress) < 1.1e-6, "at \(row.time) ms")
    }
  }

  @Test func `a flap that changes in the air ends when the table does, without going back`() throws
  {
    struct Table: Decodable {
      struct Row: Decodable {
        let time: Int64
        let shown: String

        enum CodingKeys: String, CodingKey {
          case time = "t_ms"
          case shown
        }
      }

      let rows: [Row]
    }
    let rows = try MotionVectors.table("seed_retarget_additive", as: Table.self).rows
    let change = try #require(rows.first { $0.shown == "C" }).time
    let end = try #require(rows.last).time
    let sandbox = try Sandbox(config: Config.moving("style: flip, initial: none"))

    let shots = try sandbox.widgets([
      value(1, at: 0), value(2, at: Self.origin), value(3, at: Self.origin + change),
    ])

    let seen = shots.compactMap { $0.frame["n"]?.seen }
    #expect(Set(seen) == ["1", "3"])
    #expect(seen == seen.sorted())
    #expect(shots.last?.at == Self.origin + end)
  }

  @Test func `a number on a spring is where the table says`() throws {
    let table = try MotionVectors.springs()
    for unit in [table.snappy, table.quick] {
      let pictures = try pictures(
        "style: spring, clamp: false, "
          + "spring: {duration: \(Int(unit.duration * 1000))ms, bounce: \(unit.bounce)}",
        format: "{decimal: , fraction: 9}", from: 0, to: 1, at: unit.steps.map(\.time))
      for step in unit.steps {
        let shown = try #require(pictures[step.time]?.shown?.number)
        #expect(abs(shown - step.x) < 1.1e-6, "at \(step.time) ms")
      }
    }
  }

  @Test func `a spring that gets a new target keeps its speed, and rests on time`() throws {
    let table = try MotionVectors.springs()
    let sandbox = try Sandbox(
      config: Config.moving(
        "style: spring, clamp: false, initial: none", format: "{decimal: , fraction: 9}"))
    let change = Self.origin + table.retarget.time
    let script = [
      value(0, at: 0), value(100, at: Self.origin), value(Int64(table.retarget.to), at: change),
    ]
    for step in table.retarget.after {
      let shot = try sandbox.widgets(script, ["--until", "\(change + step.time)"]).last
      let shown = try #require(shot?.frame["n"]?.shown?.number)
      #expect(abs(shown - step.x) < 1.1e-6, "\(step.time) ms after")
    }
    for (target, milliseconds) in table.rests {
      let sandbox = try Sandbox(
        config: Config.moving("style: spring, clamp: false, initial: none"))
      let shots = try sandbox.widgets([value(0, at: 0), value(target, at: Self.origin)])
      #expect(shots.last?.at == Self.origin + milliseconds, "0 to \(target)")
      #expect(shots.last?.frame.moving == false)
    }
  }

  @Test func `flaps wait for one another`() throws {
    let table = try MotionVectors.stagger()
    let pictures = try pictures(
      "style: flip, stagger: \(table.stagger)ms", from: table.from, to: table.to,
      at: table.rows.map(\.time))
    for row in table.rows {
      let metric = try #require(pictures[row.time])
      #expect(metric.seen == row.text, "at \(row.time) ms")
      for (place, cell) in metric.cells.reversed().enumerated() {
        let expected = try #require(row.progress["\(place)"])
        #expect(abs(progress(cell) - expected) < 1.1e-6, "place \(place) at \(row.time) ms")
      }
    }
  }

  /// Whether a cell is a wheel at this position, to the digits of a frame.
  private func expect(_ cell: Widget.Cell, at position: Double, _ comment: Comment) {
    let lower = position.rounded(.down)
    let digits = [lower, lower + 1].map { "\((Int($0) % 10 + 10) % 10)" }
    let fraction = position - lower
    #expect(cell.glyph == digits[0], comment)
    #expect(cell.next == (fraction == 0 ? nil : digits[1]), comment)
    #expect(abs(cell.progress - fraction) < 1.1e-6, comment)
  }

  @Test func `the wheels of an odometer carry`() throws {
    let rows = try MotionVectors.odometer()
    let first = try #require(rows.first).value
    let last = try #require(rows.last).value
    let pictures = try pictures(
      "style: odometer, easing: linear, duration: \(Int(last - first))s", from: Int64(first),
      to: Int64(last), at: rows.map { Int64(($0.value - first) * 1000) })
    for row in rows {
      let metric = try #require(pictures[Int64((row.value - first) * 1000)])
      #expect(metric.seen == row.text)
      for (place, cell) in metric.cells.reversed().enumerated() {
        expect(cell, at: try #require(row.wheels["\(place)"]), "place \(place) at \(row.value)")
      }
    }
  }

  @Test(arguments: try MotionVectors.rollPlans())
  func `wheels roll by their travel`(_ plan: MotionVectors.RollPlan) throws {
    let times: [Int64] = [125, 375, 500, 875]
    let pictures = try pictures(
      "style: roll, easing: linear, duration: 1s, trend: \(plan.trend), "
        + "continuous: \(plan.continuous)", from: plan.from, to: plan.to, at: times)
    for time in times {
      let metric = try #require(pictures[time])
      for (place, cell) in metric.cells.reversed().enumerated() {
        let comment: Comment = "place \(place) at \(time) ms"
        guard let wheel = plan.wheels["\(place)"] else {
          #expect(cell.next == nil, comment)
          continue
        }
        if wheel.enter || wheel.exit {
          #expect(cell.glyph == " " || cell.next == " ", comment)
        } else {
          expect(cell, at: wheel.from + wheel.delta * Double(time) / 1000, comment)
        }
      }
    }
  }

  @Test(arguments: try MotionVectors.drum())
  func `flaps in sequence show all that is between`(_ path: MotionVectors.DrumPath) throws {
    /// A number with the character in the tens.
    func number(_ tens: String) -> Int64 {
      tens == " " ? 7 : tens == "0" ? 107 : Int64(tens + "7") ?? 0
    }
    let sandbox = try Sandbox(
      config: Config.moving("style: flip, flaps: sequence, initial: none, fps: 60"))
    let script = [value(number(path.from), at: 0), value(number(path.to), at: Self.origin)]

    let shots = try sandbox.widgets(script, ["--every", "10", "--until", "\(Self.origin + 700)"])

    var shown = [path.from]
    for shot in shots where shot.at >= Self.origin {
      let cells = try #require(shot.frame["n"]).cells
      let cell = cells.count > 1 ? cells[cells.count - 2] : nil
      let glyph = cell.map { $0.progress < 0.5 ? $0.glyph : $0.next ?? $0.glyph } ?? " "
      if glyph != shown.last { shown.append(glyph) }
    }
    #expect(shown.dropFirst() == path.shows[...])
  }

  @Test func `numbers are written as the table has them`() throws {
    let formats = try MotionVectors.formats()
    let rows =
      formats.bytes.map { ("file_size", "\($0.number)", $0.text.replacing(",", with: "")) }
      + formats.integer.map { ("integer", "\($0.number)", $0.text.replacing(",", with: "")) }
      + formats.currency.map { row in
        // The minus comes before the sign of the currency here.
        let text = row.text.hasPrefix("$-") ? "-$" + row.text.dropFirst(2) : row.text
        return ("{currency: USD, fraction: 4}", "\(row.number)", text)
      }
    for (format, number, text) in rows {
      let sandbox = try Sandbox(
        config: "locale: C\n" + Config.moving("style: none", format: format))
      let shots = try sandbox.widgets(["{\"at\": 0, \"value\": {\"n\": \(number)}}"])
      #expect(shots.last?.frame["n"]?.label == text, "\(number) in \(format)")
    }
  }

  @Test func `a flap is drawn as the table has it in lines of text`() throws {
    let table = try MotionVectors.drawing()
    let sandbox = try Sandbox(
      config: "output: {background: '\(table.background)', foreground: '\(table.foreground)'}\n"
        + Config.moving("style: flip, dim: 0.25, initial: none, fps: 60"))
    let script = [value(4, at: 0), value(7, at: Self.origin)]
    for row in table.flap {
      for (output, drawn) in [("plain", row.plain), ("tmux", row.tmux)] {
        let shot = try sandbox.texts(
          script, as: output,
          ["--every", "\(commonStep([Self.origin, row.time]))"]
            + ["--until", "\(Self.origin + row.time)"]
        ).last
        #expect(shot?.frame == drawn, "\(output) at \(row.time) ms")
      }
    }
  }

  @Test func `a wheel shows the table's glyphs in plain text`() throws {
    for row in try MotionVectors.drawing().wheel {
      let start = Int64(row.position.rounded(.down))
      let time = Int64((row.position - Double(start)) * 1000)
      let pictures = try pictures(
        "style: roll, easing: linear, duration: 1s", from: start, to: start + 1, at: [time])
      // A number that gets a place has it from the first.
      #expect(try #require(pictures[time]).seen.hasSuffix(row.plain), "at \(row.position)")
    }
  }

  @Test(arguments: [("edge: none", false), ("dim: 0", true), ("edge: sweep", true)])
  func `flaps show edge and shadow as the config wants it`(
    _ keys: String, _ hasEdge: Bool
  ) throws {
    let sandbox = try Sandbox(config: Config.moving("style: flip, \(keys), initial: none"))
    let shot = try sandbox.texts(
      [value(4, at: 0), value(7, at: Self.origin)], as: "tmux",
      ["--every", "120", "--until", "5160"]
    ).last
    let frame = try #require(shot?.frame)
    #expect(frame.contains("overline") == hasEdge)
    #expect(frame.contains("fg=#") == (keys != "dim: 0"))
  }
}
