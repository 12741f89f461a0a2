/// A block as another generator has written it: kept byte for byte, but for its texts on their way.
package struct ForeignBlock: Hashable, Sendable {
  /// What the bytes are.
  package enum Dialect: Hashable, Sendable {
    /// A block of the i3bar protocol.
    case i3bar
    /// A line for a custom module of waybar.
    case waybar
    /// Nothing but the text itself.
    case text
  }

  /// A text in the bytes.
  package struct Text: Hashable, Sendable {
    /// Where its string is, quotes included; empty where it is not in the bytes.
    package var range: Range<Int>
    package var text: String

    package init(range: Range<Int>, text: String) {
      self.range = range
      self.text = text
    }
  }

  package var dialect: Dialect
  /// A JSON object on one line; empty for a text.
  package var bytes: [UInt8]
  package var name: String?
  package var instance: String?
  /// What is drawn; nil where the generator gives none that could be.
  package var fullText: Text?
  /// What is drawn where room is short.
  package var shortText: Text?
  /// Whether the texts are Pango markup.
  package var isMarkup = false
  /// Where the value of the key `markup` is; nil when there is none.
  package var markupRange: Range<Int>?
  package var color: Color?
  package var background: Color?
  package var isUrgent = false

  package init(dialect: Dialect, bytes: [UInt8] = []) {
    self.dialect = dialect
    self.bytes = bytes
  }

  /// A text on its own.
  package init(text: String) {
    self.init(dialect: .text)
    fullText = Text(range: 0..<0, text: text)
  }

  /// The names that rules and configs know it by: its name, and that with its instance.
  package var names: [String] {
    guard let name else { return [] }
    return instance.map { [name, "\(name)/\($0)"] } ?? [name]
  }
}

/// A stretch of a text of another generator, on its way.
package enum ForeignPart: Hashable, Sendable {
  /// As the generator wrote it.
  case still(String)
  case cells([Cell])
}

/// A block of another generator at one instant.
package struct ForeignPicture: Hashable, Sendable {
  package var block: ForeignBlock
  /// nil at rest.
  package var fullParts: [ForeignPart]?
  package var shortParts: [ForeignPart]?

  package init(block: ForeignBlock) { self.block = block }

  package var isMoving: Bool { fullParts != nil || shortParts != nil }
}
