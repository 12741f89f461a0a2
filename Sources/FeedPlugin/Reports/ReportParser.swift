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
  /// All lines after the last one that is `end`; each adds to what has been said.
  case frame(end: String)
  /// Each JSON value, as `DocumentBuffer` finds them; a line that is no JSON is one, too.
  case document
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

  /// What holds for the scripts that speak it.
  var conventions: ScriptConventions { get }

  /// The same protocol as one source speaks it.
  func configured(with options: ReportOptions) -> any ReportParser

  /// Variables that the scripts look for, in addition to those that all sources get.
  func environment(of run: ScriptRun) -> [String: String]

  /// The program and its arguments for a run.
  func arguments(of run: ScriptRun) -> [String]

  /// The protocol that a run speaks whose first line this is; nil: this one.
  func settled(by line: LineBuffer.Line) -> (any ReportParser)?
}

/// A protocol in which a run is one report, and of what runs on each line is.
package protocol ScriptReportParser: ReportParser {}

extension ScriptReportParser {
  package func framing(in mode: RunMode) -> ReportFraming { mode == .once ? .run : .line }
}

extension ReportParser {
  package func framing(in mode: RunMode) -> ReportFraming { .line }

  package var normalStatuses: Set<Int32> { [0] }

  package var conventions: ScriptConventions { ScriptConventions() }

  package func configured(with options: ReportOptions) -> any ReportParser { self }

  package func environment(of run: ScriptRun) -> [String: String] { [:] }

  package func arguments(of run: ScriptRun) -> [String] { run.arguments }

  package func settled(by line: LineBuffer.Line) -> (any ReportParser)? { nil }

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
        Entry(
          name: "i3bar", summary: "a generator for i3bar: each of its blocks is a field",
          choice: I3barReportParser()),
        Entry(
          name: "i3blocks", summary: "a script for i3blocks: lines or JSON, exit status 33, clicks",
          choice: I3blocksReportParser()),
        Entry(
          name: "i3status-rust", summary: "a command of i3status-rust's custom block",
          choice: I3statusRustReportParser()),
        Entry(
          name: "influx", summary: "influx line protocol, as Telegraf's exec and execd print it",
          choice: InfluxReportParser()),
        Entry(
          name: "nagios", summary: "a Nagios plugin: text, performance data, state by exit status",
          choice: NagiosReportParser()),
        Entry(
          name: "polybar", summary: "a script for polybar, its %{…} tags understood",
          choice: PolybarReportParser()),
        Entry(
          name: "prometheus", summary: "Prometheus' text exposition, as exporters serve it",
          choice: PrometheusReportParser()),
        Entry(
          name: "tmux", summary: "a job of tmux's status line, its #[…] styles understood",
          choice: TmuxStatusReportParser()),
        Entry(
          name: "waybar", summary: "a script for a custom module of waybar: JSON or lines",
          choice: WaybarReportParser()),
        Entry(
          name: "xbar", summary: "a plugin for xbar, BitBar or SwiftBar: titles, menu, parameters",
          choice: XbarReportParser()),
        Entry(
          name: "yambar", summary: "a script for yambar: name|type|value lines in sets",
          choice: YambarReportParser()),
      ])
  }

  /// What a generator may print that is wrapped.
  package static var streamParsers: Catalog {
    Catalog(
      kind: "protocol",
      entries: [
        Entry(name: "auto", summary: "told by the first line", choice: StreamReportParser()),
        Entry(name: "i3bar", summary: "the i3bar protocol", choice: I3barReportParser()),
        Entry(name: "waybar", summary: "JSON lines for waybar", choice: WaybarStreamParser()),
        Entry(name: "text", summary: "lines of text", choice: TextReportParser()),
      ])
  }
}
