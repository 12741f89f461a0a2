import FeedCore

/// Scripts for polybar's `custom/script`.
///
/// *Source:* polybar, `src/adapters/script_runner.cpp`; polybar wiki, "Formatting".
package struct PolybarReportParser: ScriptReportParser {
  package init() {}

  package var conventions: ScriptConventions { .text }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    // Of a run that ends only the first line counts.
    guard let line = lines.first, !line.bytes.isEmpty else { return TextFields.hidden() }
    var tags = PolybarTags()
    let styled = tags.read(line.text).trimmed
    guard !styled.text.isEmpty else { return TextFields.hidden() }
    var report = Report(fields: TextFields.fields(of: styled))
    report.appearance.actions = tags.actions
    for problem in tags.problems { report.add(problem: problem) }
    return report
  }

  package func arguments(of run: ScriptRun) -> [String] {
    run.arguments.map { $0.replaced("%counter%", by: String(run.count)) }
  }
}

/// Takes `%{…}` out of a text: colours become inks, clicks actions, the rest nothing.
struct PolybarTags {
  private(set) var actions: [Int: [String]] = [:]
  private(set) var problems: [String] = []
  private var ink = Ink.plain

  mutating func read(_ text: String) -> StyledText {
    var pieces: [(text: String, ink: Ink)] = []
    var rest = text.unicodeScalars[...]
    while let start = rest.firstRange(ofTag: "%{") {
      guard let end = Self.end(of: rest[start.upperBound...]) else { break }
      pieces.append((String(rest[..<start.lowerBound]), ink))
      apply(String(rest[start.upperBound..<end]))
      rest = rest[rest.index(after: end)...]
    }
    pieces.append((String(rest), ink))
    return StyledText(pieces)
  }

  /// Where a tag ends; a brace in the command of an action does not, between its colons.
  private static func end(of tag: Substring.UnicodeScalarView) -> String.Index? {
    guard tag.first == "A", let first = tag.firstIndex(of: ":") else {
      return tag.firstIndex(of: "}")
    }
    guard let brace = tag.firstIndex(of: "}"), brace > first else { return tag.firstIndex(of: "}") }
    var index = tag.index(after: first)
    while index < tag.endIndex {
      let next = tag.index(after: index)
      if tag[index] == "\\" {
        index = next
      } else if tag[index] == ":", next < tag.endIndex, tag[next] == "}" {
        return next
      }
      guard index < tag.endIndex else { break }
      index = tag.index(after: index)
    }
    return brace
  }

  private mutating func apply(_ body: String) {
    // An action's command may have blanks; other tags are words in one pair of braces.
    if body.hasPrefix("A") { return addAction(body.dropFirst()) }
    for word in body.split(separator: " ") {
      guard let kind = word.first else { continue }
      let value = String(word.dropFirst())
      switch kind {
      case "F": ink.foreground = color(value)
      case "B": ink.background = color(value)
      case "R": (ink.foreground, ink.background) = (ink.background, ink.foreground)
      case "u", "o", "T", "O", "l", "c", "r", "P", "+", "-", "!", "U", "S": break
      default: problems.append("'%{\(body.excerpt)}' is no tag of polybar")
      }
    }
  }

  private mutating func color(_ value: String) -> Color? {
    if value == "-" || value.isEmpty { return nil }
    let color = Color(transparencyFirst: value)
    if color == nil { problems.append("'\(value.excerpt)' is no colour") }
    return color
  }

  /// `1:command:`; without a number it is the left button.
  private mutating func addAction(_ body: Substring) {
    guard let colon = body.firstIndex(of: ":") else { return }
    let button = Int(body[..<colon]) ?? 1
    var command = body[body.index(after: colon)...]
    if command.last == ":" { command.removeLast() }
    let text = String(command).replaced("\\:", by: ":")
    guard (1...8).contains(button), !text.isEmpty, actions[button] == nil else { return }
    actions[button] = ["/bin/sh", "-c", text]
  }
}

extension Substring.UnicodeScalarView {
  fileprivate func firstRange(
    ofTag mark: String
  ) -> (lowerBound: String.Index, upperBound: String.Index)? {
    let scalars = Array(mark.unicodeScalars)
    var index = startIndex
    while let place = self[index...].firstIndex(of: scalars[0]) {
      let next = self.index(after: place)
      guard next < endIndex else { return nil }
      if self[next] == scalars[1] { return (place, self.index(after: next)) }
      index = next
    }
    return nil
  }
}
