/// How outputs draw one place of a number on its way.
extension MotionVectors {
  package struct Drawing: Decodable {
    /// A flap from 4 to 7 in 420 ms that darkens by a quarter.
    package struct Flap: Decodable {
      /// In milliseconds.
      package let time: Int64
      package let plain: String
      package let pango: String
      package let tmux: String
      package let ansi: String

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case plain, pango, tmux, ansi
      }
    }

    /// A wheel of ten digits.
    package struct Wheel: Decodable {
      package let position: Double
      package let plain: String
      package let pango: String
      package let tmux: String

      enum CodingKeys: String, CodingKey {
        case position = "pos"
        case plain, pango, tmux
      }
    }

    package let foreground: String
    package let background: String
    package let flap: [Flap]
    package let wheel: [Wheel]

    enum CodingKeys: String, CodingKey {
      case foreground = "fg"
      case background = "bg"
      case flap, wheel
    }
  }

  package static func drawing() throws -> Drawing { try table("draw", as: Drawing.self) }
}
