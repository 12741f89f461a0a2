import FeedCore
import TestKit
import Testing

struct RollTests {
  struct Plan: Decodable, CustomTestStringConvertible {
    struct Wheel: Decodable {
      let from: Double
      let to: Int
      let delta: Double
      let enter: Bool
      let exit: Bool
    }

    let from: Int64
    let to: Int64
    let trend: MotionSettings.Trend
    let continuous: Bool
    let wheels: [String: Wheel]

    enum CodingKeys: String, CodingKey {
      case from, to, trend, continuous, wheels
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      from = try values.decode(Int64.self, forKey: .from)
      to = try values.decode(Int64.self, forKey: .to)
      continuous = try values.decode(Bool.self, forKey: .continuous)
      wheels = try values.decode([String: Wheel].self, forKey: .wheels)
      if let number = try? values.decode(Int.self, forKey: .trend) {
        trend = number == 0 ? .perDigit : (number < 0 ? .down : .up)
      } else {
        trend = try values.decode(String.self, forKey: .trend) == "shortest" ? .nearest : .auto
      }
    }

    var testDescription: String { "\(from) to \(to), \(trend)" }
  }

  @Test(arguments: try MotionVectors.table("roll_plans", as: [Plan].self))
  func `each wheel turns by its travel`(_ plan: Plan) {
    var settings = MotionSettings()
    settings.easing = .linear
    settings.trend = plan.trend
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
}
