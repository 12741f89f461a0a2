import FeedCore
import Testing

struct FadeTests {
  @Test func `only changed places fade, and all at once`() {
    var board = Board(.integer(109), style: Fade())
    board.set(.integer(117), at: .zero)

    let cells = board.cells(at: .milliseconds(100))
    #expect(cells.map(\.isMoving) == [false, true, true])
    #expect(Set(cells.filter(\.isMoving).map(\.progress)).count == 1)
    #expect(cells.allSatisfy { $0.look == .fade })
    #expect(board.text(at: .milliseconds(50)) == "109")
    #expect(board.text(at: .milliseconds(150)) == "117")
  }

  @Test func `more room around the same glyphs is no motion`() {
    let formatter = TestFormatter(width: 5)
    let change = Change(
      from: Shown(row: ["7"], number: .integer(7)), target: .integer(7), row: Array("    7"),
      formatter: formatter, settings: MotionSettings(), duration: .seconds(1), start: .zero)
    #expect(Fade().transition(for: change) == nil)
    #expect(Flip().transition(for: change) == nil)
    #expect(Roll().transition(for: change) == nil)
  }
}
