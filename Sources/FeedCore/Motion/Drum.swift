/// The flaps of one place, in the order in which they fall; after the last comes the first again.
package struct Drum: Hashable, Sendable {
  /// No character is in it twice.
  package let characters: [Character]

  /// nil when a character stands twice, or there are fewer than two.
  package init?(_ characters: [Character]) {
    guard characters.count > 1, Set(characters).count == characters.count else { return nil }
    self.characters = characters
  }

  private init(all characters: [Character]) { self.characters = characters }

  /// A blank and the ten digits.
  package static let digits = Drum(all: Array(" 0123456789"))

  /// What is shown after `old`, flap by flap, `new` at the end.
  ///
  /// A drum turns one way only: from 9 to 8 it passes all others. A character that is not on it
  /// takes one flap to come or to go.
  package func characters(from old: Character, to new: Character) -> [Character] {
    guard let from = characters.firstIndex(of: old), let to = characters.firstIndex(of: new)
    else { return [new] }
    let count = (to - from + characters.count) % characters.count
    return (0..<count).map { characters[(from + 1 + $0) % characters.count] }
  }
}
