import FeedCore

/// A stretch of a block that i3bar is given as a block of its own, so that it can be pressed alone.
struct BlockPart: Hashable {
  /// What a press on it is called: the control's part, or `value`.
  var name: String
  /// Empty where only the short form has this part.
  var pieces: [Piece]
  /// Empty where only the long form has this part; nil when the block has no short form.
  var shortPieces: [Piece]?

  /// The part that is no control.
  static let value = "value"
}

extension Block {
  /// Whether the block consists of parts, in its long or its short form.
  var hasControls: Bool {
    pieces.contains(where: \.isControl) || shortPieces?.contains(where: \.isControl) ?? false
  }

  /// The controls of the block and what is between them, from left to right.
  ///
  /// Its short form goes with the parts of the same name as far as their order allows; the rest
  /// follows at the end.
  var parts: [BlockPart] {
    let padding = padding
    let room = [padding.before, padding.after].map { count in
      Piece.text(String(repeating: "\u{2007}", count: count))
    }
    var parts = Self.parts([room[0]] + pieces + [room[1]])
    guard let shortPieces else { return parts }
    var rest = Self.parts(shortPieces)[...]
    for index in parts.indices {
      parts[index].shortPieces = []
      guard let first = rest.first, first.name == parts[index].name else { continue }
      parts[index].shortPieces = first.pieces
      rest.removeFirst()
    }
    return parts + rest.map { BlockPart(name: $0.name, pieces: [], shortPieces: $0.pieces) }
  }

  private static func parts(_ pieces: [Piece]) -> [BlockPart] {
    var parts: [BlockPart] = []
    var isOpen = false
    for piece in pieces where !piece.isEmpty {
      if case .control(let control) = piece {
        parts.append(BlockPart(name: control.part, pieces: [piece]))
        isOpen = false
      } else if isOpen {
        parts[parts.count - 1].pieces.append(piece)
      } else {
        parts.append(BlockPart(name: BlockPart.value, pieces: [piece]))
        isOpen = true
      }
    }
    return parts
  }
}

extension Piece {
  fileprivate var isControl: Bool {
    if case .control = self { true } else { false }
  }
}
