import FeedCore

/// Scripts for yambar: typed tags, and a blank line after each set of them.
///
/// *Source:* yambar-modules-script(5).
package struct YambarReportParser: ReportParser {
  package init() {}

  package func framing(in mode: RunMode) -> ReportFraming { .block(end: "") }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    var list = FieldList()
    for line in lines where !line.text.trimmed.isEmpty {
      switch Self.field(line.text) {
      case .success(let field): list.add(field)
      case .failure(let rejection): list.add(problem: rejection.reason)
      }
    }
    if list.fields.isEmpty, let problem = list.problems.first { throw Rejection(problem) }
    return Report(fields: list.fields, problems: list.problems)
  }

  /// One tag: `name|type|value`; a value may have bars of its own.
  static func field(_ line: String) -> Result<Report.Field, Rejection> {
    let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 3 else {
      return .failure(Rejection("expected name|type|value, found '\(line.excerpt)'"))
    }
    let name = Sanitise.text(parts[0].trimmed, limit: 128)
    guard !name.isEmpty else { return .failure(Rejection("a tag has no name")) }
    let value = parts[2]
    func wrong(_ type: String) -> Result<Report.Field, Rejection> {
      .failure(Rejection("tag '\(name)': '\(value.excerpt)' is no \(type)"))
    }
    switch parts[1].trimmed {
    case "string":
      return .success(Report.Field(name: name, reading: .text(Sanitise.text(value))))
    case "bool":
      guard value == "true" || value == "false" else { return wrong("bool") }
      return .success(Report.Field(name: name, reading: .number(.integer(value == "true" ? 1 : 0))))
    case "int":
      guard let number = Int64(value.trimmed) else { return wrong("int") }
      return .success(
        Report.Field(name: name, reading: .number(.integer(number)), written: value.trimmed))
    case "float":
      guard let number = try? NumberParser.parse(value.trimmed), number.isFinite else {
        return wrong("float")
      }
      return .success(
        Report.Field(name: name, reading: .number(number.normalized), written: value.trimmed))
    case let type:
      guard type.hasPrefix("range:"), let limits = limits(type.dropFirst(6)) else {
        return .failure(Rejection("tag '\(name)': '\(type.excerpt)' is no type of yambar"))
      }
      guard let number = Int64(value.trimmed) else { return wrong("int") }
      var field = Report.Field(
        name: name, reading: .number(.integer(number)), written: value.trimmed)
      (field.minimum, field.maximum) = limits
      return .success(field)
    }
  }

  /// `0-100`, `-10-10`.
  private static func limits(_ text: Substring) -> (Double, Double)? {
    guard let dash = text.dropFirst().firstIndex(of: "-"), let low = Int64(text[..<dash]),
      let high = Int64(text[text.index(after: dash)...]), low < high
    else { return nil }
    return (Double(low), Double(high))
  }
}
