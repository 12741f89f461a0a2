/// What the cases of `count` say, whoever counts.
extension MotionVectors {
  /// A number that gets values, and what is shown of it on the way.
  package struct CountCourse: Decodable, CustomStringConvertible {
    /// A value, and when it comes, in milliseconds.
    package struct Event: Decodable {
      package let time: Int64
      package let set: Int64

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case set
      }
    }

    /// The number on screen at a time in milliseconds.
    package struct Sample: Decodable {
      package let time: Int64
      package let shown: Int64

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case shown
      }
    }

    /// A time in milliseconds, and the number from then on.
    package struct Moment: Decodable {
      package let time: Double
      package let shown: Int64

      package init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        time = try pair.decode(Double.self)
        shown = try pair.decode(Int64.self)
      }
    }

    package let id: String
    /// At rest before the first event.
    package let start: Int64
    package let events: [Event]
    package let seconds: Double
    package let framesPerSecond: Int
    package let isReduced: Bool
    package let samples: [Sample]
    /// Of a single change: in how many steps.
    package let steps: Int?
    package let changes: [Moment]?
    package let frames: Int?
    /// What the last motion starts from.
    package let secondStart: Int64?
    /// When all is at rest, in milliseconds.
    package let rest: Int64?

    package var description: String { id }

    enum CodingKeys: String, CodingKey {
      case seconds = "duration_s"
      case framesPerSecond = "fps"
      case isReduced = "reduced"
      case frames = "max_frames"
      case secondStart = "second_start"
      case rest = "rests_at_ms"
      case id, start, initial, to, events, samples, steps, changes
    }

    package init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      id = try fields.decode(String.self, forKey: .id)
      if fields.contains(.events) {
        start = try fields.decode(Int64.self, forKey: .initial)
        events = try fields.decode([Event].self, forKey: .events)
      } else {
        start = try fields.decode(Int64.self, forKey: .start)
        events = [Event(time: 0, set: try fields.decode(Int64.self, forKey: .to))]
      }
      seconds = try fields.decode(Double.self, forKey: .seconds)
      framesPerSecond = try fields.decode(Int.self, forKey: .framesPerSecond)
      isReduced = try fields.decode(Bool.self, forKey: .isReduced)
      samples = try fields.decode([Sample].self, forKey: .samples)
      steps = try fields.decodeIfPresent(Int.self, forKey: .steps)
      changes = try fields.decodeIfPresent([Moment].self, forKey: .changes)
      frames = try fields.decodeIfPresent(Int.self, forKey: .frames)
      secondStart = try fields.decodeIfPresent(Int64.self, forKey: .secondStart)
      rest = try fields.decodeIfPresent(Int64.self, forKey: .rest)
    }
  }

  /// One change, in as many steps as each duration has.
  package struct CountDurations: Decodable {
    package struct Row: Decodable {
      package let seconds: Real
      package let framesPerSecond: Int
      package let steps: Int
      package let samples: [CountCourse.Sample]?

      enum CodingKeys: String, CodingKey {
        case seconds = "duration_s"
        case framesPerSecond = "fps"
        case steps, samples
      }
    }

    package let start: Int64
    package let to: Int64
    package let rows: [Row]
  }

  /// Every case with a single change, then every case with several.
  package static func counts() throws -> [CountCourse] {
    try cases("count", as: CountCourse.self) + cases("count_events", as: CountCourse.self)
  }

  package static func countDurations() throws -> [CountDurations] {
    try cases("count_table", as: CountDurations.self)
  }
}
