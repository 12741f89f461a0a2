import FeedCore

/// One cell as a display shows it that has one glyph a place: which glyph, how faint, how high.
struct CellDrawing {
  /// Where the free edge of a falling flap is, seen from the front.
  enum Edge: Hashable {
    case top
    case middle
    case bottom
  }

  var glyph: Character
  /// The share of the background in the glyph's colour, 0…1.
  var fade = 0.0
  /// How far the glyph is above (1) or below (−1) its line.
  var lift = 0.0
  var edge: Edge?

  /// The glyph at rest, at both ends of a motion too, is drawn plain.
  init(_ cell: Cell) {
    glyph = cell.visible
    guard cell.isMoving, cell.progress > 0, cell.progress < 1 else { return }
    let progress = cell.progress
    let isFirstHalf = progress < 0.5
    /// 0 where the glyph stands alone, 1 where the two meet.
    let turn = isFirstHalf ? 2 * progress : 2 * (1 - progress)
    switch cell.look {
    case .wheel:
      fade = 0.85 * turn
      lift = isFirstHalf ? turn * turn : -turn * turn
    case .falling(let dim, let hasEdge):
      // The new half starts less dark than the old one ended: it comes from below, into the light.
      fade = 1 - Flip.intensity(at: progress, dim: dim)
      // The edge's height is cos πp; it counts as in the middle between ½ and −½.
      guard hasEdge else { break }
      edge = progress < 1.0 / 3 ? .top : progress > 2.0 / 3 ? .bottom : .middle
    case .fade:
      fade = turn
    }
    guard glyph == Cell.blank else { return }
    fade = edge == nil ? 0 : fade
    lift = 0
  }
}
