extension Color {
  /// A colour as scripts write it: `#rgb`, `#rrggbb`, with or without a transparency that is left
  /// out, `#rrrrggggbbbb`, or a name.
  ///
  /// - Returns: nil for anything else.
  package init?(script text: String) {
    guard text.hasPrefix("#") else {
      guard let value = Self.names[text.lowercased().filter { $0 != " " }] else { return nil }
      self.init(value: value)
      return
    }
    var digits: [UInt8] = []
    for byte in text.utf8.dropFirst() {
      guard let digit = Self.digit(byte) else { return nil }
      digits.append(digit)
    }
    let width: Int
    switch digits.count {
    case 3, 4: width = 1
    case 6, 8: width = 2
    case 12: width = 4
    default: return nil
    }
    func channel(_ index: Int) -> UInt8 {
      let high = digits[index * width]
      return high << 4 | (width == 1 ? high : digits[index * width + 1])
    }
    self.init(red: channel(0), green: channel(1), blue: channel(2))
  }

  /// `#aarrggbb`, as polybar puts the transparency; other forms as `init(script:)`.
  package init?(transparencyFirst text: String) {
    if text.utf8.count == 9, text.hasPrefix("#") {
      self.init(script: "#" + text.dropFirst(3))
    } else if text.utf8.count == 5, text.hasPrefix("#") {
      self.init(script: "#" + text.dropFirst(2))
    } else {
      self.init(script: text)
    }
  }

  private init(value: UInt32) {
    self.init(
      red: UInt8(value >> 16 & 0xff), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The names that scripts use.
  ///
  /// *Source:* CSS Color Module Level 4, 6.1 "Named Colors".
  private static let names: [String: UInt32] = [
    "aqua": 0x00ffff, "aquamarine": 0x7fffd4, "azure": 0xf0ffff, "beige": 0xf5f5dc,
    "black": 0x000000, "blue": 0x0000ff, "brown": 0xa52a2a, "chartreuse": 0x7fff00,
    "chocolate": 0xd2691e, "coral": 0xff7f50, "crimson": 0xdc143c, "cyan": 0x00ffff,
    "darkblue": 0x00008b, "darkcyan": 0x008b8b, "darkgray": 0xa9a9a9, "darkgreen": 0x006400,
    "darkgrey": 0xa9a9a9, "darkmagenta": 0x8b008b, "darkorange": 0xff8c00, "darkred": 0x8b0000,
    "deeppink": 0xff1493, "deepskyblue": 0x00bfff, "dimgray": 0x696969, "dimgrey": 0x696969,
    "dodgerblue": 0x1e90ff, "firebrick": 0xb22222, "forestgreen": 0x228b22, "fuchsia": 0xff00ff,
    "gold": 0xffd700, "goldenrod": 0xdaa520, "gray": 0x808080, "green": 0x008000,
    "greenyellow": 0xadff2f, "grey": 0x808080, "hotpink": 0xff69b4, "indianred": 0xcd5c5c,
    "indigo": 0x4b0082, "ivory": 0xfffff0, "khaki": 0xf0e68c, "lavender": 0xe6e6fa,
    "lawngreen": 0x7cfc00, "lightblue": 0xadd8e6, "lightcoral": 0xf08080,
    "lightcyan": 0xe0ffff, "lightgray": 0xd3d3d3, "lightgreen": 0x90ee90,
    "lightgrey": 0xd3d3d3, "lightpink": 0xffb6c1, "lightsalmon": 0xffa07a,
    "lightseagreen": 0x20b2aa, "lightskyblue": 0x87cefa, "lightyellow": 0xffffe0,
    "lime": 0x00ff00, "limegreen": 0x32cd32, "linen": 0xfaf0e6, "magenta": 0xff00ff,
    "maroon": 0x800000, "mediumpurple": 0x9370db, "midnightblue": 0x191970, "navy": 0x000080,
    "olive": 0x808000, "olivedrab": 0x6b8e23, "orange": 0xffa500, "orangered": 0xff4500,
    "orchid": 0xda70d6, "palegreen": 0x98fb98, "peru": 0xcd853f, "pink": 0xffc0cb,
    "plum": 0xdda0dd, "powderblue": 0xb0e0e6, "purple": 0x800080, "red": 0xff0000,
    "royalblue": 0x4169e1, "salmon": 0xfa8072, "sandybrown": 0xf4a460, "seagreen": 0x2e8b57,
    "sienna": 0xa0522d, "silver": 0xc0c0c0, "skyblue": 0x87ceeb, "slateblue": 0x6a5acd,
    "slategray": 0x708090, "slategrey": 0x708090, "snow": 0xfffafa, "springgreen": 0x00ff7f,
    "steelblue": 0x4682b4, "tan": 0xd2b48c, "teal": 0x008080, "tomato": 0xff6347,
    "turquoise": 0x40e0d0, "violet": 0xee82ee, "wheat": 0xf5deb3, "white": 0xffffff,
    "whitesmoke": 0xf5f5f5, "yellow": 0xffff00, "yellowgreen": 0x9acd32,
  ]
}
