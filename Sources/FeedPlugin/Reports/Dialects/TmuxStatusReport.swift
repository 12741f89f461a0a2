import FeedCore

/// Scripts for tmux's status line, as `#(…)` runs them.
///
/// *Source:* tmux(1), "FORMATS" and "STYLES".
package struct TmuxStatusReportParser: ScriptReportParser {
  package init() {}

  package var conventions: ScriptConventions { .text }

  /// tmux shows what a job has printed, however it ends; one that cannot be run is a failure.
  package let normalStatuses = Set<Int32>(0...125)

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    guard let line = lines.last else { return TextFields.hidden() }
    let styled = TmuxStyles.read(line.text)
    return styled.text.trimmed.isEmpty
      ? TextFields.hidden() : Report(fields: TextFields.fields(of: styled))
  }
}

/// Takes `#[…]` out of a text: colours and weights become inks, the rest nothing.
enum TmuxStyles {
  static func read(_ text: String) -> StyledText {
    var pieces: [(text: String, ink: Ink)] = []
    var ink = Ink.plain
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "#", let next = rest.first, next == "#" || next == "[" else {
        plain.append(scalar)
        continue
      }
      // Two of them stand for one.
      guard next == "[" else {
        rest.removeFirst()
        plain.append("#")
        continue
      }
      guard let end = rest.firstIndex(of: "]") else {
        plain.append(scalar)
        continue
      }
      pieces.append((String(plain), ink))
      plain.removeAll()
      apply(String(rest[rest.index(after: rest.startIndex)..<end]), to: &ink)
      rest = rest[rest.index(after: end)...]
    }
    pieces.append((String(plain), ink))
    return StyledText(pieces)
  }

  private static func apply(_ style: String, to ink: inout Ink) {
    for word in style.split(whereSeparator: { $0 == "," || $0 == " " }) {
      switch word {
      case "default", "none": ink = .plain
      case "bold", "bright": ink.isBold = true
      case "nobold", "nobright": ink.isBold = false
      case "italics": ink.isItalic = true
      case "noitalics": ink.isItalic = false
      case "underscore": ink.isUnderlined = true
      case "nounderscore": ink.isUnderlined = false
      case "strikethrough": ink.isStruck = true
      case "nostrikethrough": ink.isStruck = false
      case "reverse": (ink.foreground, ink.background) = (ink.background, ink.foreground)
      default:
        if word.hasPrefix("fg=") { ink.foreground = color(String(word.dropFirst(3))) }
        if word.hasPrefix("bg=") { ink.background = color(String(word.dropFirst(3))) }
      }
    }
  }

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// nil for `default`, and for what is no colour.
  private static func color(_ name: String) -> Color? {
    if let index = names.firstIndex(of: name) { return SequenceColors.palette(index) }
    if name.hasPrefix("bright"), let index = names.firstIndex(of: String(name.dropFirst(6))) {
      return SequenceColors.palette(index + 8)
    }
    for prefix in ["colour", "color"] where name.hasPrefix(prefix) {
      guard let index = Int(name.dropFirst(prefix.count)), (0...255).contains(index) else { break }
      return SequenceColors.palette(index)
    }
    return Color(script: name)
  }
}
