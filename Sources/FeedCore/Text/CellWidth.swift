/// How many columns text takes on a terminal.
///
/// *Source:* Unicode Standard Annex 11, East Asian Width, classes W and F; emoji as Unicode
/// Technical Standard 51 has them.
package enum CellWidth {
  /// 0 for combining and invisible characters, 2 for wide ones and emoji, else 1.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let width = of(first)
    guard scalars.count > 1, width > 0 else {
      // A mark may come before what it marks: a zero-width joiner before a letter.
      return width > 0 ? width : scalars.dropFirst().map { of($0) }.max() ?? 0
    }
    if scalars.contains(emojiSelector), first.properties.isEmoji { return 2 }
    // Two regional indicators are a flag.
    return isRegionalIndicator(first) ? 2 : width
  }

  /// The columns of a whole text, without line breaks.
  package static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one scalar that stands alone.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    // The common case needs no look-up.
    if (0x20..<0x7f).contains(scalar.value) { return 1 }
    // So are box lines and blocks, of which panels are made.
    if (0x2500..<0x25a0).contains(scalar.value) { return 1 }
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      // The soft hyphen is drawn where it stands.
      return scalar.value == 0xad ? 1 : 0
    default: break
    }
    // Vowels and finals of Hangul join the syllable before them.
    if (0x1160...0x11ff).contains(scalar.value) { return 0 }
    if isRegionalIndicator(scalar) { return 1 }
    return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
  }

  private static let emojiSelector: Unicode.Scalar = "\u{fe0f}"

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1f1e6...0x1f1ff).contains(scalar.value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if value > wide[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// Wide scalars that are not emoji, in order.
  ///
  /// Trigrams and hexagrams, wide since Unicode 16, are left narrow: terminals still draw them so.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
    0x4e00...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
    0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18dff, 0x1aff0...0x1b2ff,
    0x1f200...0x1f265, 0x20000...0x3fffd,
  ]
}
