import FeedCore

/// Tells from left to right which places of a readout are tiles.
///
/// Digits, letters, a sign and the blanks at the left are; marks between digits and other symbols
/// stand between tiles. A place on its way is a tile if it is one at both ends.
struct TileRow {
  private var isLeading = true

  mutating func isTile(_ cell: Cell) -> Bool {
    let next = cell.next ?? Cell.blank
    guard cell.glyph != Cell.blank || next != Cell.blank else { return isLeading }
    let isTile = isTile(cell.glyph) && isTile(next)
    isLeading = false
    return isTile
  }

  private func isTile(_ glyph: Character) -> Bool {
    glyph == Cell.blank || glyph.isLetter || glyph.isNumber
      || (isLeading && Self.signs.contains(glyph))
  }

  private static let signs: [Character] = ["-", "+", "\u{2212}"]
}
