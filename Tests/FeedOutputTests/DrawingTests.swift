import FeedCore
import Testing

@testable import FeedOutput

struct DrawingTests {
  @Test(arguments: [
    (-1.0, 8, 0, 0, 8), (0, 8, 0, 0, 8), (Double.nan, 8, 0, 0, 8), (1e-9, 8, 0, 1, 7),
    (0.5, 8, 4, 0, 4), (0.55, 8, 4, 3, 3), (1, 8, 8, 0, 0), (7, 8, 8, 0, 0), (0.5, 0, 0, 0, 0),
    (0.5, -3, 0, 0, 0), (0.5, 1, 0, 4, 0),
  ])
  func `fills a gauge to the eighth`(
    _ fraction: Double, _ width: Int, _ full: Int, _ eighths: Int, _ empty: Int
  ) {
    let gauge = Gauge(fraction: fraction, width: width)

    #expect(gauge.full == full && gauge.eighths == eighths && gauge.empty == empty)
  }

  @Test func `never loses a cell of a gauge`() {
    for step in 0...1_000 {
      let gauge = Gauge(fraction: Double(step) / 1_000, width: 7)
      #expect(gauge.full + (gauge.partial == nil ? 0 : 1) + gauge.empty == 7)
      #expect(step == 0 || gauge.full > 0 || gauge.eighths > 0)
    }
  }

  @Test func `takes the newest values of a chart, gaps first`() {
    #expect(Sparkline.heights([1, 0.5, 0], width: 2) == [4, 1])
    #expect(Sparkline.heights([.infinity, nil, .nan, -1], width: 6) == [nil, nil, 8, nil, nil, 1])
    #expect(Sparkline.heights([1], width: -1) == [])
  }

  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("ｗ", 2), ("👍", 2), ("🇳🇴", 2),
      ("█", 1), ("\u{200b}", 0), ("\u{e0b0}", 1), ("\u{1b}", 0), ("\n", 1), ("\r\n", 1),
      ("\u{2007}", 1), ("…", 1),
    ] as [(Character, Int)])
  func `knows how wide a character is`(_ character: Character, _ columns: Int) {
    #expect(character.columns == columns)
  }

  @Test(arguments: [-1, 0, 1, 2, Double.nan])
  func `draws a cell at either end of its way as one at rest`(_ progress: Double) {
    for look in [Cell.Look.wheel, .flap, .fade] {
      let cell = Cell("1", next: "2", progress: progress, look: look)
      let drawing = CellDrawing(cell)
      #expect(drawing.fade == 0 && drawing.lift == 0 && drawing.edge == nil)
      #expect(drawing.glyph == (progress >= 1 ? "2" : "1"))
    }
  }

  @Test func `shows no edge of a flap where none is wanted, and no shadow`() {
    func drawing(_ look: Cell.Look) -> CellDrawing {
      CellDrawing(Cell("1", next: "2", progress: 0.5, look: look))
    }
    #expect(drawing(.falling(dim: 0.5, hasEdge: false)).edge == nil)
    #expect(drawing(.falling(dim: 0.5, hasEdge: false)).fade == 0.25)
    #expect(drawing(.falling(dim: 0, hasEdge: true)).fade == 0)
    #expect(drawing(.falling(dim: 0, hasEdge: true)).edge == .middle)
  }
}
