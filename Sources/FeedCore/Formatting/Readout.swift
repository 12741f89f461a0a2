/// A formatted number as a row of parts, each one character place with an identity.
///
/// The identity is what lets a digit keep its place when the number grows: integer digits are
/// counted from the right, fraction digits from the left, the characters of a unit from the right.
package struct Readout: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package var character: Character
    package var key: Key

    package init(_ character: Character, _ key: Key) {
      self.character = character
      self.key = key
    }
  }

  /// Names one place of a readout for as long as the metric lives.
  package enum Key: Hashable, Sendable {
    /// Blank places at the left that hold the reserved width; counted from the right.
    case padding(Int)
    case sign
    /// A character of the prefix, counted from the left.
    case prefix(Int)
    /// The digit of 10ⁿ.
    case integer(Int)
    /// The group mark to the left of the digit of 10ⁿ.
    case group(Int)
    case decimalPoint
    /// The nth digit after the decimal point, from 0.
    case fraction(Int)
    /// A character of the unit or suffix, counted from the right.
    case suffix(Int)
    /// In a free text: the token, and the place in it (from the right for numbers, else from the left).
    case token(Int, Int)
  }

  /// From left to right.
  package var parts: [Part]

  package init(_ parts: [Part] = []) { self.parts = parts }

  package var text: String { String(parts.map(\.character)) }
}
