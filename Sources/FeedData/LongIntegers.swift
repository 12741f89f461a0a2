/// Integers that Int64 does not hold, made reals.
///
/// json-c clamps them without a word, and a wrong number is worse than a rounded one.
enum LongIntegers {
  /// As many digits fit whatever they are.
  private static let harmless = 18

  /// The same text, with `e0` after each integer outside the strings that is too long.
  static func asReals(in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8]?
    var copied = 0
    var index = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if isDigit(byte) || byte == UInt8(ascii: "-") {
        let end = bytes[index...].firstIndex { !isPartOfNumber($0) } ?? bytes.count
        if isTooLong(bytes[index..<end]) {
          result = (result ?? []) + bytes[copied..<end] + Array("e0".utf8)
          copied = end
        }
        index = end
        continue
      }
      index += 1
    }
    guard let result else { return bytes }
    return result + bytes[copied...]
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || "+-.eE".utf8.contains(byte)
  }

  private static func isTooLong(_ number: ArraySlice<UInt8>) -> Bool {
    let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
    guard digits.count > harmless, digits.allSatisfy(isDigit) else { return false }
    return Int64(String(decoding: number, as: UTF8.self)) == nil
  }
}
