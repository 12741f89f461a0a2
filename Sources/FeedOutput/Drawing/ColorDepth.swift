import FeedCore

/// How many colours a terminal has, and how ANSI terminals are asked for them.
///
/// Source: ECMA-48, 8.3.117 (select graphic rendition), and xterm's palette of 256 colours.
enum ColorDepth: Hashable {
  case none
  case sixteen
  case palette
  case full

  init(colors: Int) {
    self =
      switch colors {
      case ..<16: .none
      case ..<256: .sixteen
      case ..<(1 << 24): .palette
      default: .full
      }
  }

  /// Whether colours can be told apart that differ by a little.
  var hasShades: Bool { self == .palette || self == .full }

  /// Appends the parameters for `color`, nil for the terminal's own, with a semicolon at the end.
  func append(_ color: Color?, isBackground: Bool, to line: inout [UInt8]) {
    guard let color else { return line.append(isBackground ? "49;" : "39;") }
    switch self {
    case .none: line.append(isBackground ? "49;" : "39;")
    case .sixteen:
      line.append(decimal: Self.basicCode(color) + (isBackground ? 10 : 0))
      line.append(";")
    case .palette:
      line.append(isBackground ? "48;5;" : "38;5;")
      line.append(decimal: Self.paletteIndex(color))
      line.append(";")
    case .full:
      line.append(isBackground ? "48;2;" : "38;2;")
      for channel in [color.red, color.green, color.blue] {
        line.append(decimal: Int(channel))
        line.append(";")
      }
    }
  }

  /// The code of one of eight colours (30…37) or their bright twins (90…97), by hue: the nearest one would mostly be a grey.
  static func basicCode(_ color: Color) -> Int {
    let top = max(color.red, color.green, color.blue)
    let bottom = min(color.red, color.green, color.blue)
    guard top - bottom >= 40 else { return top < 64 ? 30 : top < 160 ? 90 : top < 224 ? 37 : 97 }
    let middle = bottom + (top - bottom) / 2
    let hue =
      (color.red > middle ? 1 : 0) + (color.green > middle ? 2 : 0) + (color.blue > middle ? 4 : 0)
    return (top > 192 ? 90 : 30) + hue
  }

  /// The nearest of the cube of 6 × 6 × 6 colours and the 24 greys.
  static func paletteIndex(_ color: Color) -> Int {
    func level(_ channel: UInt8) -> Int {
      channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40
    }
    let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = Color(red: levels[red], green: levels[green], blue: levels[blue])
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let step = min(max((mean - 3) / 10, 0), 23)
    let shade = UInt8(8 + 10 * step)
    let grey = Color(red: shade, green: shade, blue: shade)
    return distance(color, grey) < distance(color, cube)
      ? 232 + step : 16 + 36 * red + 6 * green + blue
  }

  private static func distance(_ first: Color, _ second: Color) -> Int {
    func square(_ first: UInt8, _ second: UInt8) -> Int {
      (Int(first) - Int(second)) * (Int(first) - Int(second))
    }
    return square(first.red, second.red) + square(first.green, second.green)
      + square(first.blue, second.blue)
  }
}
