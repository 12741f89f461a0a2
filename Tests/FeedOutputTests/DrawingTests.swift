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

  @Test(arguments: [
    ("12,480", "ttmttt"), ("-1.5", "ttmt"), ("  42%", "ttttm"), ("12 kB", "ttmtt"),
    ("$7", "mt"), ("€ -3", "mmmt"), ("10-12", "ttmtt"), ("+3°C", "ttmt"), ("09:59", "ttmtt"),
    ("-", "t"), ("  ", "tt"), ("½ß日", "ttt"),
  ])
  func `puts digits, letters, a sign and leading blanks on tiles`(
    _ text: String, _ expected: String
  ) {
    var row = TileRow()
    let places = text.map { row.isTile(Cell($0)) ? "t" : "m" }

    #expect(places.joined() == expected)
  }

  @Test func `a place that becomes a mark is no tile all the way`() {
    func isTile(_ glyph: Character, _ next: Character) -> Bool {
      var row = TileRow()
      return row.isTile(Cell(glyph, next: next, progress: 0.2))
    }

    #expect(!isTile("1", ",") && !isTile(",", "1") && !isTile(" ", ","))
    #expect(isTile(" ", "1") && isTile("-", " ") && isTile("9", "K"))
  }

  @Test func `shows a flap on a tile from the side half-way, if its edge is wanted`() {
    func drawing(_ progress: Double, _ edge: MotionSettings.Edge) -> CellDrawing {
      CellDrawing(
        Cell("1", next: "2", progress: progress, look: .falling(dim: 0.5, edge: edge)),
        isTile: true, settings: OutputSettings(drawsLines: edge != .auto))
    }

    #expect(drawing(0.5, .sweep).isEdgeOn && drawing(0.5, .sweep).edge == .middle)
    #expect(!drawing(0.2, .sweep).isEdgeOn && drawing(0.2, .sweep).edge == nil)
    #expect(!drawing(0.8, .sweep).isEdgeOn)
    #expect(!drawing(0.5, .none).isEdgeOn && drawing(0.5, .none).fade > 0.5)
    #expect(!drawing(0.5, .auto).isEdgeOn, "where lines come out in the wrong place")
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
      let drawing = CellDrawing(cell, settings: OutputSettings())
      #expect(drawing.fade == 0 && drawing.lift == 0 && drawing.edge == nil)
      #expect(drawing.glyph == (progress >= 1 ? "2" : "1"))
    }
  }

  @Test func `shows no edge of a flap where none is wanted, and no shadow`() {
    func drawing(_ look: Cell.Look) -> CellDrawing {
      CellDrawing(
        Cell("1", next: "2", progress: 0.5, look: look), settings: OutputSettings())
    }
    #expect(drawing(.falling(dim: 0.5, edge: .none)).edge == nil)
    #expect(drawing(.falling(dim: 0.5, edge: .none)).fade == 0.25)
    #expect(drawing(.falling(dim: 0, edge: .sweep)).fade == 0)
    #expect(drawing(.falling(dim: 0, edge: .sweep)).edge == .middle)
  }
}
