/// How springs move.
extension MotionVectors {
  package struct Springs: Decodable {
    /// From 0 to 1, from rest.
    package struct Unit: Decodable {
      package let duration: Double
      package let bounce: Double
      package let stiffness: Double
      package let damping: Double
      package let ratio: Double
      package let steps: [Step]

      enum CodingKeys: String, CodingKey {
        case ratio = "damping_ratio"
        case steps = "unit_step"
        case duration, bounce, stiffness, damping
      }
    }

    /// Place and speed, a second, at a time in milliseconds.
    package struct Step: Decodable {
      package let time: Int64
      package let x: Double
      package let v: Double

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case x, v
      }
    }

    /// From 0 to 100, and on the way to another target.
    package struct Retarget: Decodable {
      package let time: Int64
      package let to: Double
      package let x: Double
      package let v: Double
      package let after: [Step]
      /// In milliseconds after the second target came.
      package let rest: Double

      enum CodingKeys: String, CodingKey {
        case time = "retarget_ms"
        case x = "x_at"
        case v = "v_at"
        case rest = "rest_ms_after_retarget"
        case to, after
      }
    }

    package let snappy: Unit
    package let quick: Unit
    package let retarget: Retarget
    /// In milliseconds, by the numbers that it runs between: `0->10`.
    package let rest: [String: Double]

    enum CodingKeys: String, CodingKey {
      case snappy = "snappy_0.5"
      case quick = "snappy_0.2"
      case retarget = "retarget_keeps_velocity"
      case rest = "rest_ms"
    }

    /// The targets of `rest`, with their times.
    package var rests: [(target: Int64, milliseconds: Int64)] {
      rest.compactMap { range, time in
        range.split(separator: ">").last.flatMap { Int64($0) }.map { ($0, Int64(time)) }
      }
    }
  }

  package static func springs() throws -> Springs { try table("springs", as: Springs.self) }
}
