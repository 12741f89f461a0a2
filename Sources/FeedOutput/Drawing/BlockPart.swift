import FeedCore

/// A stretch of a block that i3bar is given as a block of its own: to be pressed alone, or to be
/// drawn as text cannot be.
struct BlockPart {
  enum Content {
    /// Empty where only the short form has this part.
    case pieces([Piece])
    /// A number that is to be as wide as the widest of its unit.
    case number([Cell])
    /// A place of a number, on a tile that the bar draws.
    case tile(Cell)
    /// So many pixels of a gauge.
    case gauge(pixels: Int, isFilled: Bool)
  }

  /// What a press on it is called.
  var name = ClickPlace.value
  var content: Content
  /// Empty where only the long form has this part; nil when the block has no short form.
  var shortPieces: [Piece]?
}

/// Takes a block apart, from left to right.
struct BlockParts {
  /// Whether places of numbers become tiles of the bar.
  let drawsTiles: Bool
  /// Whether numbers stand alone, for the bar to hold their width.
  let separatesNumbers: Bool
  /// The pixels that a cell of a gauge becomes; nil leaves gauges to the text.
  let gaugeCell: Int?
  private var parts: [BlockPart] = []
  /// Pieces that are text side by side.
  private var pending: [Piece] = []

  init(drawsTiles: Bool = false, separatesNumbers: Bool = false, gaugeCell: Int? = nil) {
    self.drawsTiles = drawsTiles
    self.separatesNumbers = separatesNumbers
    self.gaugeCell = gaugeCell
  }

  /// Whether the block consists of more than one part, in its long or its short form.
  func divides(_ block: Block) -> Bool {
    block.pieces.contains(where: divides) || block.shortPieces?.contains(where: divides) ?? false
  }

  private func divides(_ piece: Piece) -> Bool {
    switch piece {
    case .control: true
    case .readout(let cells): (drawsTiles || separatesNumbers) && !cells.isEmpty
    case .gauge(_, let width): gaugeCell != nil && width > 0
    case .text, .tinted, .chart: false
    }
  }

  /// The parts of a block, with blanks at its sides that hold its width.
  ///
  /// Its short form goes with the parts of the same name as far as their order allows; the rest
  /// follows at the end.
  func parts(of block: Block) -> [BlockPart] {
    let room = block.padding
    let sides = [room.before, room.after].map { count in
      Piece.text(String(repeating: "\u{2007}", count: count))
    }
    var parts = parts(of: [sides[0]] + block.pieces + [sides[1]])
    guard let shortPieces = block.shortPieces else { return parts }
    var rest = self.parts(of: shortPieces)[...]
    for index in parts.indices {
      parts[index].shortPieces = []
      guard let first = rest.first, first.name == parts[index].name,
        case .pieces(let pieces) = first.content
      else { continue }
      parts[index].shortPieces = pieces
      rest.removeFirst()
    }
    return parts
      + rest.compactMap { part in
        guard case .pieces(let pieces) = part.content else { return nil }
        return BlockPart(name: part.name, content: .pieces([]), shortPieces: pieces)
      }
  }

  private func parts(of pieces: [Piece]) -> [BlockPart] {
    var builder = BlockParts(
      drawsTiles: drawsTiles, separatesNumbers: separatesNumbers, gaugeCell: gaugeCell)
    for piece in pieces where !piece.isEmpty { builder.append(piece) }
    builder.flush()
    return builder.parts
  }

  private mutating func append(_ piece: Piece) {
    switch piece {
    case .control(let control):
      flush()
      parts.append(BlockPart(name: control.part, content: .pieces([piece])))
    case .readout(let cells) where drawsTiles: appendTiles(cells)
    case .readout(let cells) where separatesNumbers:
      flush()
      parts.append(BlockPart(content: .number(cells)))
    case .gauge(let fraction, let width):
      guard let gaugeCell else { return pending.append(piece) }
      append(fraction: fraction, of: width * gaugeCell)
    case .text, .tinted, .readout, .chart: pending.append(piece)
    }
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    parts.append(BlockPart(content: .pieces(pending)))
    pending = []
  }

  private mutating func appendTiles(_ cells: [Cell]) {
    var row = TileRow()
    var marks: [Cell] = []
    for cell in cells {
      guard row.isTile(cell) else {
        marks.append(cell)
        continue
      }
      if !marks.isEmpty { pending.append(.readout(marks)) }
      marks = []
      flush()
      parts.append(BlockPart(content: .tile(cell)))
    }
    if !marks.isEmpty { pending.append(.readout(marks)) }
  }

  /// What is more than nothing shows at least a pixel; what is nothing is left out.
  private mutating func append(fraction: Double, of total: Int) {
    flush()
    let share = fraction > 0 ? min(fraction, 1) : 0
    let filled = share > 0 ? max(Int((share * Double(total)).rounded()), 1) : 0
    for (pixels, isFilled) in [(filled, true), (total - filled, false)] where pixels > 0 {
      parts.append(BlockPart(content: .gauge(pixels: pixels, isFilled: isFilled)))
    }
  }
}
