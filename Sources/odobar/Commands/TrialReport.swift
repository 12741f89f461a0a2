import FeedConfig
import FeedCore
import FeedPlugin
import FeedSystem

/// What came of one trial run, for people.
struct TrialReport {
  let source: SourceConfiguration
  let outcome: TrialOutcome

  /// As many lines are shown; a script may print thousands.
  private static let lineLimit = 40
  private static let fieldLimit = 40

  /// Whether the source said something that could be understood, and ended well if it ended.
  var isGood: Bool { outcome.hasReported && failure == nil }

  var text: String {
    var text = "\(source.name)\n  speaks  \(language)\n"
    var lines = 0
    for entry in outcome.entries {
      switch entry {
      case .line(let line):
        lines += 1
        if lines <= Self.lineLimit {
          text += "  line    \(Sanitise.text(line.text).prefix(160))\n"
        }
      case .understood(let batch): text += words(for: batch)
      }
    }
    if lines > Self.lineLimit { text += "  …       \(lines - Self.lineLimit) more lines\n" }
    if let failure, !text.hasSuffix("  problem \(failure)\n") { text += "  problem \(failure)\n" }
    if let complaint = outcome.complaint { text += "  stderr  \(Sanitise.text(complaint))\n" }
    if outcome.lineCount == 0, !outcome.hasReported {
      text += "  problem no line on its output\(outcome.hasTimedOut ? " in time" : "")\n"
    }
    for hint in hints { text += "  hint    \(hint)\n" }
    return text
  }

  private var language: String {
    if let dialect = outcome.dialect { return "\(dialect), as its first line tells" }
    guard source.protocolName == "auto" else { return source.protocolName }
    return "odobar's own: numbers, name=value, JSON or text"
  }

  /// Why its end is a failure.
  private var failure: String? {
    guard let status = outcome.status else { return nil }
    if case .exited = status, source.mode != .once {
      return "it ended by itself (\(status.description)), and was to run on"
    }
    return status.isAmong(outcome.reader.parser.normalStatuses) ? nil : status.description
  }

  // MARK: What was understood

  private func words(for batch: ReportReader.Batch) -> String {
    var text = ""
    for report in batch.reports where !report.isBlank {
      for field in report.fields.prefix(Self.fieldLimit) {
        text += "  field   \(field.name) = \(words(field))\n"
      }
      if report.fields.count > Self.fieldLimit {
        text += "  …       \(report.fields.count - Self.fieldLimit) more fields\n"
      }
      if let state = report.state { text += "  state   \(state.rawValue)\n" }
      let look = looks(report)
      if !look.isEmpty { text += "  look    \(look.joined(separator: ", "))\n" }
      for (button, action) in report.appearance.actions.sorted(by: { $0.key < $1.key }) {
        let command = Sanitise.text(action.joined(separator: " "), limit: 100)
        let isAllowed =
          source.allowsActions ? "" : " (not done without 'allow_actions: true')"
        text += "  click   \(button): \(command)\(isAllowed)\n"
      }
      if report.pages.count > 1 { text += "  look    \(report.pages.count) titles in turn\n" }
      for problem in report.problems { text += "  problem \(problem)\n" }
    }
    if let rejection = batch.rejection { text += "  problem \(rejection)\n" }
    return text
  }

  private func looks(_ report: Report) -> [String] {
    let look = report.appearance
    var words: [String] = []
    if let color = look.color { words.append("color \(color.hex)") }
    if let color = look.background { words.append("background \(color.hex)") }
    if look.isUrgent { words.append("urgent") }
    if look.isHidden { words.append("hidden") }
    if let short = look.shortText { words.append("short '\(short)'") }
    if !look.classes.isEmpty { words.append("class \(look.classes.joined(separator: " "))") }
    if let alternative = look.alternative { words.append("alt \(alternative)") }
    if let tooltip = look.tooltip {
      let count = tooltip.split(separator: "\n", omittingEmptySubsequences: false).count
      words.append(count == 1 ? "a tooltip" : "a tooltip of \(count) lines")
    }
    return words
  }

  private func words(_ field: Report.Field) -> String {
    var text: String
    switch field.reading {
    case .number(.integer(let value)): text = String(value)
    case .number(.real(let value)): text = "\(value)"
    case .text(let value): text = "'\(value)'"
    case .missing: text = "nothing"
    }
    if let unit = field.unit { text += " (\(unit))" }
    if let written = field.written, written != text, source.parser.conventions.isText {
      text += ", printed as '\(Sanitise.text(written, limit: 64))'"
    }
    return text
  }

  // MARK: What could help

  private var hints: [String] {
    var hints: [String] = []
    if outcome.hasTimedOut, outcome.lineCount == 0 { hints.append(bufferHint) }
    if outcome.isFull { hints.append("it prints without end: only its first lines were read") }
    if outcome.hasTimedOut, source.mode == .once, outcome.lineCount > 0 {
      hints.append("it prints and does not end: without an 'interval' it may run on")
    }
    if outcome.status == .exited(0), source.mode == .stream, source.interval == nil {
      hints.append("give it an 'interval' to run it again and again")
    }
    return hints
  }

  /// A program that writes to a pipe keeps its lines back, unless it is told otherwise.
  private var bufferHint: String {
    let command = source.arguments.joined(separator: " ")
    let cure =
      command.contains("python")
      ? "python3 -u, or print(…, flush=True)" : "stdbuf -oL COMMAND, or a flush after each line"
    return "it runs and says nothing: if it keeps its lines back in a buffer, \(cure) helps"
  }
}
