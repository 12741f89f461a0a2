import FeedCore
import TestKit
import Testing

/// Flaps that fall in sequence.
struct DrumTests {
  @Test(arguments: try MotionVectors.drum())
  func `a drum turns forward through all that is between`(_ path: MotionVectors.DrumPath) {
    let shows = Drum.digits.characters(from: Character(path.from), to: Character(path.to))
    #expect(shows.map { String($0) } == path.shows)
  }

  @Test func `what is not on the drum comes and goes with one flap`() {
    #expect(Drum.digits.characters(from: "-", to: "7") == ["7"])
    #expect(Drum.digits.characters(from: "7", to: "-") == ["-"])
    #expect(Drum.digits.characters(from: "7", to: "7") == [])
  }

  @Test func `a drum has each character once`() {
    #expect(Drum(Array("0120")) == nil)
    #expect(Drum(["0"]) == nil)
    #expect(Drum(Array(" 0123456789")) == .digits)
  }

  private static let bright = Cell.Look.falling(dim: 0, edge: .auto)

  private func board(
    _ start: Int64, to target: Int64, _ change: (inout MotionSettings) -> Void = { _ in }
  ) -> Board {
    var settings = MotionSettings()
    settings.flaps = .sequence
    settings.easing = .linear
    change(&settings)
    var board = Board(.integer(start), style: Flip(), settings: settings)
    board.set(.integer(target), at: .zero)
    return board
  }

  @Test func `each flap of a sequence takes its time`() {
    let board = board(9, to: 8)

    #expect(board.transition?.end == .milliseconds(600))
    for (index, glyph) in ["9", " ", "0", "1", "2", "3", "4", "5", "6", "7"].enumerated() {
      let start = Int64(index) * 60
      #expect(board.cells(at: .milliseconds(start))[0].glyph == Character(glyph))
      #expect(board.cells(at: .milliseconds(start))[0].progress == 0)
      #expect(board.cells(at: .milliseconds(start + 30))[0].progress == 0.5)
      #expect(board.cells(at: .milliseconds(start + 59))[0].glyph == Character(glyph))
    }
    #expect(board.cells(at: .milliseconds(600)) == [Cell("8")])
  }

  @Test func `places end as soon as they show their digit`() {
    let board = board(19, to: 28)

    #expect(board.cells(at: .milliseconds(59))[0].isMoving)
    #expect(board.cells(at: .milliseconds(60))[0] == Cell("2"))
    #expect(board.cells(at: .milliseconds(599))[1].isMoving)
  }

  @Test func `a sequence is no longer than motion may be`() {
    let board = board(9, to: 8) { $0.maximumDuration = .milliseconds(200) }

    #expect(board.transition?.end == .milliseconds(200))
    #expect(board.cells(at: .milliseconds(70))[0].glyph == "1")
  }

  @Test func `a new number turns on from the flap that is seen, a flap on its way stays`() {
    var board = board(3, to: 7)
    board.set(.integer(6), at: .milliseconds(100))

    // Two flaps have fallen but for a third of the second.
    #expect(
      board.cells(at: .milliseconds(100))
        == [Cell("5", next: "6", progress: 0, look: Self.bright)])
    #expect(board.transition?.end == .milliseconds(160))
    board.set(.integer(16), at: .milliseconds(130))
    #expect(board.transition?.end == .milliseconds(250))
    #expect(board.cells(at: .milliseconds(145))[1].progress == 0.75)
  }

  @Test func `presence and stagger hold for sequences, too`() {
    let coming = board(9, to: 10) { $0.presence = .fade }.cells(at: .milliseconds(30))
    #expect(coming.map(\.look) == [.fade, Self.bright])
    #expect(board(9, to: 10) { $0.presence = .instant }.text(at: .zero) == "19")
    // A blank turns by way of zero.
    #expect(board(9, to: 10).cells(at: .milliseconds(61))[0].glyph == "0")
    let waiting = board(11, to: 22) { $0.stagger = .milliseconds(40) }
    #expect(
      waiting.cells(at: .milliseconds(70))
        == [Cell("1", next: "2", progress: 0.5, look: Self.bright), Cell("2")])
  }
}
