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
  /// The share of what is behind the glyph in its colour, 0…1.
  var fade = 0.0
  /// How far the glyph is above (1) or below (−1) its line.
  var lift = 0.0
  var edge: Edge?
  let isTile: Bool
  /// The mark that a blank is as wide as; nil: a digit.
  let room: Character?
  /// The share of the bar's background in the colour of the tile, 0…1.
  var shade = 0.0
  /// The flap is seen from the side: only its edge shows, not the glyph.
  var isEdgeOn = false

  /// The glyph at rest, at both ends of a motion too, is drawn plain.
  init(_ cell: Cell, isTile: Bool = false, settings: OutputSettings) {
    glyph = cell.visible
    self.isTile = isTile
    // Where a mark comes or goes, its place is as wide with it as without.
    room = glyph == Cell.blank ? cell.room ?? Self.mark(in: cell) : nil
    guard cell.isMoving, cell.progress > 0, cell.progress < 1 else { return }
    let progress = cell.progress
    let isFirstHalf = progress < 0.5
    /// 0 where the glyph stands alone, 1 where the two meet.
    let turn = isFirstHalf ? 2 * progress : 2 * (1 - progress)
    switch cell.look {
    case .wheel:
      fade = 0.85 * turn
      lift = isFirstHalf ? turn * turn : -turn * turn
    case .falling(let dim, let edge):
      let drawsEdge = edge == .sweep || (edge == .auto && settings.drawsLines)
      if isTile {
        fallOnTile(turn, progress, dim: dim, drawsEdge: drawsEdge)
      } else {
        // The new half starts less dark than the old one ended: it comes into the light.
        fade = 1 - Flip.intensity(at: progress, dim: dim)
        // The edge's height is cos πp; it counts as in the middle between ½ and −½.
        let place = progress < 1.0 / 3 ? Edge.top : progress > 2.0 / 3 ? .bottom : .middle
        if drawsEdge { self.edge = place }
      }
    case .fade:
      fade = turn
    }
    guard glyph == Cell.blank else { return }
    fade = edge == nil ? 0 : fade
    lift = 0
  }

  /// The mark that comes or goes in a place.
  private static func mark(in cell: Cell) -> Character? {
    func isMark(_ glyph: Character) -> Bool { glyph.isMark && !glyph.isSign }
    if isMark(cell.glyph) { return cell.glyph }
    return cell.next.flatMap { isMark($0) ? $0 : nil }
  }

  /// The flap turns away from the light, is seen from the side, and comes up lit again.
  private mutating func fallOnTile(
    _ turn: Double, _ progress: Double, dim: Double, drawsEdge: Bool
  ) {
    isEdgeOn = drawsEdge && Self.edgeOn.contains(progress)
    if isEdgeOn { edge = .middle }
    // On the way down the whole tile darkens; the new one is lit before its glyph is.
    shade = isEdgeOn ? dim * 1.1 : progress < 0.5 ? dim * turn : 0
    fade = dim * 1.1 * turn
    shade = min(shade, 1)
    fade = min(fade, 1)
  }

  /// The progress within which a flap on a tile is seen from the side.
  private static let edgeOn = 0.36..<0.68
}
