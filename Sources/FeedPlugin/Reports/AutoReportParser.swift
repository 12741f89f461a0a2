import FeedCore

/// Tells each line by its form: a number, `name=value` pairs, a JSON object, else a text.
///
/// The first line may tell that a script was made for another bar: then it is read as that bar
/// would, from there on.
package struct AutoReportParser: ReportParser {
  private var options = ReportOptions()

  package init() {}

  package func configured(with options: ReportOptions) -> any ReportParser {
    var parser = self
    parser.options = options
    return parser
  }

  /// What reads the lines of a script that was made for another bar; nil for one that was not.
  func dialect(of line: String) -> (name: String, parser: any ReportParser)? {
    DialectGuess.dialect(of: line).flatMap { dialect(named: $0) }
  }

  func dialect(named name: String) -> (name: String, parser: any ReportParser)? {
    Catalog.reportParsers[name].map { (name, $0.configured(with: options)) }
  }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    guard let line = lines.last else { return Report() }
    let text = line.text.trimmed
    guard !text.isEmpty else { return Report() }
    // Half a number is another number.
    try line.refuseCut()
    if text.hasPrefix("{") { return try ObjectReport.read(text) }
    if let field = try number(text) {
      let (reading, problem) = field
      return Report(
        fields: [Report.Field(reading: reading.reading, unit: reading.unit)],
        problems: problem.map { [$0] } ?? [])
    }
    if let report = try PairReport.read(text) { return report }
    let shown = Sanitise.text(text)
    return shown.isEmpty ? Report() : Report(fields: [Report.Field(reading: .text(shown))])
  }

  private func number(
    _ text: String
  ) throws(Rejection) -> (reading: NumberWord, problem: String?)? {
    switch NumberWord.read(text) {
    case .number(let word): (word, nil)
    case .notFinite: (NumberWord(reading: .missing), "'\(text.excerpt)' is no finite number")
    case .decimalComma: throw Rejection(NumberWord.commaReason(text))
    case .other: nil
    }
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmed: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The beginning, fit for a message.
  var excerpt: String {
    let text = Sanitise.text(self, limit: 41)
    return text.count > 40 ? text.prefix(39) + "…" : text
  }
}
