import FeedCore

/// JSON on one line, without spaces.
extension [UInt8] {
  /// Appends `text` as a JSON string, quotes included.
  package mutating func append(json text: String) { append(jsonString: text.unicodeScalars) }

  /// Appends a character as a JSON string, quotes included.
  mutating func append(json character: Character) {
    append(jsonString: character.unicodeScalars)
  }

  /// Escapes all controls and line breaks: a reader may take any of them for the end of a line.
  private mutating func append(jsonString text: some Sequence<Unicode.Scalar>) {
    append(UInt8(ascii: "\""))
    append(inJSON: text)
    append(UInt8(ascii: "\""))
  }

  /// Appends what stands between the quotes of a JSON string.
  mutating func append(inJSON text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}"..."\u{2029}":
        append("\\u")
        append(hex: UInt8(truncatingIfNeeded: scalar.value >> 8))
        append(hex: UInt8(truncatingIfNeeded: scalar.value))
      default: append(scalar)
      }
    }
  }

  /// Appends a number: integers exactly, others in the shortest form that reads back as the same.
  ///
  /// What is not finite becomes null, which is all that JSON has for it.
  mutating func append(json quantity: Quantity) {
    switch quantity {
    case .integer(let value): append(contentsOf: String(value).utf8)
    case .real(let value):
      guard value.isFinite else { return append("null") }
      append(contentsOf: value.description.utf8)
      if suffix(2).elementsEqual(".0".utf8) { removeLast(2) }
    }
  }

  /// Appends a share or a progress, 0…1, with up to six decimals; null when it is not a number.
  mutating func append(jsonShare share: Double) {
    guard !share.isNaN else { return append("null") }
    let millionths = Int((Swift.min(Swift.max(share, 0), 1) * 1_000_000).rounded())
    guard millionths % 1_000_000 != 0 else { return append(millionths == 0 ? "0" : "1") }
    append("0.")
    var digits = String(1_000_000 + millionths).utf8.dropFirst()
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    append(contentsOf: digits)
  }
}

extension String {
  /// A text as a string of JSON, quotes included.
  package init(json text: String) {
    var bytes: [UInt8] = []
    bytes.append(json: text)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
