import FeedCore
import FeedData

/// Scripts for i3blocks.
///
/// *Source:* i3blocks 1.5, docs/README.adoc, `block.c`, `i3bar.c`, `line.c`.
package struct I3blocksReportParser: ScriptReportParser {
  private var parameters: [String: String] = [:]
  private var isMarkup = false

  package init() {}

  package func configured(with options: ReportOptions) -> any ReportParser {
    var parser = self
    parser.parameters = options.parameters
    parser.isMarkup = options.isMarkup
    return parser
  }

  package var conventions: ScriptConventions {
    var conventions = ScriptConventions.text
    conventions.clicks = .told
    return conventions
  }

  /// 33 says that all is well, and urgent.
  package let normalStatuses: Set<Int32> = [0, 33]

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try checkStatus(status)
    var keys = parameters
    var variables: [String: String] = [:]
    if let first = lines.first, isJSON(first) {
      try first.refuseCut()
      variables = try Self.members(of: first.text)
      keys.merge(variables) { _, new in new }
    } else {
      // A script that runs on says a text with each line, and nothing else.
      let count = status == nil ? 1 : Self.lineKeys.count
      for (key, line) in zip(Self.lineKeys.prefix(count), lines) { keys[key] = line.text }
    }
    if status == .exited(33) { keys["urgent"] = "true" }
    var report = I3barKeys(keys, isMarkup: isMarkup).report
    report.variables = variables.filter { ScriptVariables.isName($0.key) }
    return report
  }

  private func checkStatus(_ status: ExitStatus?) throws(Rejection) {
    switch status {
    case nil, .exited(0), .exited(33): break
    case .exited(126): throw Rejection("the command may not be executed (126): chmod +x helps")
    case .exited(127): throw Rejection("the command was not found (127)")
    case let status?: throw Rejection(status.description)
    }
  }

  private func isJSON(_ line: LineBuffer.Line) -> Bool {
    switch parameters["format"] {
    case "json": true
    case "raw": false
    default: line.text.trimmed.hasPrefix("{") && line.text.trimmed.hasSuffix("}")
    }
  }

  /// The members of a flat object as texts; what is nested is left out.
  private static func members(of line: String) throws(Rejection) -> [String: String] {
    var texts: [String: String] = [:]
    for member in try JSONValue.members(of: line) { texts[member.key] = member.value.plainText }
    return texts
  }

  /// What the lines of a run are, from the first.
  static let lineKeys = [
    "full_text", "short_text", "color", "background", "border", "min_width", "align", "name",
    "instance", "urgent", "separator", "separator_block_width", "markup", "border_top",
    "border_bottom", "border_left", "border_right",
  ]

  package func environment(of run: ScriptRun) -> [String: String] {
    ScriptVariables.i3blocks(run)
  }
}

/// The variables of i3blocks.
package enum ScriptVariables {
  /// Every property of a block by its own name, and six of them by another one, too.
  static func i3blocks(_ run: ScriptRun) -> [String: String] {
    var variables = properties(of: run)
    for name in ["name", "instance", "interval", "button", "x", "y"] {
      if let value = variables[name] { variables["BLOCK_" + name.uppercased()] = value }
    }
    return variables
  }

  /// What a block is and was told: by its config, by its own last words, by a click.
  package static func properties(of run: ScriptRun) -> [String: String] {
    var properties = [
      "name": run.name, "command": run.command,
      "interval": run.interval.map(ScriptRun.plain) ?? (run.mode == .once ? "once" : "persist"),
    ]
    properties.merge(run.parameters.filter { isVariable($0.key) }) { _, new in new }
    properties.merge(run.variables) { _, new in new }
    if let click = run.click { properties.merge(values(of: click)) { _, new in new } }
    return properties
  }

  /// A click as i3bar tells it, but for its modifiers, which i3blocks leaves out.
  static func values(of click: ScriptClick) -> [String: String] {
    var values = ["button": String(click.button)]
    for (name, place) in click.places where isName(name) {
      let quantity = Quantity.real(place).normalized
      values[name] = if case .integer(let value) = quantity { String(value) } else { "\(place)" }
    }
    return values
  }

  /// Names that a script may have for its own: none that a shell or a loader listens to.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x41...0x5a).contains(first) else { return false }
    return isVariable(name)
  }

  /// Names that can be those of variables.
  private static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first), name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0)
    }
  }
}

/// A block as the i3bar protocol describes it, all values as texts.
struct I3barKeys {
  private let keys: [String: String]
  private let isMarkup: Bool

  init(_ keys: [String: String], isMarkup: Bool) {
    self.keys = keys
    self.isMarkup = isMarkup || keys["markup"] == "pango"
  }

  var report: Report {
    guard let text = keys["full_text"], !text.isEmpty else { return TextFields.hidden() }
    var problems: [String] = []
    let styled = TextFields.styled(
      (keys["label"] ?? "") + text, isMarkup: isMarkup, problems: &problems)
    var report = Report(fields: TextFields.fields(of: styled))
    if styled.text.isEmpty { report.appearance.isHidden = true }
    if let short = keys["short_text"], !short.isEmpty {
      report.appearance.shortText = Sanitise.text(TextFields.plain(short, isMarkup: isMarkup))
    }
    report.appearance.color = color("color", &problems)
    report.appearance.background = color("background", &problems)
    report.appearance.isUrgent = keys["urgent"].map { ["true", "1"].contains($0) } ?? false
    report.appearance.align = keys["align"].flatMap(BlockStyle.Align.init(rawValue:))
    report.appearance.hasSeparator = keys["separator"] == "false" ? false : nil
    // A number is one of pixels, which only the bar knows the width of a character in.
    if let sample = keys["min_width"], !sample.isEmpty, String(Int(sample) ?? -1) != sample {
      report.appearance.minimumWidth = min(sample.count, 200)
    }
    for problem in problems { report.add(problem: problem) }
    return report
  }

  private func color(_ key: String, _ problems: inout [String]) -> Color? {
    guard let text = keys[key], !text.isEmpty else { return nil }
    let color = Color(script: text)
    if color == nil { problems.append("'\(text.excerpt)' is no colour for '\(key)'") }
    return color
  }
}

extension JSONValue {
  /// A value that is not nested, as a shell would write it.
  var plainText: String? {
    switch self {
    case .null, .array, .object: nil
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .string(let text): text
    }
  }
}
