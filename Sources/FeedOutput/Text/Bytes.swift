import FeedCore

/// Lines are built byte by byte, in one buffer that lives as long as its feed.
extension [UInt8] {
  mutating func append(_ text: String) {
    var text = text
    // All at once: byte by byte takes a multiple.
    text.withUTF8 { bytes in unsafe append(contentsOf: bytes) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(contentsOf: scalar.utf8)
    }
  }

  mutating func append(decimal value: Int) { append(String(value)) }

  /// Appends `#rrggbb`, in lower case.
  mutating func append(hex color: Color) {
    append(UInt8(ascii: "#"))
    append(hex: color.red)
    append(hex: color.green)
    append(hex: color.blue)
  }

  mutating func append(hex byte: UInt8) {
    append(Self.hexDigit(byte >> 4))
    append(Self.hexDigit(byte & 15))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
