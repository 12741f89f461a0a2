/// What the cases of `flip` say, whoever flips.
extension MotionVectors {
  /// One place of a row at one moment.
  package struct Flap: Decodable {
    /// From the right.
    package let place: Int?
    package let old: String
    package let new: String
    package let progress: Double
    /// What a display with one glyph a place shows.
    package let visible: String
    /// Where the free edge of the flap is: `none`, `top`, `middle`, `bottom`.
    package let edge: String
    /// Its brightness, where half-way takes a quarter of it.
    package let intensity: Double

    /// Nothing falls here: not yet, or no more.
    package var isResting: Bool { old == new || progress >= 1 }
  }

  /// A row of flaps that gets values, and what is seen of it on the way.
  package struct FlipCourse: Decodable, CustomStringConvertible {
    package struct Sample: Decodable {
      /// In milliseconds.
      package let time: Int64
      package let text: String
      package let moving: Bool
      /// From the left.
      package let flaps: [Flap]

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case flaps = "cells"
        case text, moving
      }
    }

    package let id: String
    package let initial: Int64
    package let minimumDigits: Int
    /// In milliseconds.
    package let duration: Int64
    package let easing: String
    package let isReduced: Bool
    /// In milliseconds, from place to place.
    package let stagger: Int64
    package let events: [CountCourse.Event]
    package let samples: [Sample]

    package var description: String { id }

    enum CodingKeys: String, CodingKey {
      case minimumDigits = "minimum_digits"
      case duration = "duration_ms"
      case isReduced = "reduced"
      case stagger = "stagger_ms"
      case id, initial, easing, events, samples
    }
  }

  /// The places of a number at rest.
  package struct FlipCells: Decodable {
    package struct Row: Decodable {
      package let value: Int64
      package let minimumDigits: Int
      /// From the left.
      package let cells: [String]

      enum CodingKeys: String, CodingKey {
        case minimumDigits = "minimum_digits"
        case value, cells
      }
    }

    package let rows: [Row]
  }

  /// A single flap from `A` to `B`.
  package struct FlipProgress: Decodable {
    package struct Row: Decodable {
      /// In milliseconds.
      package let time: Int64
      package let flap: Flap

      enum CodingKeys: String, CodingKey { case time = "t_ms" }

      package init(from decoder: any Decoder) throws {
        time = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .time)
        flap = try Flap(from: decoder)
      }
    }

    /// In milliseconds.
    package let duration: Int64
    package let rows: [Row]

    enum CodingKeys: String, CodingKey {
      case duration = "duration_ms"
      case rows
    }
  }

  /// A row whose places wait for one another.
  package struct Stagger: Decodable {
    package struct Row: Decodable {
      /// In milliseconds.
      package let time: Int64
      package let text: String
      package let moving: Bool
      /// By place from the right.
      package let progress: [String: Double]

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case text, moving, progress
      }
    }

    package let from: Int64
    package let to: Int64
    /// In milliseconds.
    package let stagger: Int64
    package let rows: [Row]

    enum CodingKeys: String, CodingKey {
      case stagger = "stagger_ms"
      case from, to, rows
    }
  }

  package static func flips() throws -> [FlipCourse] { try cases("flip", as: FlipCourse.self) }

  package static func flipCells() throws -> [FlipCells.Row] {
    try cases("flip_cells", as: FlipCells.self).flatMap(\.rows)
  }

  package static func flipProgress() throws -> FlipProgress {
    try table("flip_progress", as: FlipProgress.self)
  }

  package static func stagger() throws -> Stagger { try table("stagger_40ms", as: Stagger.self) }
}
