import FeedCore
import TestKit
import Testing

struct WheelTests {
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

  @Test func `a carry moves the next wheel only between 9 and 0`() throws {
    struct Row: Decodable {
      let value: Double
      let wheels: [String: Double]
      let text: String
    }
    var settings = MotionSettings()
    settings.easing = .linear
    var board = Board(
      .integer(1998), style: Odometer(), settings: settings, duration: .seconds(2))
    board.set(.integer(2000), at: .zero)
    for row in try MotionVectors.table("odometer_1999_2000", as: [Row].self) {
      let now = Instant.zero + .seconds(row.value - 1998)
      #expect(board.text(at: now) == row.text)
      for (place, cell) in board.cells(at: now).reversed().enumerated() {
        #expect(cell == .wheel(at: try #require(row.wheels[String(place)])))
      }
    }
  }
}
