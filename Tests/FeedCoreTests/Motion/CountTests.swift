import FeedCore
import TestKit
import Testing

struct CountTests {
  private func board(
    _ start: Int64, duration: TimeSpan, fps: Double, isReduced: Bool = false
  ) -> Board {
    var settings = MotionSettings()
    settings.framesPerSecond = fps
    var board = Board(.integer(start), style: Count(), settings: settings, duration: duration)
    board.isReduced = isReduced
    return board
  }

  private func expect(_ samples: [MotionVectors.CountCourse.Sample], of board: Board) {
    for sample in samples {
      let now = Instant.milliseconds(sample.time)
      #expect(board.number(at: now) == .integer(sample.shown), "at \(sample.time) ms")
      #expect(board.text(at: now) == String(sample.shown), "at \(sample.time) ms")
    }
  }

  @Test(arguments: try MotionVectors.counts())
  func `runs from what is shown to the new number, slowing down`(
    _ course: MotionVectors.CountCourse
  ) throws {
    let fps = Double(course.framesPerSecond)
    if let steps = course.steps {
      #expect(Count.steps(seconds: course.seconds, framesPerSecond: fps) == steps)
    }
    var board = board(
      course.start, duration: .seconds(course.seconds), fps: fps, isReduced: course.isReduced)
    var rest = course.events[...]
    for sample in course.samples {
      while let event = rest.first, event.time <= sample.time {
        board.set(.integer(event.set), at: .milliseconds(event.time))
        rest.removeFirst()
      }
      expect([sample], of: board)
    }
    for moment in course.changes ?? [] {
      let time = TimeSpan.seconds(moment.time / 1000)
      #expect(board.number(at: .zero + time + .milliseconds(1)) == .integer(moment.shown))
      #expect(board.number(at: .zero + time + .milliseconds(-1)) != .integer(moment.shown))
    }
    if let frames = course.frames {
      let seen =
        [course.start] + (0...2000).map { Int64(board.text(at: .milliseconds($0))) ?? .min }
      #expect(zip(seen, seen.dropFirst()).count { $0 != $1 } == frames)
    }
    if let second = course.secondStart {
      let start = try #require(board.transition).start
      #expect(board.number(at: start) == .integer(second))
    }
    if let end = course.rest {
      #expect(board.isMoving(at: .milliseconds(end - 1)))
      #expect(!board.isMoving(at: .milliseconds(end)))
    }
  }

  @Test func `any duration has at least one step`() throws {
    for table in try MotionVectors.countDurations() {
      for row in table.rows {
        let (seconds, fps) = (row.seconds.value, Double(row.framesPerSecond))
        #expect(Count.steps(seconds: seconds, framesPerSecond: fps) == row.steps)
        var board = board(table.start, duration: .seconds(seconds), fps: fps)
        board.set(.integer(table.to), at: .zero)
        expect(row.samples ?? [], of: board)
      }
    }
  }

  struct Math: Decodable {
    struct Row: Decodable {
      let from: Int64
      let to: Int64
      let progress: MotionVectors.Real
      let value: Int64
    }

    let rows: [Row]
  }

  @Test func `the value at any progress is between the ends`() throws {
    for table in try MotionVectors.cases("count_math", as: Math.self) {
      for row in table.rows {
        let value = Count.value(from: row.from, to: row.to, progress: row.progress.value)
        #expect(value == row.value, "\(row.from) to \(row.to) at \(row.progress.value)")
      }
    }
  }

  @Test func `the same value again restarts nothing`() {
    var board = board(0, duration: .milliseconds(1200), fps: 24)
    board.set(.integer(1000), at: .zero)
    let end = board.transition?.end

    board.set(.integer(1000), at: .milliseconds(500))

    #expect(board.transition?.end == end)
  }

  @Test func `nothing has changed at the start, not even in the last bit`() {
    for (from, to) in [(Int64.max - 1, Int64.max), ((1 << 53) + 1, 0)] {
      var board = board(from, duration: .milliseconds(1200), fps: 24)
      board.set(.integer(to), at: .zero)
      #expect(board.number(at: .zero) == .integer(from))
    }
  }

  @Test func `a shrinking number keeps its width until the end`() {
    var board = board(1003, duration: .milliseconds(1200), fps: 24)
    board.set(.integer(7), at: .zero)

    #expect(board.cells(at: .milliseconds(1000)).map(\.visible) == Array("  13"))
    #expect(board.cells(at: .milliseconds(1199)).count == 4)
    #expect(board.cells(at: .milliseconds(1200)).map(\.visible) == ["7"])
  }

  @Test func `is finite where the difference of the ends is not`() {
    let middle = Count.value(from: .real(-1.6e308), to: .real(1.6e308), progress: 0.75)
    #expect(middle == .real(-1.6e308 * 0.25 + 1.6e308 * 0.75))
  }

  @Test(arguments: ["count", "spring", "odometer"])
  func `whole numbers pass through what is between them where decimals are shown`(
    _ name: String
  ) throws {
    let style = try #require(Catalog<any MotionStyle>.motionStyles[name])
    for (fraction, isWhole) in [(0, true), (2, false)] {
      var board = Board(.integer(1), style: style, formatter: TestFormatter(fraction: fraction))
      board.set(.integer(2), at: .zero)
      let number = try #require(board.number(at: .milliseconds(100))).double
      #expect((number == number.rounded()) == isWhole)
    }
  }

  @Test func `a first number after none does not count up from zero`() {
    var board = Board(nil, style: Count())
    board.set(.integer(1000), at: .zero)
    #expect(board.transition == nil)
  }

  /// Kilobytes and bytes: `2K` of 2000, `900B` of 900.
  private struct UnitFormatter: Formatter {
    func readout(of value: Quantity, like target: Quantity) -> Readout {
      let isLarge = target.double >= 1000
      let amount = Int64((value.double / (isLarge ? 1000 : 1)).rounded(.down))
      let digits = String(amount).enumerated().map {
        Readout.Part($1, .integer(String(amount).count - 1 - $0))
      }
      return Readout(digits + [Readout.Part(isLarge ? "K" : "B", .suffix(0))])
    }

    func reservedWidth(for target: Quantity) -> Int { 4 }

    func resolution(for target: Quantity) -> Double { target.double >= 1000 ? 1000 : 1 }
  }

  @Test func `keeps the unit of the target as long as that fits`() {
    var settings = MotionSettings()
    settings.easing = .linear
    var board = Board(
      .integer(20_000), style: Count(), settings: settings, duration: .seconds(2),
      formatter: UnitFormatter())
    board.set(.integer(0), at: .zero)
    #expect(board.text(at: .milliseconds(1000)) == "10K")
    #expect(board.text(at: .milliseconds(1960)) == "417B")

    var rising = Board(
      .integer(0), style: Count(), settings: settings, duration: .seconds(2),
      formatter: UnitFormatter())
    rising.set(.integer(20_000), at: .zero)
    #expect(rising.text(at: .milliseconds(50)) == "0K")

    settings.unit = .live
    var live = Board(
      .integer(0), style: Count(), settings: settings, duration: .seconds(2),
      formatter: UnitFormatter())
    live.set(.integer(20_000), at: .zero)
    #expect(live.text(at: .milliseconds(50)) == "417B")
  }
}
