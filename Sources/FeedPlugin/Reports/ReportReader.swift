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

  package private(set) var parser: any ReportParser
  /// The protocol that the first line told, where nobody named one.
  package private(set) var dialect: String?
  /// The one that this run speaks, where its first line tells it.
  private var settled: (any ReportParser)?
  private let mode: RunMode
  private var framing: ReportFraming
  private var lines = LineBuffer()
  private var documents = DocumentBuffer()
  /// The last JSON value that was read, and what it says: generators repeat themselves.
  private var last: (bytes: [UInt8], report: Report)?
  private var group: [LineBuffer.Line] = []
  /// This run has said something.
  private var hasReported = false
  /// This run has said something that could not be understood.
  private var hasFailed = false
  /// The last main value was a text: an empty line clears it.
  private var showsText = false
  /// The first line is still to come, and tells for which bar a script was made.
  private var isUndecided: Bool
  /// A run whose first line is a text, which the others may tell more of.
  private var isWaiting = false
  /// Lines have been added to the frame under way.
  private var isFrameNew = false

  package init(parser: any ReportParser, mode: RunMode) {
    self.parser = parser
    self.mode = mode
    framing = parser.framing(in: mode)
    isUndecided = parser is AutoReportParser
  }

  /// A new run starts; what the last one left unfinished is gone.
  package mutating func begin() {
    lines = LineBuffer()
    documents = DocumentBuffer()
    last = nil
    if settled != nil {
      settled = nil
      framing = parser.framing(in: mode)
    }
    group = []
    isFrameNew = false
    hasReported = false
    hasFailed = false
  }

  /// What was read counts when the run ends.
  package var awaitsEnd: Bool { !group.isEmpty }

  package mutating func read(_ chunk: [UInt8]) -> Batch {
    take(lines.append(chunk, newest: framing == .line ? Self.lineLimit : .max))
  }

  /// The run has ended: a last line without its newline counts, unless the run did not end well.
  ///
  /// Then nobody knows whether there was more to come of it.
  package mutating func finish(_ status: ExitStatus) -> Batch {
    let last = lines.finish()
    var batch = take(status.isAmong(parser.normalStatuses) ? [last].compactMap(\.self) : [])
    if isWaiting { decideAtEnd(status, &batch) }
    if framing == .run {
      add(group, status, to: &batch)
      group = []
    } else if case .block = framing, !group.isEmpty, status == .exited(0) {
      // The last set counts without its end, as a last line does.
      add(group, nil, to: &batch)
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
    var found: [LineBuffer.Line] = []
    for line in lines {
      if isUndecided { decide(by: line) }
      settle(by: line)
      switch framing {
      case .line: add([line], nil, to: &batch)
      case .run: hold(line)
      case .document: found += documents.append(line)
      case .frame(let end):
        guard line.text == end else {
          hold(line)
          isFrameNew = true
          continue
        }
        // What was said before the end stays until something new is.
        sayFrame(to: &batch)
        group = []
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
    addNewest(of: found, to: &batch)
    sayFrame(to: &batch)
    batch.reports = Self.newest(of: batch.reports)
    return batch
  }

  /// Tells what a frame has come to, if it has anything new in it.
  private mutating func sayFrame(to batch: inout Batch) {
    guard isFrameNew, !group.isEmpty else { return }
    isFrameNew = false
    add(group, nil, to: &batch)
  }

  // MARK: For which bar

  /// Once told, a source keeps to its protocol, in all of its runs.
  private mutating func decide(by line: LineBuffer.Line) {
    let text = line.text
    guard !text.trimmed.isEmpty, let auto = parser as? AutoReportParser else { return }
    isUndecided = false
    if let dialect = auto.dialect(of: text) {
      use(dialect)
    } else if mode == .once, DialectGuess.isPlain(text) {
      isWaiting = true
      framing = .run
    }
  }

  private mutating func use(_ dialect: (name: String, parser: any ReportParser)) {
    self.dialect = dialect.name
    parser = dialect.parser
    framing = parser.framing(in: mode)
  }

  /// The first run has ended: it was made for i3blocks, or each of its lines is a report.
  private mutating func decideAtEnd(_ status: ExitStatus, _ batch: inout Batch) {
    isWaiting = false
    framing = .line
    let texts = group.map(\.text)
    if DialectGuess.isI3blocks(texts), let auto = parser as? AutoReportParser,
      let dialect = auto.dialect(named: "i3blocks")
    {
      use(dialect)
    } else {
      for line in group { add([line], nil, to: &batch) }
      group = []
    }
  }

  /// The first line that is not blank may tell what this run speaks.
  private mutating func settle(by line: LineBuffer.Line) {
    guard settled == nil, let told = parser.settled(by: line) else { return }
    settled = told
    framing = told.framing(in: mode)
  }

  /// Of many lines of blocks only the last is seen.
  private mutating func addNewest(of documents: [LineBuffer.Line], to batch: inout Batch) {
    for (index, document) in documents.enumerated() {
      let isLine = document.bytes.first == UInt8(ascii: "[") && !document.isCut
      if isLine, index < documents.count - 1 { continue }
      if let last, last.bytes == document.bytes {
        accept(last.report, to: &batch)
        continue
      }
      let count = batch.reports.count
      add([document], nil, to: &batch)
      if batch.reports.count > count { last = (document.bytes, batch.reports[count]) }
    }
  }

  private mutating func hold(_ line: LineBuffer.Line) {
    // A frame is read anew with each chunk that adds to it.
    let limit = if case .frame = framing { Self.lineLimit } else { Self.groupLimit }
    if group.count < limit { group.append(line) }
  }

  private mutating func add(
    _ lines: [LineBuffer.Line], _ status: ExitStatus?, to batch: inout Batch
  ) {
    do throws(Rejection) {
      accept(try (settled ?? parser).read(lines, status: status), to: &batch)
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
      if kept.contains(where: { $0.blocks != nil }) { report.blocks = nil }
      let isKept = !report.fields.isEmpty || report.header != nil || report.blocks != nil
      if isKept { kept.append(report) }
    }
    guard let last = reports.last else { return [] }
    return kept.isEmpty ? [last] : kept.reversed()
  }
}
