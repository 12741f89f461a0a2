/// The tables that several tests look into.
extension MotionVectors {
  /// Numbers as the panels of the reference write them.
  package struct Formats: Decodable {
    package struct Size: Decodable {
      package let number: Int64
      package let text: String

      enum CodingKeys: String, CodingKey {
        case number = "n"
        case text
      }
    }

    package struct Row: Decodable {
      package let number: Double
      package let text: String

      enum CodingKeys: String, CodingKey {
        case number = "x"
        case text
      }
    }

    package let bytes: [Size]
    package let integer: [Row]
    package let currency: [Row]
  }

  /// What the drum of blank and digits shows from one character to another.
  package struct DrumPath: Decodable, CustomStringConvertible {
    package let from: String
    package let to: String
    package let shows: [String]

    package var description: String { "'\(from)' to '\(to)'" }
  }

  /// How wheels turn from one number to another.
  package struct RollPlan: Decodable, CustomStringConvertible {
    package struct Wheel: Decodable {
      package let from: Double
      package let to: Int
      package let delta: Double
      package let enter: Bool
      package let exit: Bool
    }

    package let from: Int64
    package let to: Int64
    /// As a config names it.
    package let trend: String
    package let continuous: Bool
    /// By place from the right; the others stand still.
    package let wheels: [String: Wheel]

    package var description: String { "\(from) to \(to), \(trend)" }

    enum CodingKeys: String, CodingKey {
      case from, to, trend, continuous, wheels
    }

    package init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      from = try values.decode(Int64.self, forKey: .from)
      to = try values.decode(Int64.self, forKey: .to)
      continuous = try values.decode(Bool.self, forKey: .continuous)
      wheels = try values.decode([String: Wheel].self, forKey: .wheels)
      if let number = try? values.decode(Int.self, forKey: .trend) {
        trend = number == 0 ? "per_digit" : (number < 0 ? "down" : "up")
      } else {
        let name = try values.decode(String.self, forKey: .trend)
        trend = name == "shortest" ? "nearest" : name
      }
    }
  }

  /// Where the wheels of an odometer are at a number.
  package struct OdometerRow: Decodable {
    package let value: Double
    /// Positions by place from the right.
    package let wheels: [String: Double]
    package let text: String
  }

  /// A point of a curve.
  package struct Point: Decodable {
    package let x: Double
    package let y: Double
  }

  package static func formats() throws -> Formats { try table("formats", as: Formats.self) }

  package static func drum() throws -> [DrumPath] { try table("drum", as: [DrumPath].self) }

  package static func rollPlans() throws -> [RollPlan] {
    try table("roll_plans", as: [RollPlan].self)
  }

  package static func odometer() throws -> [OdometerRow] {
    try table("odometer_1999_2000", as: [OdometerRow].self)
  }

  /// Named curves, point by point.
  package static func easings() throws -> [String: [Point]] {
    try table("easing", as: [String: [Point]].self)
  }

  /// The four numbers of named curves.
  package static func controlPoints() throws -> [String: [Double]] {
    try table("easing_control_points", as: [String: [Double]].self)
  }
}
