/// An opaque colour, eight bits a channel.
package struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#rrggbb`; nil for anything else.
  package init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 7, digits[0] == UInt8(ascii: "#"),
      digits.dropFirst().allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let value = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
  }

  /// `#rrggbb`.
  package var hex: String {
    let digits = Array("0123456789abcdef")
    var text = "#"
    for channel in [red, green, blue] {
      text.append(digits[Int(channel >> 4)])
      text.append(digits[Int(channel & 15)])
    }
    return text
  }

  /// This colour with `share` (0…1) of `other` in it, channel by channel, rounded to nearest.
  package func mixed(with other: Color, share: Double) -> Color {
    let share = min(max(share.isNaN ? 0 : share, 0), 1)
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 255, green: 255, blue: 255)
}
