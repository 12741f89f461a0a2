import FeedCore
import TestKit
import Testing

struct FlipTests {
  private static let dim = 0.25

  private func expect(_ cell: Cell, is flap: MotionVectors.Flap, _ comment: Comment) {
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

  @Test(arguments: try MotionVectors.flips())
  func `only changed places flip, each from what is seen`(
    _ course: MotionVectors.FlipCourse
  ) throws {
    var settings = MotionSettings()
    settings.presence = .instant
    settings.stagger = .milliseconds(course.stagger)
    settings.easing = Easing.catalog[course.easing]
    #expect(settings.easing != nil)
    var board = Board(
      .integer(course.initial), style: Flip(), settings: settings,
      duration: .milliseconds(course.duration),
      formatter: TestFormatter(minimumDigits: course.minimumDigits))
    board.isReduced = course.isReduced
    var rest = course.events[...]
    for sample in course.samples {
      while let event = rest.first, event.time <= sample.time {
        board.set(.integer(event.set), at: .milliseconds(event.time))
        rest.removeFirst()
      }
      let now = Instant.milliseconds(sample.time)
      let cells = board.cells(at: now)

      #expect(board.text(at: now) == sample.text, "at \(sample.time) ms")
      #expect(board.isMoving(at: now) == sample.moving, "at \(sample.time) ms")
      #expect(cells.count == sample.flaps.count)
      for (cell, flap) in zip(cells, sample.flaps) {
        expect(cell, is: flap, "place \(flap.place ?? -1) at \(sample.time) ms")
      }
    }
  }

  @Test func `zeros fill the digits, and the minus is a place of its own`() throws {
    for row in try MotionVectors.flipCells() {
      let board = Board(
        .integer(row.value), style: Flip(),
        formatter: TestFormatter(minimumDigits: row.minimumDigits))
      #expect(board.cells(at: .zero).map { String($0.visible) } == row.cells)
    }
  }

  @Test func `a flap falls like that of the reference`() throws {
    let table = try MotionVectors.flipProgress()
    var board = Board(.integer(4), style: Flip(), duration: .milliseconds(table.duration))
    board.set(.integer(7), at: .zero)
    for row in table.rows {
      let cell = board.cells(at: .milliseconds(row.time))[0]
      let letters: [Character: Character] = ["4": "A", "7": "B"]
      let renamed = Cell(
        try #require(letters[cell.glyph]), next: cell.next.flatMap { letters[$0] },
        progress: cell.progress, look: cell.look)
      expect(renamed, is: row.flap, "at \(row.time) ms")
    }
  }

  @Test func `places wait their turn from the right`() throws {
    let table = try MotionVectors.stagger()
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

  @Test func `a letter that changes in the air is never flipped through twice`() throws {
    struct Table: Decodable {
      struct Row: Decodable {
        let time: Int64
        let shown: String

        enum CodingKeys: String, CodingKey {
          case time = "t_ms"
          case shown
        }
      }

      let rows: [Row]
    }
    // The table adds up both falls; from the glyph that is seen there is one, and the same end.
    let rows = try MotionVectors.table("seed_retarget_additive", as: Table.self).rows
    let change = try #require(rows.first { $0.shown == "C" }).time
    let numbers: [String: Int64] = ["A": 1, "B": 2, "C": 3]
    var board = Board(.integer(1), style: Flip())
    for row in rows {
      let now = Instant.milliseconds(row.time)
      if row.time == 60 { board.set(.integer(2), at: .zero) }
      if row.time == change { board.set(.integer(3), at: now) }

      let cell = board.cells(at: now)[0]

      let target = try #require(numbers[row.shown])
      #expect(board.number == .integer(target))
      #expect(cell.glyph == "1" || !cell.isMoving, "at \(row.time) ms")
      #expect(cell.next == nil || cell.next == Character(String(target)), "at \(row.time) ms")
      #expect(board.isMoving(at: now) == (row.time < change + 420), "at \(row.time) ms")
    }
    #expect(rows.last?.time == change + 420)
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
