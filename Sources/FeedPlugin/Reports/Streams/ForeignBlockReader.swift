import FeedCore
import FeedData

/// Finds the blocks in a JSON array or object, and where their texts are.
///
/// The bytes have been accepted by a parser of JSON: here only places are looked for.
struct ForeignBlockReader {
  private let bytes: [UInt8]
  private var index = 0

  /// The objects of a valid JSON array; other elements are no blocks.
  static func blocks(in bytes: [UInt8]) -> [ForeignBlock] {
    var reader = ForeignBlockReader(bytes: bytes)
    var blocks: [ForeignBlock] = []
    reader.index = 1
    while reader.skipMarks() {
      let start = reader.index
      let isObject = bytes[start] == UInt8(ascii: "{")
      reader.skipValue()
      guard isObject else { continue }
      blocks.append(block(Array(bytes[start..<reader.index]), .i3bar, text: "full_text"))
    }
    return blocks
  }

  /// A valid JSON object as a block whose text is the value of the key `text`.
  static func block(
    _ bytes: [UInt8], _ dialect: ForeignBlock.Dialect, text key: String
  ) -> ForeignBlock {
    var reader = ForeignBlockReader(bytes: bytes)
    var block = ForeignBlock(dialect: dialect, bytes: bytes)
    reader.index = 1
    while reader.skipMarks() {
      let name = reader.skipValue()
      guard reader.skipMarks() else { break }
      let value = reader.skipValue()
      block.take(value, of: reader.string(name) ?? "", text: key, reader.string(value))
    }
    return block
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Goes to the next value or key; false at the end.
  private mutating func skipMarks() -> Bool {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0a, 0x0d: index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): return false
      default: return true
      }
    }
    return false
  }

  /// Goes behind the value that starts here.
  @discardableResult
  private mutating func skipValue() -> Range<Int> {
    let start = index
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        // A scalar ends where what it is in ends.
        if depth == 0 { return start..<index }
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0a, 0x0d:
        if depth == 0 { return start..<index }
        index += 1
        continue
      default:
        index += 1
        continue
      }
      if depth == 0 { return start..<index }
    }
    return start..<index
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  private func string(_ range: Range<Int>) -> String? {
    guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "\"") else {
      // What is no string may still be true.
      return bytes[range].elementsEqual("true".utf8) ? "true" : nil
    }
    let inner = bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    guard case .string(let text) = try? JSONReader.read(Array(bytes[range])) else { return nil }
    return text
  }
}

extension ForeignBlock {
  /// Takes a key and its value, which is nil for what is neither a string nor true.
  ///
  /// *Source:* the i3bar protocol, "Blocks in detail"; of a key that comes twice the last counts.
  fileprivate mutating func take(
    _ range: Range<Int>, of key: String, text textKey: String, _ value: String?
  ) {
    switch key {
    case textKey: fullText = value.map { Text(range: range, text: $0) }
    case "short_text": shortText = value.map { Text(range: range, text: $0) }
    case "markup":
      markupRange = range
      isMarkup = value == "pango"
    case "name": name = value
    case "instance": instance = value
    case "color": color = value.flatMap(Self.color)
    case "background": background = value.flatMap(Self.color)
    case "urgent": isUrgent = value == "true"
    default: break
    }
  }

  /// Without its transparency, if it has any.
  private static func color(_ text: String) -> Color? {
    text.utf8.count == 9 ? Color(hex: String(text.prefix(7))) : Color(hex: text)
  }
}
