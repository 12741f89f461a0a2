/// A text whose characters have inks: what is left of a source's markup when it is understood.
package struct StyledText: Hashable, Sendable {
  /// Fit for one line.
  package let text: String
  package let inks: InkMap

  /// The pieces after each other; what is unfit in them is left out.
  package init(_ pieces: [(text: String, ink: Ink)]) {
    var text = String.UnicodeScalarView()
    var ends: [(end: Int, ink: Ink)] = []
    for piece in pieces {
      let room = Sanitise.standardLimit - text.count
      guard room > 0 else { break }
      text.append(contentsOf: Sanitise.text(piece.text, limit: room).unicodeScalars)
      ends.append((text.count, piece.ink))
    }
    self.text = String(text)
    var inks = InkMap()
    var offset = 0
    var rest = ends[...]
    for character in self.text {
      // A mark that combines with the character before has the ink of that.
      while let first = rest.first, first.end <= offset { rest = rest.dropFirst() }
      inks.append(rest.first?.ink ?? .plain)
      offset += character.unicodeScalars.count
    }
    self.inks = inks.isPlain ? InkMap() : inks
  }

  /// All of one ink.
  package init(_ text: String, ink: Ink = .plain) { self.init([(text, ink)]) }

  /// Without blanks at its ends.
  package var trimmed: StyledText {
    let characters = Array(text)
    let start = characters.firstIndex { !$0.isWhitespace } ?? characters.count
    let end = (characters.lastIndex { !$0.isWhitespace } ?? start - 1) + 1
    guard start > 0 || end < characters.count else { return self }
    return slice(characters, start..<end)
  }

  /// No longer than `count` characters, the last of them then `…`.
  package func shortened(to count: Int) -> StyledText {
    let characters = Array(text)
    guard count > 0, characters.count > count else { return self }
    var cut = characters
    cut[count - 1] = "…"
    return slice(cut, 0..<count)
  }

  /// With `other` before it.
  package func following(_ other: String) -> StyledText {
    StyledText([(other, .plain)] + pieces(Array(text), 0..<text.count))
  }

  private func slice(_ characters: [Character], _ range: Range<Int>) -> StyledText {
    StyledText(pieces(characters, range))
  }

  private func pieces(
    _ characters: [Character], _ range: Range<Int>
  ) -> [(text: String, ink: Ink)] {
    range.map { index in
      let place = index < inks.places.count ? Int(inks.places[index]) : 0
      return (String(characters[index]), place > 0 ? inks.inks[place - 1] : .plain)
    }
  }
}
