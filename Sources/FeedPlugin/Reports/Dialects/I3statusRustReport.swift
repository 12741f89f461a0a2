import FeedCore
import FeedData

/// Commands of i3status-rust's `custom` block.
///
/// *Source:* i3status-rust, `src/blocks/custom.rs`.
package struct I3statusRustReportParser: ScriptReportParser {
  private var isMarkup = false

  package init() {}

  package func configured(with options: ReportOptions) -> any ReportParser {
    var parser = self
    parser.isMarkup = options.isMarkup
    return parser
  }

  package var conventions: ScriptConventions { .text }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    let text = lines.map(\.text).joined(separator: "\n").trimmed
    guard !text.isEmpty else { return TextFields.hidden() }
    var problems: [String] = []
    guard text.hasPrefix("{") else {
      let styled = TextFields.styled(text, isMarkup: isMarkup, problems: &problems)
      return Report(fields: TextFields.fields(of: styled), problems: problems)
    }
    let members = try JSONValue.members(of: text)
    let value = JSONValue.object(members)
    let shown = value["text"]?.plainText ?? ""
    let styled = TextFields.styled(shown, isMarkup: isMarkup, problems: &problems)
    var report =
      styled.text.isEmpty ? TextFields.hidden() : Report(fields: TextFields.fields(of: styled))
    if let short = value["short_text"]?.plainText, !short.isEmpty {
      report.appearance.shortText = Sanitise.text(TextFields.plain(short, isMarkup: isMarkup))
    }
    if let icon = value["icon"]?.plainText, !icon.isEmpty {
      let icon = Sanitise.text(icon, limit: 64)
      report.fields.append(Report.Field(name: "icon", reading: .text(icon)))
      report.appearance.alternative = icon
    }
    if let name = value["state"]?.plainText {
      if let state = Self.states[name] {
        report.state = state
        report.appearance.setClasses([name.lowercased()])
      } else {
        problems.append("unknown state '\(name.excerpt)'")
      }
    }
    for member in members where !Self.keys.contains(member.key) {
      problems.append("unknown key '\(member.key.excerpt)'")
    }
    for problem in problems { report.add(problem: problem) }
    return report
  }

  static let states: [String: MetricState] = [
    "Idle": .normal, "Info": .normal, "Good": .normal, "Warning": .warning, "Critical": .critical,
  ]
  private static let keys: Set<String> = ["icon", "state", "text", "short_text"]
}
