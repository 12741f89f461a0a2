import FeedCore

/// How many colours a terminal has, and how they are asked for.
///
/// Source: ECMA-48, 8.3.117 (select graphic rendition), and xterm's palette of 256 colours.
enum ANSIColorDepth: Hashable {
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

  /// Appends the parameters for `color`, nil for the terminal's own, with a semicolon at the end.
  func append(_ color: Color?, isBackground: Bool, to line: inout [UInt8]) {
    guard let color else { return line.append(isBackground ? "49;" : "39;") }
    switch self {
    case .none: line.append(isBackground ? "49;" : "39;")
    case .sixteen:
      let index = Self.nearest(to: color, in: Self.ansiColors)
      line.append(decimal: (index < 8 ? 30 + index : 82 + index) + (isBackground ? 10 : 0))
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

  /// The nearest of the cube of 6 × 6 × 6 colours and the 24 greys.
  private static func paletteIndex(_ color: Color) -> Int {
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

  private static func nearest(to color: Color, in colors: [Color]) -> Int {
    colors.indices.min { distance(color, colors[$0]) < distance(color, colors[$1]) } ?? 0
  }

  private static func distance(_ first: Color, _ second: Color) -> Int {
    func square(_ first: UInt8, _ second: UInt8) -> Int {
      (Int(first) - Int(second)) * (Int(first) - Int(second))
    }
    return square(first.red, second.red) + square(first.green, second.green)
      + square(first.blue, second.blue)
  }

  /// The sixteen colours as xterm shows them.
  private static let ansiColors: [Color] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ].map { (value: UInt32) in
    Color(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }
}
