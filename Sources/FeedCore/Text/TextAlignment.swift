/// Which tokens of an old text go on in a new one.
///
/// Words go on as themselves, numbers and their like as others of their kind. Of all pairings that
/// keep the order the one is taken that keeps the most: a number belongs to the words beside it, so
/// that of `3 mails, 12 news` and `12 news` the twelves are one.
package enum TextAlignment {
  /// More comparisons than this are not made: such texts do not move.
  private static let limit = 1 << 16

  /// For each new token the index of the old one that goes on in it; nil where it is new.
  ///
  /// The indices rise.
  package static func pairs(_ old: [TextToken], _ new: [TextToken]) -> [Int?] {
    if old.count == new.count, zip(old, new).allSatisfy({ isSame($0, $1) }) {
      return old.indices.map { $0 }
    }
    guard old.count * new.count <= limit else { return new.map { _ in nil } }
    let (before, after) = (places(old), places(new))
    return heaviest(old.count, new.count) { left, right in
      weight(before[left], after[right])
    }
  }

  /// The order-preserving pairs of the greatest weight in sum; what weighs 0 is no pair.
  package static func heaviest(
    _ oldCount: Int, _ newCount: Int, weight: (Int, Int) -> Int
  ) -> [Int?] {
    // What the rest from (old, new) on weighs at best.
    let width = newCount + 1
    var best = [Int](repeating: 0, count: (oldCount + 1) * width)
    var weights = best
    for old in stride(from: oldCount - 1, through: 0, by: -1) {
      for new in stride(from: newCount - 1, through: 0, by: -1) {
        let at = old * width + new
        let own = weight(old, new)
        weights[at] = own
        let paired = own > 0 ? own + best[at + width + 1] : 0
        best[at] = max(paired, best[at + width], best[at + 1])
      }
    }
    var pairs = [Int?](repeating: nil, count: newCount)
    var (old, new) = (0, 0)
    while old < oldCount, new < newCount {
      let at = old * width + new
      if weights[at] > 0, best[at] == weights[at] + best[at + width + 1] {
        pairs[new] = old
        (old, new) = (old + 1, new + 1)
      } else if best[at] == best[at + 1] {
        new += 1
      } else {
        old += 1
      }
    }
    return pairs
  }

  private static func isSame(_ old: TextToken, _ new: TextToken) -> Bool {
    old.kind == new.kind && (old.kind != .word || old.characters == new.characters)
  }

  /// A token and the words beside it.
  private struct Place {
    var token: TextToken
    var previous: [Character]?
    var next: [Character]?
  }

  private static func places(_ tokens: [TextToken]) -> [Place] {
    var places = tokens.map { Place(token: $0) }
    var word: [Character]?
    for index in places.indices {
      places[index].previous = word
      if tokens[index].isTelling { word = tokens[index].characters }
    }
    word = nil
    for index in places.indices.reversed() {
      places[index].next = word
      if tokens[index].isTelling { word = tokens[index].characters }
    }
    return places
  }

  private static func weight(_ old: Place, _ new: Place) -> Int {
    guard isSame(old.token, new.token) else { return 0 }
    if old.token.kind == .word { return old.token.isTelling ? 8 : 2 }
    var weight = 2
    if old.previous == new.previous { weight += old.previous == nil ? 1 : 4 }
    if old.next == new.next { weight += old.next == nil ? 1 : 4 }
    if old.token.core == new.token.core { weight += 2 }
    return weight
  }
}

extension TextToken {
  /// It says what is beside it: a word, not a mark or a blank.
  fileprivate var isTelling: Bool {
    kind == .word
      && characters.contains { $0.isLetter || ($0.asciiValue == nil && !$0.isWhitespace) }
  }
}
