import FeedCore
import Testing

struct TextAlignmentTests {
  /// What of the new text goes on from what of the old one, numbers and their like only.
  private func ways(_ old: String, _ new: String) -> [String] {
    let (old, new) = (TextToken.tokens(of: Array(old)), TextToken.tokens(of: Array(new)))
    return zip(TextAlignment.pairs(old, new), new).compactMap { place, token in
      guard token.kind != .word else { return nil }
      return "\(place.map { old[$0].text } ?? "new") → \(token.text)"
    }
  }

  @Test(arguments: [
    ("3 mails, 12 news", "4 mails, 15 news", ["3 → 4", "12 → 15"]),
    ("3 mails, 12 news", "13 news", ["12 → 13"]),
    ("12 news", "1 mail, 13 news", ["new → 1", "12 → 13"]),
    ("CPU 4% MEM 50%", "MEM 51%", ["50 → 51"]),
    ("CPU 4% MEM 50%", "CPU 5% DISK 7% MEM 51%", ["4 → 5", "new → 7", "50 → 51"]),
    ("up 3", "down 4", ["3 → 4"]), ("12:59", "13", ["new → 13"]), ("", "3", ["new → 3"]),
  ])
  func `keeps numbers with their words`(old: String, new: String, ways: [String]) {
    #expect(self.ways(old, new) == ways)
  }

  @Test func `pairs in order, each token once, with one of its kind`() {
    var texts = RandomTexts(seed: 5)
    for _ in 0..<300 {
      let text = texts.next()
      let old = TextToken.tokens(of: Array(text))
      let new = TextToken.tokens(of: Array(texts.neighbour(of: text)))
      let pairs = TextAlignment.pairs(old, new)
      let places = pairs.compactMap(\.self)

      #expect(pairs.count == new.count)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
      for (place, token) in zip(pairs, new) {
        guard let place else { continue }
        #expect(old[place].kind == token.kind)
        #expect(token.kind != .word || old[place].characters == token.characters)
      }
    }
  }

  @Test func `keeps all of a text that stays the same`() {
    var texts = RandomTexts(seed: 6)
    for _ in 0..<100 {
      let tokens = TextToken.tokens(of: Array(texts.next()))
      #expect(TextAlignment.pairs(tokens, tokens) == tokens.indices.map { $0 })
    }
  }

  @Test func `gives up on texts beyond all measure`() {
    let long = TextToken.tokens(of: Array(String(repeating: "1 a ", count: 2000)))
    #expect(TextAlignment.pairs(long, long.dropLast()).allSatisfy { $0 == nil })
  }
}
