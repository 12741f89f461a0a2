import FeedCore

/// Prometheus' text exposition, as exporters serve it.
///
/// *Source:* Prometheus, "Exposition formats", text-based format 0.0.4.
package struct PrometheusReportParser: ScriptReportParser {
  private var wanted: [String] = []

  package init() {}

  package func configured(with options: ReportOptions) -> any ReportParser {
    var parser = self
    parser.wanted = options.wanted
    return parser
  }

  package var conventions: ScriptConventions {
    var conventions = ScriptConventions()
    conventions.selectsSeries = true
    conventions.interval = .seconds(15)
    return conventions
  }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    var series: [Series] = []
    var problems: [String] = []
    for line in lines {
      let text = line.text.trimmed
      // HELP and TYPE are for people; other comments are, too.
      if text.isEmpty || text.hasPrefix("#") { continue }
      do throws(Rejection) {
        var reader = ExpositionReader(text)
        series.append(try reader.sample())
      } catch {
        problems.append("\(error.reason) in '\(text.excerpt)'")
      }
    }
    if series.isEmpty, let problem = problems.first { throw Rejection(problem) }
    return Report(series, wanted: wanted, problems: problems)
  }
}

/// Reads one sample: `name{label="value",…} number [timestamp]`.
private struct ExpositionReader {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func sample() throws(Rejection) -> Series {
    let name = word { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
    guard let first = name.first, !first.isNumber else { throw Rejection("expected a name") }
    skipBlanks()
    var labels: [(name: String, value: String)] = []
    if rest.first == "{" {
      rest.removeFirst()
      labels = try self.labels()
      skipBlanks()
    }
    let number = word { !$0.isWhitespace }
    var series = Series(name: name, labels: labels, field: Report.Field(reading: .missing))
    series.field.unit = Self.unit(of: name)
    switch number {
    case "NaN", "+Inf", "-Inf", "Inf", "nan": break
    default:
      guard let value = try? NumberParser.parse(number) else {
        throw Rejection("expected a number, found '\(number.excerpt)'")
      }
      if value.isFinite {
        series.field.reading = .number(value.normalized)
        series.field.written = number
      }
    }
    skipBlanks()
    // A time may follow; of OpenMetrics also an exemplar.
    let time = word { !$0.isWhitespace }
    guard time.isEmpty || time == "#" || Double(time) != nil else {
      throw Rejection("expected a timestamp, found '\(time.excerpt)'")
    }
    return series
  }

  private mutating func labels() throws(Rejection) -> [(name: String, value: String)] {
    var labels: [(name: String, value: String)] = []
    while true {
      skipBlanks()
      if rest.first == "}" {
        rest.removeFirst()
        return labels
      }
      let name = word { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      skipBlanks()
      guard !name.isEmpty, rest.popFirst() == "=" else { throw Rejection("expected label=\"…\"") }
      skipBlanks()
      guard rest.popFirst() == "\"" else { throw Rejection("expected a quote after '\(name)='") }
      labels.append((name, try string()))
      skipBlanks()
      if rest.first == "," {
        rest.removeFirst()
      } else if rest.first != "}" {
        throw Rejection("expected a comma or a brace after a label")
      }
    }
  }

  /// `\\`, `\"` and `\n` are escapes.
  private mutating func string() throws(Rejection) -> String {
    var value = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return Sanitise.text(value, limit: 128)
      case "\\":
        switch rest.popFirst() {
        case "n": value.append("\n")
        case let next?: value.append(next)
        case nil: break
        }
      default: value.append(character)
      }
    }
    throw Rejection("a label has no closing quote")
  }

  private mutating func word(_ isPart: (Character) -> Bool) -> String {
    let word = rest.prefix(while: isPart)
    rest = rest[word.endIndex...]
    return String(word)
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  /// By the conventions for names.
  private static func unit(of name: String) -> String? {
    var stem = name
    for ending in ["_total", "_sum"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    if stem.hasSuffix("_bytes") { return "bytes" }
    if stem.hasSuffix("_seconds") { return "seconds" }
    if stem.hasSuffix("_celsius") { return "celsius" }
    return nil
  }
}
