import FeedCore

/// Plugins for xbar, BitBar and SwiftBar.
///
/// *Source:* xbar-plugins, `CONTRIBUTING.md`; xbar, `pkg/plugins`; SwiftBar, `README.md`.
package struct XbarReportParser: ReportParser {
  private var isLight = false

  package init() {}

  package func configured(with options: ReportOptions) -> any ReportParser {
    var parser = self
    parser.isLight = options.parameters["appearance"] == "light"
    return parser
  }

  package var conventions: ScriptConventions {
    var conventions = ScriptConventions.text
    conventions.interval = .seconds(60)
    conventions.timeout = .seconds(120)
    return conventions
  }

  package func framing(in mode: RunMode) -> ReportFraming {
    mode == .once ? .run : .frame(end: Self.frameEnd)
  }

  private static let frameEnd = "~~~"

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    // A run that separates frames has said the last of them.
    let frames = lines.map(\.text).split(
      separator: Self.frameEnd, omittingEmptySubsequences: true)
    let frame = frames.last { $0.contains { !$0.trimmed.isEmpty } } ?? []
    var titles: [XbarLine] = []
    var menu: [XbarLine] = []
    let end = frame.firstIndex { $0.trimmed == "---" } ?? frame.endIndex
    for line in frame[..<end] where !line.trimmed.isEmpty {
      titles.append(XbarLine(line, isLight: isLight))
    }
    for line in frame[end...].dropFirst() { menu.append(XbarLine(line, isLight: isLight)) }
    // Of many titles no person would see the last.
    let pages = titles.prefix(32).map { report(of: $0, menu) }
    guard var report = pages.first else { return TextFields.hidden() }
    if pages.count > 1 { report.pages = pages }
    return report
  }

  private func report(of title: XbarLine, _ menu: [XbarLine]) -> Report {
    let isEmpty = title.text.text.isEmpty
    var report = isEmpty ? TextFields.hidden() : Report(fields: TextFields.fields(of: title.text))
    report.appearance.color = title.color
    report.appearance.setTooltip(menu.compactMap(\.menuText))
    if let action = ([title] + menu).lazy.compactMap(\.action).first {
      report.appearance.actions[1] = action
    }
    for problem in title.problems { report.add(problem: problem) }
    return report
  }

  package func environment(of run: ScriptRun) -> [String: String] {
    // A script that finds SWIFTBAR set prints what only SwiftBar can draw.
    [
      "XBARDarkMode": isLight ? "false" : "true", "OS_APPEARANCE": isLight ? "Light" : "Dark",
      "SWIFTBAR_PLUGIN_REFRESH_REASON": run.count > 1 ? "Schedule" : "FirstLaunch",
    ]
  }
}

/// A line of a plugin: a text, and parameters after a bar.
struct XbarLine {
  private(set) var text = StyledText("")
  private(set) var color: Color?
  private(set) var action: [String]?
  private(set) var problems: [String] = []
  /// How deep in the menu.
  private var depth = 0
  private var isSeparator = false

  init(_ line: String, isLight: Bool) {
    var words = line
    while words.hasPrefix("--"), words.trimmed != "---" {
      words.removeFirst(2)
      depth += 1
    }
    isSeparator = words.trimmed == "---"
    let (shown, parameters) = split(words)
    apply(parameters, to: shown, isLight: isLight)
  }

  /// As a line of a tooltip; nil for a line between items.
  var menuText: String? {
    isSeparator ? nil : String(repeating: "  ", count: min(depth, 4)) + text.text
  }

  // MARK: Parameters

  /// What is before the first bar after which all is parameters; else all of it is text.
  private mutating func split(_ line: String) -> (String, [String: String]) {
    var place = line.startIndex
    while let bar = line[place...].firstIndex(of: "|") {
      place = line.index(after: bar)
      let isEscaped = bar > line.startIndex && line[line.index(before: bar)] == "\\"
      guard !isEscaped else { continue }
      if let parameters = parameters(line[place...]) {
        return (String(line[..<bar]).replaced("\\|", by: "|"), parameters)
      }
    }
    return (line.replaced("\\|", by: "|"), [:])
  }

  /// Pairs of known keys, with bars between them if need be; nil when it is a text.
  ///
  /// It has to begin with a pair. A colon in the place of the `=` and words that belong to nothing
  /// are faults that people make, and are passed over.
  private mutating func parameters(_ text: Substring) -> [String: String]? {
    var words = XbarWords(text)
    guard let first = words.next(), let key = first.key, Self.keys.contains(key) else {
      return nil
    }
    var parameters: [String: String] = [:]
    var word: XbarWords.Word? = first
    while let present = word {
      if let key = present.key, Self.keys.contains(key) {
        if present.isColon {
          problems.append("'\(key):' is written '\(key)='")
        } else {
          parameters[key] = present.value
        }
      }
      word = words.next()
    }
    return parameters
  }

  private static let keys: Set<String> = {
    var keys: Set<String> = [
      "color", "length", "trim", "emojize", "ansi", "dropdown", "href", "shell", "bash",
      "terminal", "refresh", "disabled", "size", "font", "image", "templateimage", "alternate",
      "key", "symbolize", "sfimage", "sfcolor", "sfsize", "sfconfig", "checked", "tooltip",
      "webview", "webvieww", "webviewh", "width", "height", "shortcut", "md", "stdin", "badge",
      "valign",
    ]
    for number in 0...24 { keys.insert("param\(number)") }
    return keys
  }()

  private mutating func apply(
    _ parameters: [String: String], to shown: String, isLight: Bool
  ) {
    let hasSequences = shown.contains("\u{1b}") && parameters["ansi"] != "false"
    var text = hasSequences ? SequenceColors.read(shown) : StyledText(shown)
    if parameters["trim"] != "false" { text = text.trimmed }
    if let length = parameters["length"].flatMap(Int.init) { text = text.shortened(to: length) }
    self.text = text
    if let color = parameters["color"] { setColor(color, isLight: isLight) }
    if parameters["disabled"] != "true" { action = Self.action(parameters) }
  }

  /// A name or `#hex`, or two of them: for light and for dark.
  private mutating func setColor(_ text: String, isLight: Bool) {
    let names = text.split(separator: ",").map(String.init)
    guard let name = isLight ? names.first : names.last else { return }
    color = Color(script: name.trimmed)
    if color == nil { problems.append("'\(name.excerpt)' is no colour") }
  }

  private static func action(_ parameters: [String: String]) -> [String]? {
    if let program = parameters["shell"] ?? parameters["bash"], !program.isEmpty {
      return [program] + (0...24).compactMap { parameters["param\($0)"] }
    }
    guard let address = parameters["href"] else { return nil }
    // An address that begins like an option would be one.
    let isAddress = ["http://", "https://", "mailto:", "file://"].contains {
      address.hasPrefix($0)
    }
    return isAddress ? ["xdg-open", address] : nil
  }
}

/// `key=value` words; a value may be in quotes of either kind.
private struct XbarWords {
  struct Word {
    /// nil for a word that is no pair.
    var key: String?
    var value = ""
    var isColon = false
  }

  private var rest: Substring

  init(_ text: Substring) { rest = text }

  mutating func next() -> Word? {
    rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "|" }
    guard !rest.isEmpty else { return nil }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let mark = rest[name.endIndex...].first, mark == "=" || mark == ":", !name.isEmpty else {
      let word = rest.prefix { $0 != " " && $0 != "|" }
      rest = rest[word.endIndex...]
      return Word()
    }
    var word = Word(key: name.lowercased(), isColon: mark == ":")
    rest = rest[rest.index(after: name.endIndex)...]
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest.removeFirst()
      while let character = rest.popFirst(), character != quote {
        word.value.append(
          character == "\\" && rest.first == quote ? rest.popFirst() ?? character : character)
      }
    } else {
      let value = rest.prefix { $0 != " " && $0 != "\t" && $0 != "|" }
      word.value = String(value)
      rest = rest[value.endIndex...]
    }
    return word
  }
}
