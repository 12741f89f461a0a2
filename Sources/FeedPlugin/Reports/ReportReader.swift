import FeedCore

/// From the bytes of a source to its reports, run by run.
///
/// The work for one chunk is bounded by the bytes in it; of a flood of lines only the newest are
/// read. Reports that came together are one: of each field the newest value is left.
package struct ReportReader: Sendable {
  /// What one chunk brought.
  package struct Batch: Hashable, Sendable {
    /// From the oldest, each field in the newest report that has it.
    package var reports: [Report]
    /// Why the last of the lines that could not be understood could not.
    package var rejection: String?

    package init(reports: [Report] = [], rejection: String? = nil) {
      self.reports = reports
      self.rejection = rejection
    }
  }

  /// As many lines of one chunk are read where each is a report.
  package static let lineLimit = 1024
  /// As many lines may one report of many lines have.
  package static let groupLimit = 16_384

  package let parser: any ReportParser
  private let mode: RunMode
  private let framing: ReportFraming
  private var lines = LineBuffer()
  private var group: [LineBuffer.Line] = []
  /// This run has said something.
  private var hasReported = false
  /// This run has said something that could not be understood.
  private var hasFailed = false
  /// The last main value was a text: an empty line clears it.
  private var showsText = false

  package init(parser: any ReportParser, mode: RunMode) {
    self.parser = parser
    self.mode = mode
    framing = parser.framing(in: mode)
  }

  /// A new run starts; what the last one left unfinished is gone.
  package mutating func begin() {
    lines = LineBuffer()
    group = []
    hasReported = false
    hasFailed = false
  }

  package mutating func read(_ chunk: [UInt8]) -> Batch {
    take(lines.append(chunk, newest: framing == .line ? Self.lineLimit : .max))
  }

  /// The run has ended: a last line without its newline counts.
  package mutating func finish(_ status: ExitStatus) -> Batch {
    var batch = take([lines.finish()].compactMap(\.self))
    if framing == .run {
      add(group, status, to: &batch)
      group = []
    } else if mode == .once, !hasReported, !hasFailed, status == .exited(0) {
      // A run that says nothing says what an empty line says.
      accept(Report(), to: &batch)
    }
    batch.reports = Self.newest(of: batch.reports)
    return batch
  }

  private mutating func take(_ lines: [LineBuffer.Line]) -> Batch {
    var batch = Batch()
    for line in lines {
      switch framing {
      case .line: add([line], nil, to: &batch)
      case .run: hold(line)
      case .block(let end):
        guard line.text == end else {
          hold(line)
          continue
        }
        // A separator after nothing does not wipe what was there.
        if !group.isEmpty { add(group, nil, to: &batch) }
        group = []
      }
    }
    batch.reports = Self.newest(of: batch.reports)
    return batch
  }

  private mutating func hold(_ line: LineBuffer.Line) {
    if group.count < Self.groupLimit { group.append(line) }
  }

  private mutating func add(
    _ lines: [LineBuffer.Line], _ status: ExitStatus?, to batch: inout Batch
  ) {
    do throws(Rejection) {
      accept(try parser.read(lines, status: status), to: &batch)
    } catch {
      batch.rejection = error.reason
      hasFailed = true
    }
  }

  private mutating func accept(_ report: Report, to batch: inout Batch) {
    var report = report
    if report.isBlank {
      // Blank lines that end the output of a run say nothing; else they clear a text.
      if showsText, mode != .once || !hasReported {
        report.fields = [Report.Field(reading: .text(""))]
      }
    } else {
      hasReported = true
    }
    for field in report.fields where field.name == Report.mainField {
      if case .text = field.reading { showsText = true } else { showsText = false }
    }
    batch.reports.append(report)
  }

  /// Leaves each field in the newest report only, and drops reports of which nothing is left.
  static func newest(of reports: [Report]) -> [Report] {
    guard reports.count > 1 else { return reports }
    var seen: Set<String> = []
    var kept: [Report] = []
    for var report in reports.reversed() {
      let names = report.fields.map(\.name)
      report.fields.removeAll { seen.contains($0.name) }
      seen.formUnion(names)
      if !report.fields.isEmpty { kept.append(report) }
    }
    guard let last = reports.last else { return [] }
    return kept.isEmpty ? [last] : kept.reversed()
  }
}
