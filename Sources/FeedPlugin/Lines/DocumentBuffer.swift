/// Lines in, whole JSON values out: the elements of an array that never ends, and what is before it.
///
/// A value may have many lines, and a line many values; commas between values and the brackets of
/// the endless array say nothing. A line that is no JSON comes out as it is.
package struct DocumentBuffer: Hashable, Sendable {
  /// Bytes that a value may have.
  package let limit: Int
  private var pending: [UInt8] = []
  /// How many brackets and braces are open in the value under way.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// A bracket has come that is either the endless array's or the first of a value.
  private var hasBracket = false

  package init(limit: Int = 1 << 20) { self.limit = max(limit, 2) }

  /// The values that `line` completes; one that turns out to be broken is marked as cut.
  package mutating func append(_ line: LineBuffer.Line) -> [LineBuffer.Line] {
    var found: [LineBuffer.Line] = []
    if depth > 0, isInString || Self.beginsAnew(line.bytes) { found.append(taken(isCut: true)) }
    for (index, byte) in line.bytes.enumerated() {
      if depth == 0 {
        switch byte {
        case UInt8(ascii: "["):
          hasBracket = true
          continue
        case UInt8(ascii: "{"): break
        case UInt8(ascii: "]") where hasBracket: break
        case UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"): continue
        default:
          hasBracket = false
          found.append(LineBuffer.Line(bytes: Array(line.bytes[index...]), isCut: line.isCut))
          return found
        }
        if hasBracket { _ = take(UInt8(ascii: "[")) }
        hasBracket = false
      }
      if take(byte) { found.append(taken(isCut: false)) }
      if pending.count > limit { found.append(taken(isCut: true)) }
    }
    guard depth > 0 else { return found }
    // With the rest of the line the end of the value is lost.
    if line.isCut { found.append(taken(isCut: true)) } else { pending.append(UInt8(ascii: " ")) }
    return found
  }

  /// Whether a line can be nothing but the start of a value: the one before it has no end.
  private static func beginsAnew(_ line: [UInt8]) -> Bool {
    let start = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.prefix(2)
    return start.elementsEqual(",[".utf8) || start.elementsEqual("[{".utf8)
  }

  /// Takes a byte of a value; true for its last one.
  private mutating func take(_ byte: UInt8) -> Bool {
    pending.append(byte)
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return depth == 0
  }

  private mutating func taken(isCut: Bool) -> LineBuffer.Line {
    defer { self = DocumentBuffer(limit: limit) }
    return LineBuffer.Line(bytes: pending, isCut: isCut)
  }
}
