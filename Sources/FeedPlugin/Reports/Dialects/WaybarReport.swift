import FeedCore
import FeedData

/// Scripts for waybar's custom modules.
///
/// *Source:* waybar-custom(5); Waybar, `src/modules/custom.cpp`.
package struct WaybarReportParser: ScriptReportParser {
  private var parameters: [String: String] = [:]
  private var isMarkup = false

  package init() {}

  package func configured(with options: ReportOptions) -> any ReportParser {
    var parser = self
    parser.parameters = options.parameters
    parser.isMarkup = options.isMarkup
    return parser
  }

  package var conventions: ScriptConventions { .text }

  /// A script that fails hides its module; one that cannot be run is a failure.
  package let normalStatuses = Set<Int32>(0...125)

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    if let status, status != .exited(0) {
      return TextFields.hidden("\(status.description): hidden, as waybar does")
    }
    guard let first = lines.first, !first.text.trimmed.isEmpty else { return TextFields.hidden() }
    try first.refuseCut()
    if isJSON(first.text) { return try object(first.text) }
    var problems: [String] = []
    let report = report(
      text: first.text, tooltip: lines.count > 1 ? lines[1].text : nil,
      classes: lines.count > 2 ? [lines[2].text] : [], problems: &problems)
    return report
  }

  private func isJSON(_ text: String) -> Bool {
    parameters["return-type"] == "json"
      || (text.trimmed.hasPrefix("{") && text.trimmed.hasSuffix("}"))
  }

  private func object(_ text: String) throws(Rejection) -> Report {
    let value = JSONValue.object(try JSONValue.members(of: Self.unescaped(text)))
    var problems: [String] = []
    var classes: [String] = []
    switch value["class"] {
    case .string(let name): classes = [name]
    case .array(let names): classes = names.compactMap(\.plainText)
    case nil, .null: break
    case .bool, .integer, .real, .object: problems.append("'class' is no text and no list of texts")
    }
    var report = report(
      text: value["text"]?.plainText ?? "", tooltip: value["tooltip"]?.plainText, classes: classes,
      problems: &problems)
    if let alternative = value["alt"]?.plainText, !alternative.isEmpty {
      let alternative = Sanitise.text(alternative, limit: 128)
      report.appearance.alternative = alternative
      report.fields.append(Report.Field(name: "alt", reading: .text(alternative)))
    }
    switch value["percentage"] {
    case .integer(let number): add(percentage: Double(number), to: &report)
    case .real(let number): add(percentage: number, to: &report)
    case nil, .null: break
    case .string, .bool, .array, .object: report.add(problem: "'percentage' is no number")
    }
    return report
  }

  private func add(percentage: Double, to report: inout Report) {
    let rounded = percentage.rounded()
    report.fields.append(
      Report.Field(
        name: "percentage", reading: .number(Quantity.real(rounded).normalized), unit: "percent",
        minimum: 0, maximum: 100))
    report.fields[0].share = min(max(rounded / 100, 0), 1)
  }

  private func report(
    text: String, tooltip: String?, classes: [String], problems: inout [String]
  ) -> Report {
    let styled = TextFields.styled(text, isMarkup: isMarkup, problems: &problems)
    var report =
      styled.text.trimmed.isEmpty
      ? TextFields.hidden() : Report(fields: TextFields.fields(of: styled))
    if let tooltip, !tooltip.isEmpty {
      report.appearance.setTooltip(
        TextFields.plain(tooltip, isMarkup: isMarkup)
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
    report.appearance.setClasses(
      classes.flatMap { $0.split(separator: " ").map(String.init) })
    for problem in problems { report.add(problem: problem) }
    return report
  }

  /// `\xNN`, which is no JSON and which some scripts print, as `\u00NN`.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped, scalar == "x" {
        result += "u00"
      } else {
        result.unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return result
  }
}
