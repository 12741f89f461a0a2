import FeedCore

/// Takes each line as a text, whatever it looks like.
package struct TextReportParser: ReportParser {
  package init() {}

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    guard let line = lines.last else { return Report() }
    let text = Sanitise.text(line.text)
    guard text.contains(where: { !$0.isWhitespace }) else { return Report() }
    return Report(fields: [Report.Field(reading: .text(text))])
  }
}
