/// Reads numbers as programs print them: a decimal point, no groups, whatever the locale.
package enum NumberParser {
  /// Why a text is no number.
  package enum Problem: Error, Hashable, Sendable {
    case empty
    /// `9,0`: reading it as 90 or as 9 would both be a guess.
    case decimalComma
    /// Blanks before, after or within the number.
    case space
    case hexadecimal
    case notANumber
    /// A number, but with a unit that is not known.
    case unknownUnit(String)

    /// What is wrong, for people.
    package var message: String {
      switch self {
      case .empty: "expected a number, found nothing"
      case .decimalComma: "expected a decimal point, found a comma"
      case .space: "expected a number without blanks"
      case .hexadecimal: "expected a decimal number, found a hexadecimal one"
      case .notANumber: "expected a number"
      case .unknownUnit(let unit): "unknown unit '\(unit)'"
      }
    }
  }

  /// The number that `text` is, whole and without blanks: `-12`, `.5`, `1e3`, `nan`, `-inf`.
  ///
  /// Integers are exact as long as they fit; what is too large for a double is infinite.
  /// - Throws: why it is none. NaN and the infinities are no errors.
  package static func parse(_ text: String) throws(Problem) -> Quantity {
    let bytes = Array(text.utf8)
    guard let end = endOfNumber(in: bytes), end == bytes.count else { throw problem(with: bytes) }
    return quantity(text)
  }

  /// How many bytes at the start of `bytes` are a number; nil when there is none.
  static func endOfNumber(in bytes: [UInt8]) -> Int? {
    var index = bytes.first.map(isSign) == true ? 1 : 0
    if let word = endOfWord(in: bytes, from: index) { return word }
    let start = index
    index = endOfDigits(in: bytes, from: index)
    var digitCount = index - start
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      let end = endOfDigits(in: bytes, from: index + 1)
      digitCount += end - index - 1
      index = end
    }
    guard digitCount > 0 else { return nil }
    return endOfExponent(in: bytes, from: index)
  }

  /// The value of a text that the grammar above has accepted.
  static func quantity(_ text: String) -> Quantity {
    if let integer = Int64(text) { return .integer(integer) }
    return .real(Double(text) ?? .nan)
  }

  private static func endOfWord(in bytes: [UInt8], from start: Int) -> Int? {
    // The longest first: `inf` is the start of `infinity`.
    for word in ["infinity", "inf", "nan"] {
      let found = bytes[start...].prefix(word.utf8.count).map { $0 | 0x20 }
      guard found.elementsEqual(word.utf8) else { continue }
      let end = start + found.count
      // `info` and `nano` are words.
      let isWhole = end == bytes.count || !(0x61...0x7a).contains(bytes[end] | 0x20)
      return isWhole ? end : nil
    }
    return nil
  }

  private static func endOfDigits(in bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
  }

  /// An `e` without digits is not part of the number: it may be a unit.
  private static func endOfExponent(in bytes: [UInt8], from start: Int) -> Int {
    guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return start }
    var index = start + 1
    if index < bytes.count, isSign(bytes[index]) { index += 1 }
    let end = endOfDigits(in: bytes, from: index)
    return end > index ? end : start
  }

  /// The most telling reason why `bytes` are no number.
  static func problem(with bytes: [UInt8]) -> Problem {
    if bytes.isEmpty { return .empty }
    if bytes.contains(where: { $0 == 0x20 || (0x09...0x0d).contains($0) }) { return .space }
    let digits = isSign(bytes[0]) ? bytes.dropFirst() : bytes[...]
    guard digits.contains(where: isDigit) else { return .notANumber }
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) { return .hexadecimal }
    return hasDecimalComma(digits) ? .decimalComma : .notANumber
  }

  /// Whether `bytes` start as a number does but for a comma between two digits.
  private static func hasDecimalComma(_ bytes: ArraySlice<UInt8>) -> Bool {
    let comma = UInt8(ascii: ",")
    let number = bytes.prefix { isDigit($0) || $0 == comma || $0 == UInt8(ascii: ".") }
    return zip(number, number.dropFirst()).contains { left, right in
      left == comma && isDigit(right)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}
