import FeedCore

/// Tells from left to right which places of a readout are tiles.
///
/// Digits, letters, a sign and the blanks at the left are; marks between digits and other symbols
/// stand between tiles. A place on its way is a tile if it is one at both ends.
struct TileRow {
  private var isLeading = true

  mutating func isTile(_ cell: Cell) -> Bool {
    let next = cell.next ?? Cell.blank
    guard !cell.isBlank else { return isLeading && cell.room == nil }
    let isTile = isTile(cell.glyph) && isTile(next)
    isLeading = false
    return isTile
  }

  private func isTile(_ glyph: Character) -> Bool {
    !glyph.isMark || (isLeading && glyph.isSign)
  }
}

extension Character {
  /// Neither a digit nor a letter nor a blank: what stands between tiles.
  var isMark: Bool {
    // The tables of Unicode take long to tell what a digit is.
    if let byte = onlyByte, (0x2b...0x39).contains(byte) { return byte < 0x30 }
    return self != Cell.blank && !isLetter && !isNumber
  }

  var isSign: Bool { self == "-" || self == "+" || self == "\u{2212}" }
}
