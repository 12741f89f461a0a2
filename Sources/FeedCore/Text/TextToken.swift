/// A stretch of a text that stays together: a word, a tag, blanks, or something that can move.
package struct TextToken: Hashable, Sendable {
  /// What a token is; the raw values are the names that rules use.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A word, a mark, blanks, a tag or an entity of markup: it does not move.
    case word
    /// `42`, `-1,284.50`, `007`.
    case number
    /// `12:59`, `1:02:03`.
    case time
    /// `2026-11-30`, `30.11.2026`, `11/30/26`.
    case date
    /// An address of the internet, of version 4 or 6, with the length of its prefix.
    case address
    /// `1.2.3`, `v6.1`, `6.1.0-13-amd64`.
    case version
    /// Hexadecimal digits: `0x1f`, `#2e3440`, the address of a network card, a commit.
    case hex
  }

  package var kind: Kind
  package var characters: [Character]
  /// How many of the characters are blanks at the left of a number, which hold its width.
  package var padding = 0

  package init(_ kind: Kind, _ characters: [Character], padding: Int = 0) {
    self.kind = kind
    self.characters = characters
    self.padding = padding
  }

  package var text: String { String(characters) }

  /// Without the blanks at its left.
  var core: ArraySlice<Character> { characters.dropFirst(padding) }
}

extension TextToken {
  /// A text taken apart; the tokens together are the text.
  ///
  /// In markup a tag and an entity are a token each, whatever is in them.
  package static func tokens(of characters: [Character], isMarkup: Bool = false) -> [TextToken] {
    var lexer = TextLexer(characters, isMarkup: isMarkup)
    return lexer.tokens()
  }
}

/// Takes a text apart, from left to right.
private struct TextLexer {
  private let characters: [Character]
  private let isMarkup: Bool
  private let patterns: TextPatterns
  private var found: [TextToken] = []

  init(_ characters: [Character], isMarkup: Bool) {
    self.characters = characters
    self.isMarkup = isMarkup
    patterns = TextPatterns(characters)
  }

  mutating func tokens() -> [TextToken] {
    var index = 0
    while index < characters.count {
      let (kind, end) = token(at: index)
      append(kind, from: index, to: end)
      index = end
    }
    return found
  }

  private func token(at index: Int) -> (TextToken.Kind, Int) {
    if isMarkup, let end = endOfMarkup(at: index) { return (.word, end) }
    if let match = patterns.match(at: index) { return match }
    let first = characters[index]
    if first.isWhitespace { return (.word, end(of: index) { $0 == first }) }
    if first.isLetter { return (.word, end(of: index, while: \.isLetter)) }
    return (.word, index + 1)
  }

  private func end(of start: Int, while isPart: (Character) -> Bool) -> Int {
    characters[start...].firstIndex { !isPart($0) } ?? characters.count
  }

  /// The end of a tag or an entity that starts at `index`.
  private func endOfMarkup(at index: Int) -> Int? {
    let rest = characters[index...]
    switch characters[index] {
    case "<": return ForeignMarkup.endOfTag(rest).map { $0 + 1 }
    case "&": return rest.firstIndex(of: ";").map { $0 + 1 }
    default: return nil
    }
  }

  /// Blanks before a number are its own, but for one that parts it from what is before it.
  private mutating func append(_ kind: TextToken.Kind, from start: Int, to end: Int) {
    var token = TextToken(kind, Array(characters[start..<end]))
    if kind == .number, let blanks = found.last, blanks.characters.first == Cell.blank {
      let kept = found.count > 1 ? 1 : 0
      token.padding = blanks.characters.count - kept
      token.characters.insert(contentsOf: blanks.characters.dropFirst(kept), at: 0)
      found.removeLast()
      if kept > 0 { found.append(TextToken(.word, [Cell.blank])) }
    }
    found.append(token)
  }
}
