import FeedCore
import TestKit
import Testing

struct RollTests {
  @Test(arguments: try MotionVectors.rollPlans())
  func `each wheel turns by its travel`(_ plan: MotionVectors.RollPlan) throws {
    var settings = MotionSettings()
    settings.easing = .linear
    settings.trend = try #require(MotionSettings.Trend(rawValue: plan.trend))
    settings.continuous = plan.continuous
    var board = Board(
      .integer(plan.from), style: Roll(), settings: settings, duration: .seconds(1))
    board.set(.integer(plan.to), at: .zero)

    for share in [0, 0.125, 0.375, 0.5, 0.875] {
      let cells = board.cells(at: .zero + .seconds(share))
      for (place, cell) in cells.reversed().enumerated() {
        guard let wheel = plan.wheels[String(place)] else {
          #expect(!cell.isMoving)
          continue
        }
        let from = wheel.enter ? Cell.blank : Character("\(Int(wheel.from))")
        let to = wheel.exit ? Cell.blank : Character("\(wheel.to)")
        let expected =
          wheel.enter || wheel.exit
          ? Cell.turning(
            from: from, to: to, progress: share, direction: wheel.delta < 0 ? -1 : 1)
          : Cell.wheel(at: wheel.from + wheel.delta * share)
        #expect(cell == expected, "place \(place) at \(share)")
      }
    }
    #expect(board.text(at: .zero + .seconds(1)) == String(plan.to))
  }

  private func rolling(
    _ start: Int64, to target: Int64, _ settings: MotionSettings = MotionSettings()
  ) -> Board {
    var settings = settings
    settings.easing = settings.spring == nil ? .linear : nil
    var board = Board(
      .integer(start), style: Roll(), settings: settings, duration: .seconds(1))
    board.set(.integer(target), at: .zero)
    return board
  }

  @Test func `back to the digit that is seen is the short way`() {
    var board = rolling(1998, to: 1999)
    board.set(.integer(1998), at: .milliseconds(300))

    #expect(board.cells(at: .milliseconds(300))[3] == .wheel(at: 8.3))
    #expect(board.cells(at: .milliseconds(800))[3].glyph == "8")
    #expect(board.cells(at: .milliseconds(800))[3].progress.isClose(to: 0.15))
  }

  @Test func `a wheel on its way to the new digit goes on, also when the number turns back`() {
    var board = rolling(14, to: 15)
    board.set(.integer(5), at: .milliseconds(300))

    let cell = board.cells(at: .milliseconds(800))[1]
    #expect(cell.glyph == "4" && cell.next == "5" && cell.progress.isClose(to: 0.65))
  }

  @Test func `a spring of its own is not cut off at the duration`() throws {
    var settings = MotionSettings()
    settings.spring = Spring(duration: .seconds(3), bounce: 0)
    let board = rolling(0, to: 9, settings)
    let transition = try #require(board.transition)

    #expect(transition.end > .milliseconds(2000))
    let last = try #require(board.cells(at: transition.end + .milliseconds(-1)).last)
    #expect(last.next == "9" && last.progress > 0.9 || last == Cell("9"))
  }

  @Test func `overshooting curves end where the digit is`() {
    var settings = MotionSettings()
    settings.easing = .bezier(x1: 0.34, y1: 1.56, x2: 0.64, y2: 1)
    for clamp in [true, false] {
      settings.clamp = clamp
      var board = Board(.integer(0), style: Roll(), settings: settings, duration: .seconds(1))
      board.set(.integer(5), at: .zero)
      let cell = board.cells(at: .milliseconds(700))[0]
      #expect(clamp ? cell == Cell("5") : cell.glyph == "5" && cell.next == "6")
    }
  }

  private static func clock(
    _ start: String, to target: String, _ change: (inout MotionSettings) -> Void = { _ in }
  ) -> (any Transition)? {
    var settings = MotionSettings()
    settings.easing = .linear
    settings.lastDigits = [1: 5, 3: 5, 5: 2]
    change(&settings)
    return Roll().transition(
      for: Change(
        from: Shown(row: Array(start), number: nil), target: nil, row: Array(target),
        formatter: TestFormatter(), settings: settings, duration: .seconds(1), start: .zero))
  }

  @Test func `a wheel with fewer digits turns past its last one to zero`() throws {
    let clock = try #require(Self.clock("09:59:59", to: "10:00:00"))

    let cells = clock.cells(at: .milliseconds(250))

    #expect(
      cells == [
        .wheel(at: 0.25), .wheel(at: 9.25), Cell(":"), .wheel(at: 5.25, of: 6), .wheel(at: 9.25),
        Cell(":"), .wheel(at: 5.25, of: 6), .wheel(at: 9.25),
      ])
    #expect(cells[3] == Cell("5", next: "0", progress: 0.25, look: .wheel))
    // The wheel of two, one and zero hours goes on to zero, and back by way of them.
    let midnight = try #require(Self.clock("23:59:59", to: "00:00:00"))
    #expect(midnight.cells(at: .milliseconds(500))[0] == .wheel(at: 2.5, of: 3))
    let back = try #require(Self.clock("00:10", to: "00:50") { $0.trend = .nearest })
    #expect(back.cells(at: .milliseconds(500))[3] == .wheel(at: 0, of: 6))
  }

  @Test func `a digit beyond a wheel's last one takes a whole wheel`() throws {
    let clock = try #require(Self.clock("00:59", to: "00:70"))
    #expect(clock.cells(at: .milliseconds(500))[3] == .wheel(at: 6))
    let unit = try #require(Self.clock("5m 59s", to: "6m 00s"))
    #expect(unit.cells(at: .milliseconds(250))[3] == .wheel(at: 5.25, of: 6))
  }

  @Test func `every wheel of fewer digits ends where the digit is, by whatever way`() {
    for trend in MotionSettings.Trend.allCases {
      for last in 1...9 {
        for (old, new) in [(0, 1), (1, 0), (0, last), (last, 0), (last / 2, last)] {
          for direction in [-1, 1] {
            let travel = Roll.travel(
              from: Double(old), to: new, of: last + 1, trend: trend, direction: direction)
            #expect(Cell.wheel(at: Double(old) + travel, of: last + 1) == Cell(Character("\(new)")))
            #expect(travel.magnitude <= Double(last))
            if trend == .nearest { #expect(travel.magnitude <= Double(last + 1) / 2) }
          }
        }
      }
    }
  }
}
