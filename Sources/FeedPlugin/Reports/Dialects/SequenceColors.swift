import FeedCore

/// Takes ANSI sequences out of a text: colours and weights become inks, the rest nothing.
///
/// *Source:* ECMA-48, 8.3.117 (SGR); the colours are those of xterm.
enum SequenceColors {
  static func read(_ text: String) -> StyledText {
    var pieces: [(text: String, ink: Ink)] = []
    var ink = Ink.plain
    let scalars = Array(text.unicodeScalars)
    var start = 0
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "\u{1b}", index + 1 < scalars.count, scalars[index + 1] == "[" else {
        index += 1
        continue
      }
      let body = scalars[(index + 2)...].prefix { ("0"..."?").contains($0) }
      guard body.endIndex < scalars.count else { break }
      pieces.append((String(String.UnicodeScalarView(scalars[start..<index])), ink))
      if scalars[body.endIndex] == "m" {
        apply(String(String.UnicodeScalarView(body)), to: &ink)
      }
      index = body.endIndex + 1
      start = index
    }
    pieces.append((String(String.UnicodeScalarView(scalars[start...])), ink))
    return StyledText(pieces)
  }

  private static func apply(_ body: String, to ink: inout Ink) {
    var codes = body.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: ink = .plain
      case 1: ink.isBold = true
      case 3: ink.isItalic = true
      case 4: ink.isUnderlined = true
      case 9: ink.isStruck = true
      case 22: ink.isBold = false
      case 23: ink.isItalic = false
      case 24: ink.isUnderlined = false
      case 29: ink.isStruck = false
      case 30...37: ink.foreground = palette(code - 30)
      case 38: if let color = extended(&codes) { ink.foreground = color }
      case 39: ink.foreground = nil
      case 40...47: ink.background = palette(code - 40)
      case 48: if let color = extended(&codes) { ink.background = color }
      case 49: ink.background = nil
      case 90...97: ink.foreground = palette(code - 90 + 8)
      case 100...107: ink.background = palette(code - 100 + 8)
      default: break
      }
    }
  }

  /// `5;n` or `2;r;g;b`.
  private static func extended(_ codes: inout ArraySlice<Int>) -> Color? {
    switch codes.popFirst() {
    case 5: return codes.popFirst().flatMap { (0...255).contains($0) ? palette($0) : nil }
    case 2:
      let channels = codes.prefix(3)
      codes = codes.dropFirst(3)
      guard channels.count == 3, channels.allSatisfy((0...255).contains) else { return nil }
      let values = channels.map { UInt8($0) }
      return Color(red: values[0], green: values[1], blue: values[2])
    default: return nil
    }
  }

  private static let basic: [UInt32] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ]

  /// One of the 256 colours of xterm.
  static func palette(_ index: Int) -> Color {
    func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
    switch index {
    case 0..<16:
      let value = basic[index]
      return Color(
        red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
    case 16..<232:
      let cube = index - 16
      return Color(red: level(cube / 36), green: level(cube / 6 % 6), blue: level(cube % 6))
    default:
      let grey = UInt8(8 + 10 * (min(index, 255) - 232))
      return Color(red: grey, green: grey, blue: grey)
    }
  }
}
