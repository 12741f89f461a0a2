package import FeedCore

/// Why nothing of what a source printed could be understood.
package struct Rejection: Error, Hashable, Sendable {
  /// Lower case, no full stop, fit for display.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// How what a source prints falls into reports.
package enum ReportFraming: Hashable, Sendable {
  /// Each line is one.
  case line
  /// All that one run prints, up to its end.
  case run
  /// All lines up to one that is `end`.
  case block(end: String)
}

/// A protocol: how the lines that a source prints are to be read.
///
/// A parser is a pure function: the same lines give the same report, whatever was read before. A
/// new one is one file and its line in the catalog.
package protocol ReportParser: Sendable {
  func framing(in mode: RunMode) -> ReportFraming

  /// Reads the lines of one report, their newlines left out; for a whole run with its end.
  ///
  /// - Throws: why there is nothing in them that could be used.
  func read(_ lines: [LineBuffer.Line], status: ExitStatus?) throws(Rejection) -> Report

  /// Exit statuses of a run that are no failure.
  var normalStatuses: Set<Int32> { get }
}

extension ReportParser {
  package func framing(in mode: RunMode) -> ReportFraming { .line }

  package var normalStatuses: Set<Int32> { [0] }

  /// Reads a line that is a report.
  package func report(of line: LineBuffer.Line) -> Result<Report, Rejection> {
    do throws(Rejection) { return .success(try read([line], status: nil)) } catch {
      return .failure(error)
    }
  }

  /// Reads a line that is a report, as text.
  package func report(of line: String) throws(Rejection) -> Report {
    try read([LineBuffer.Line(bytes: Array(line.utf8))], status: nil)
  }
}

extension Catalog where Choice == any ReportParser {
  /// The protocols that a source may speak.
  package static var reportParsers: Catalog {
    Catalog(
      kind: "protocol",
      entries: [
        Entry(
          name: "auto",
          summary: "a number, name=value pairs, a JSON object or a text, told by the line's form",
          choice: AutoReportParser()),
        Entry(
          name: "text", summary: "each line is a text, in which numbers move",
          choice: TextReportParser()),
      ])
  }
}
