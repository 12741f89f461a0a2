import FeedCore
import FeedData

/// Tells by the first line what a generator speaks: i3bar's protocol, JSON for waybar, or text.
///
/// It is decided once a run: what comes later is read in the same way.
package struct StreamReportParser: ReportParser {
  package init() {}

  package func settled(by line: LineBuffer.Line) -> (any ReportParser)? {
    let text = line.text.trimmed
    guard !text.isEmpty else { return nil }
    if let value = try? JSONReader.read(text), case .object = value {
      return value["version"] == nil && value["text"] != nil
        ? WaybarStreamParser() : I3barReportParser()
    }
    // The endless array, or a line of it without a header before it.
    let isArray = ["[", "[[", "[[]", "[[],", "[]", "[],"].contains(text)
    return isArray || text.hasPrefix("[{") || text.hasPrefix(",[") || text.hasPrefix("{\"version\"")
      ? I3barReportParser() : TextReportParser()
  }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report { Report() }
}

/// Reads what a script prints for a custom module of waybar, and keeps all of it.
package struct WaybarStreamParser: ReportParser {
  package init() {}

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    guard let line = lines.last else { return Report() }
    let text = line.text.trimmed
    guard !text.isEmpty else { return Report() }
    try line.refuseCut()
    _ = try JSONValue.members(of: text)
    var block = ForeignBlockReader.block(Array(text.utf8), .waybar, text: "text")
    block.isMarkup = true
    let shown = block.fullText.map { Sanitise.text(ForeignMarkup.plain($0.text)) } ?? ""
    var report = Report(fields: [Report.Field(reading: .text(shown))])
    report.blocks = [block]
    return report
  }
}
