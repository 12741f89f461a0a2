import FeedCore

@testable import FeedPlugin

/// Reads what a script prints by one protocol, as a source would.
struct Script {
  var parser: any ReportParser
  var mode = RunMode.once

  init(
    _ name: String, _ mode: RunMode = .once, parameters: [String: String] = [:],
    isMarkup: Bool = false, wanted: [String] = []
  ) {
    let options = ReportOptions(parameters: parameters, isMarkup: isMarkup, wanted: wanted)
    parser = (Catalog.reportParsers[name] ?? AutoReportParser()).configured(with: options)
    self.mode = mode
  }

  /// What a run that printed this has come to.
  func run(_ output: String, _ status: ExitStatus = .exited(0)) -> ReportReader.Batch {
    var reader = ReportReader(parser: parser, mode: mode)
    reader.begin()
    let first = reader.read(Array(output.utf8))
    let last = reader.finish(status)
    return ReportReader.Batch(
      reports: last.reports.isEmpty ? first.reports : last.reports,
      rejection: last.rejection ?? first.rejection)
  }

  func report(_ output: String, _ status: ExitStatus = .exited(0)) -> Report {
    run(output, status).reports.last ?? Report()
  }

  /// The fields, how they are to look, and what was wrong, as one text.
  func phrase(_ output: String, _ status: ExitStatus = .exited(0)) -> String {
    let batch = run(output, status)
    if let rejection = batch.rejection, batch.reports.isEmpty { return "rejected: \(rejection)" }
    return batch.reports.last.map(Self.phrase) ?? "nothing"
  }

  static func phrase(_ report: Report) -> String {
    let fields = AutoReportParserTests.phrase(report)
    let look = report.appearance
    var words: [String] = []
    if let color = look.color { words.append("color:\(color.hex)") }
    if let color = look.background { words.append("background:\(color.hex)") }
    if let short = look.shortText { words.append("short:\(short)") }
    if let tooltip = look.tooltip { words.append("tooltip:\(tooltip.split(separator: "\n"))") }
    if !look.classes.isEmpty { words.append("class:\(look.classes.joined(separator: "+"))") }
    if let alternative = look.alternative { words.append("alt:\(alternative)") }
    if look.isUrgent { words.append("urgent") }
    if look.isHidden { words.append("hidden") }
    if let width = look.minimumWidth { words.append("width:\(width)") }
    if let align = look.align { words.append("align:\(align.rawValue)") }
    if let separator = look.hasSeparator { words.append("separator:\(separator)") }
    for (button, action) in look.actions.sorted(by: { $0.key < $1.key }) {
      words.append("click\(button):\(action)")
    }
    return ([fields] + words).joined(separator: " ")
  }
}

extension StyledText {
  /// `[#ff0000]on[] off`: each change of ink before the characters that have it.
  var phrase: String {
    var result = ""
    var last: UInt8 = 0
    for (index, character) in text.enumerated() {
      let place = index < inks.places.count ? inks.places[index] : 0
      if place != last {
        result += place == 0 ? "[]" : "[\(Self.phrase(inks.inks[Int(place) - 1]))]"
      }
      last = place
      result.append(character)
    }
    return result
  }

  private static func phrase(_ ink: Ink) -> String {
    var words: [String] = []
    if let color = ink.foreground { words.append(color.hex) }
    if let color = ink.background { words.append("on\(color.hex)") }
    if ink.isBold { words.append("b") }
    if ink.isItalic { words.append("i") }
    if ink.isUnderlined { words.append("u") }
    if ink.isStruck { words.append("s") }
    if let face = ink.face { words.append("face=\(face)") }
    if let size = ink.size { words.append("size=\(size)") }
    return words.joined(separator: " ")
  }
}
