import FeedCore

extension Character {
  /// The columns of a terminal that the character takes: 0, 1 or 2.
  ///
  /// Source: the ranges that wcwidth of the C library calls wide, without the unassigned ones.
  var columns: Int {
    for scalar in unicodeScalars {
      if let scalar = scalar.drawn { return Self.columns(scalar) }
    }
    return 0
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    // Block glyphs, box lines and most letters: below the first wide script.
    guard scalar.value >= 0x300 else { return 1 }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97c,
      0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff01...0xff60,
      0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    case 0x2500...0x259f, 0xe000...0xf8ff: return 1
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

extension Piece {
  /// The columns that the piece takes where every glyph takes whole ones.
  var columns: Int {
    switch self {
    case .text(let text), .tinted(let text): text.reduce(0) { $0 + $1.columns }
    case .readout(let cells): cells.reduce(0) { $0 + $1.visible.columns }
    case .gauge(_, let width), .chart(_, let width): max(width, 0)
    case .control(let control): control.text.reduce(0) { $0 + $1.columns }
    }
  }

  /// Whether the piece draws nothing, whatever its cells show.
  var isEmpty: Bool {
    switch self {
    case .text(let text), .tinted(let text): text.isEmpty
    case .readout(let cells): cells.isEmpty
    case .gauge(_, let width), .chart(_, let width): width <= 0
    case .control(let control): control.text.isEmpty
    }
  }
}

extension Block {
  /// Whether there is nothing to draw; outputs leave such blocks out, as bars do.
  var isEmpty: Bool { pieces.allSatisfy(\.isEmpty) }

  /// What stands between this block and the next in a line of text.
  ///
  /// Bars leave a gap too where a block wants no separator.
  func gap(_ separator: String) -> String { style.hasSeparator ? separator : " " }

  /// The blank columns before and after the pieces that bring the block to its minimum width.
  var padding: (before: Int, after: Int) {
    guard style.minimumWidth > 0 else { return (0, 0) }
    let room = max(style.minimumWidth - pieces.reduce(0) { $0 + $1.columns }, 0)
    return switch style.align {
    case .left: (0, room)
    case .center: (room / 2, room - room / 2)
    case .right: (room, 0)
    }
  }
}
