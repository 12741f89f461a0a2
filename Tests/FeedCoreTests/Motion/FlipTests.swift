import FeedCore
import TestKit
import Testing

struct FlipTests {
  struct Flap: Decodable {
    let place: Int?
    let old: String
    let new: String
    let progress: Double
    let visible: String
    let edge: String
    let intensity: Double
  }

  struct Run: Decodable, CustomTestStringConvertible {
    struct Event: Decodable {
      let time: Int64
      let set: Int64

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case set
      }
    }

    struct Sample: Decodable {
      let time: Int64
      let text: String
      let moving: Bool
      let cells: [Flap]

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case text, moving, cells
      }
    }

    let id: String
    let initial: Int64
    let minimumDigits: Int
    let duration: Int64
    let easing: String
    let reduced: Bool
    let stagger: Int64
    let events: [Event]
    let samples: [Sample]

    enum CodingKeys: String, CodingKey {
      case minimumDigits = "minimum_digits"
      case duration = "duration_ms"
      case stagger = "stagger_ms"
      case id, initial, easing, reduced, events, samples
    }

    var testDescription: String { id }
  }

  private static let dim = 0.25

  private func expect(_ cell: Cell, is flap: Flap, _ comment: Comment) {
    #expect(String(cell.visible) == flap.visible, comment)
    if let next = cell.next {
      #expect(cell.look == .flap, comment)
      #expect([String(cell.glyph), String(next)] == [flap.old, flap.new], comment)
      #expect(cell.progress.isClose(to: flap.progress), comment)
      #expect(Flip.edge(at: cell.progress).rawValue == flap.edge, comment)
      let intensity = Flip.intensity(at: cell.progress, dim: Self.dim)
      #expect(intensity.isClose(to: flap.intensity), comment)
    } else {
      #expect(flap.progress == 1 && flap.edge == "none" && flap.intensity == 1, comment)
    }
  }

  @Test(arguments: try MotionVectors.cases("flip", as: Run.self))
  func `only changed places flip, each from what is seen`(_ run: Run) throws {
    var settings = MotionSettings()
    settings.presence = .instant
    settings.stagger = .milliseconds(run.stagger)
    settings.easing = Easing.catalog[run.easing]
    #expect(settings.easing != nil)
    var board = Board(
      .integer(run.initial), style: Flip(), settings: settings,
      duration: .milliseconds(run.duration),
      formatter: TestFormatter(minimumDigits: run.minimumDigits))
    board.isReduced = run.reduced
    var rest = run.events[...]
    for sample in run.samples {
      while let event = rest.first, event.time <= sample.time {
        board.set(.integer(event.set), at: .milliseconds(event.time))
        rest.removeFirst()
      }
      let now = Instant.milliseconds(sample.time)
      let cells = board.cells(at: now)

      #expect(board.text(at: now) == sample.text, "at \(sample.time) ms")
      #expect(board.isMoving(at: now) == sample.moving, "at \(sample.time) ms")
      #expect(cells.count == sample.cells.count)
      for (cell, flap) in zip(cells, sample.cells) {
        expect(cell, is: flap, "place \(flap.place ?? -1) at \(sample.time) ms")
      }
    }
  }

  struct Cells: Decodable {
    struct Row: Decodable {
      let value: Int64
      let minimumDigits: Int
      let cells: [String]

      enum CodingKeys: String, CodingKey {
        case minimumDigits = "minimum_digits"
        case value, cells
      }
    }

    let rows: [Row]
  }

  @Test func `zeros fill the digits, and the minus is a place of its own`() throws {
    for table in try MotionVectors.cases("flip_cells", as: Cells.self) {
      for row in table.rows {
        let board = Board(
          .integer(row.value), style: Flip(),
          formatter: TestFormatter(minimumDigits: row.minimumDigits))
        #expect(board.cells(at: .zero).map { String($0.visible) } == row.cells)
      }
    }
  }

  @Test func `a flap falls like that of the reference`() throws {
    struct Table: Decodable {
      struct Row: Decodable {
        let time: Int64
        let flap: Flap

        enum CodingKeys: String, CodingKey { case time = "t_ms" }

        init(from decoder: any Decoder) throws {
          time = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .time)
          flap = try Flap(from: decoder)
        }
      }

      let rows: [Row]
    }
    var board = Board(.integer(4), style: Flip())
    board.set(.integer(7), at: .zero)
    for row in try MotionVectors.table("flip_progress", as: Table.self).rows {
      let cell = board.cells(at: .milliseconds(row.time))[0]
      let letters: [Character: Character] = ["4": "A", "7": "B"]
      let renamed = Cell(
        try #require(letters[cell.glyph]), next: cell.next.flatMap { letters[$0] },
        progress: cell.progress, look: cell.look)
      expect(renamed, is: row.flap, "at \(row.time) ms")
    }
  }

  @Test func `places wait their turn from the right`() throws {
    struct Table: Decodable {
      struct Row: Decodable {
        let time: Int64
        let text: String
        let moving: Bool
        let progress: [String: Double]

        enum CodingKeys: String, CodingKey {
          case time = "t_ms"
          case text, moving, progress
        }
      }

      let from: Int64
      let to: Int64
      let stagger: Int64
      let rows: [Row]

      enum CodingKeys: String, CodingKey {
        case stagger = "stagger_ms"
        case from, to, rows
      }
    }
    let table = try MotionVectors.table("stagger_40ms", as: Table.self)
    var settings = MotionSettings()
    settings.stagger = .milliseconds(table.stagger)
    var board = Board(.integer(table.from), style: Flip(), settings: settings)
    board.set(.integer(table.to), at: .zero)
    for row in table.rows {
      let now = Instant.milliseconds(row.time)
      #expect(board.text(at: now) == row.text)
      #expect(board.isMoving(at: now) == row.moving)
      for (place, cell) in board.cells(at: now).reversed().enumerated() {
        let progress = cell.isMoving ? cell.progress : 1
        #expect(progress.isClose(to: try #require(row.progress[String(place)])))
      }
    }
  }

  private func board(
    _ start: Int64, to target: Int64, _ presence: MotionSettings.Presence, width: Int = 0
  ) -> Board {
    var settings = MotionSettings()
    settings.presence = presence
    var board = Board(
      .integer(start), style: Flip(), settings: settings, formatter: TestFormatter(width: width))
    board.set(.integer(target), at: .zero)
    return board
  }

  @Test(arguments: [0, 4])
  func `at the swap, a row shows the old number or the new, never a mixture`(_ width: Int) {
    for (old, new) in [(9, 10), (10, 9), (-5, 12), (100, 7)] as [(Int64, Int64)] {
      let board = board(old, to: new, .atSwap, width: width)
      let places = max(String(old).count, String(new).count, width)

      for time: Int64 in [0, 100, 276, 277, 400, 419] {
        let now = Instant.milliseconds(time)
        #expect(board.text(at: now) == String(time < 277 ? old : new))
        #expect(board.cells(at: now).count == places)
      }
      #expect(board.cells(at: .milliseconds(420)).count == max(String(new).count, width))
    }
  }

  @Test func `at once, places come and go with the first frame`() {
    #expect(board(9, to: 10, .instant, width: 4).text(at: .zero) == "19")
    #expect(board(10, to: 9, .instant, width: 4).text(at: .zero) == "0")
    #expect(board(10, to: 9, .instant).cells(at: .zero).count == 1)
  }

  @Test func `places that come and go can fade while the others flip`() {
    let coming = board(9, to: 10, .fade).cells(at: .milliseconds(200))
    #expect(coming.map(\.look) == [.fade, .flap])
    #expect(coming.map(\.next) == ["1", "0"])
    let going = board(10, to: 9, .fade).cells(at: .milliseconds(200))
    #expect(going.map(\.look) == [.fade, .flap])
    #expect(going.map(\.next) == [Cell.blank, "9"])
  }

  @Test func `a flap in the air keeps its own time when the next change is shorter`() {
    var board = board(15, to: 26, .atSwap)
    let now = Instant.milliseconds(250)
    let before = board.cells(at: now)
    board.duration = .milliseconds(260)

    board.set(.integer(27), at: now)

    #expect(board.cells(at: now)[0] == before[0])
    #expect(board.cells(at: .milliseconds(419))[0].isMoving)
    #expect(!board.cells(at: .milliseconds(420))[0].isMoving)
    #expect(board.transition?.end == .milliseconds(510))
  }
}
