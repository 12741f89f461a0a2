import FeedCore

/// Plugins for Nagios and its kin: a text, performance data, and a state by the exit status.
///
/// *Source:* Monitoring Plugins Development Guidelines, "Plugin Output for Nagios".
package struct NagiosReportParser: ScriptReportParser {
  package init() {}

  package var conventions: ScriptConventions {
    var conventions = ScriptConventions.text
    conventions.interval = .seconds(60)
    conventions.timeout = .seconds(60)
    return conventions
  }

  package let normalStatuses = Set<Int32>(0...3)

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    guard let first = lines.first, !first.text.trimmed.isEmpty else {
      throw Rejection("a plugin has to print a line")
    }
    let (text, data) = Self.split(first.text)
    var long: [String] = []
    var performance = [data]
    var isData = false
    for line in lines.dropFirst() {
      // After the second bar all is performance data.
      guard !isData else {
        performance.append(line.text)
        continue
      }
      let (text, data) = Self.split(line.text)
      long.append(text)
      if !data.isEmpty {
        isData = true
        performance.append(data)
      }
    }
    return report(text: text.trimmed, long, performance.joined(separator: " "), status)
  }

  private func report(
    text: String, _ long: [String], _ performance: String, _ status: ExitStatus?
  ) -> Report {
    var list = FieldList()
    list.add(Report.Field(reading: .text(Sanitise.text(text))))
    var data = PerformanceData(performance)
    for field in data.readAll() { list.add(field) }
    for problem in data.problems { list.add(problem: problem) }
    var report = Report(fields: list.fields, problems: list.problems)
    report.state = Self.state(status, text)
    report.appearance.setTooltip([text] + long)
    return report
  }

  private static func split(_ line: String) -> (text: String, data: String) {
    guard let bar = line.firstIndex(of: "|") else { return (line, "") }
    return (String(line[..<bar]), String(line[line.index(after: bar)...]))
  }

  /// The exit status decides; a plugin that runs on says it by a word.
  private static func state(_ status: ExitStatus?, _ text: String) -> MetricState {
    switch status {
    case .exited(0)?: return .normal
    case .exited(1)?: return .warning
    case .exited(2)?: return .critical
    case .exited?, .signalled?: return .error
    case nil: break
    }
    let words = text.prefix(64).split { !$0.isLetter }
    if words.contains("CRITICAL") { return .critical }
    if words.contains("WARNING") { return .warning }
    return words.contains("UNKNOWN") ? .error : .normal
  }
}

/// Reads `'label'=value[unit];[warn];[crit];[min];[max]`, separated by blanks.
struct PerformanceData {
  private var rest: Substring
  private(set) var problems: [String] = []

  init(_ text: String) { rest = text[...] }

  mutating func readAll() -> [Report.Field] {
    var fields: [Report.Field] = []
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty, fields.count < Report.fieldLimit else { return fields }
      let label = readLabel()
      let value = String(rest.prefix { !$0.isWhitespace })
      rest = rest[rest.index(rest.startIndex, offsetBy: value.count)...]
      guard let label else {
        problems.append("'\(value.excerpt)' is no performance data")
        continue
      }
      if let field = field(Sanitise.text(label, limit: 128), value) { fields.append(field) }
    }
  }

  /// Two quotes within quotes are one; nil where no `=` follows, of which nothing is taken then.
  private mutating func readLabel() -> String? {
    var label = ""
    var place = rest
    if place.first == "'" {
      place.removeFirst()
      while let character = place.popFirst() {
        if character == "'" {
          guard place.first == "'" else { break }
          place.removeFirst()
        }
        label.append(character)
      }
    } else {
      label = String(place.prefix { $0 != "=" && !$0.isWhitespace })
      place = place[label.endIndex(in: place)...]
    }
    guard place.popFirst() == "=", !label.isEmpty else { return nil }
    rest = place
    return label
  }

  /// The number that a value begins with; empty where a comma stands for its point.
  private static func number(in text: String) -> String {
    let digits = text.prefix { "+-.0123456789".contains($0) }
    if text.dropFirst(digits.count).first == "," { return "" }
    // `1e-05`, as printf's `%g` writes it.
    let exponent = text.dropFirst(digits.count)
    guard exponent.first == "e" || exponent.first == "E" else { return String(digits) }
    let power = exponent.dropFirst().prefix { "+-0123456789".contains($0) }
    return power.contains(where: \.isNumber) ? "\(digits)e\(power)" : String(digits)
  }

  private mutating func field(_ label: String, _ text: String) -> Report.Field? {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, first != "U" else {
      return Report.Field(name: label, reading: .missing)
    }
    let digits = Self.number(in: first)
    guard let value = try? NumberParser.parse(digits), value.isFinite else {
      problems.append("'\(label)': '\(first.excerpt)' is no number")
      return Report.Field(name: label, reading: .missing)
    }
    let unit = String(first.dropFirst(digits.count))
    var field = Report.Field(name: label, reading: .number(value.normalized), written: digits)
    if !unit.isEmpty, unit != "c" {
      if case .number(let word) = NumberWord.read("\(digits) \(unit)") {
        field.reading = word.reading
        field.unit = word.unit
        field.written = first
      } else {
        problems.append("'\(label)': unknown unit '\(unit.excerpt)'")
      }
    }
    let scale = Self.scale(from: value.double, to: field.reading)
    func limit(_ index: Int) -> Double? {
      parts.count > index ? Double(parts[index]).map { $0 * scale } : nil
    }
    field.minimum = limit(3)
    field.maximum = limit(4) ?? (field.unit == "percent" ? 100 : nil)
    if field.unit == "percent" { field.minimum = field.minimum ?? 0 }
    field.state = state(of: value.double, parts)
    return field
  }

  /// How much larger the numbers are in the base of the unit, for the limits.
  private static func scale(from value: Double, to reading: Reading) -> Double {
    guard value != 0, let number = reading.quantity?.double else { return 1 }
    return number / value
  }

  private func state(of value: Double, _ parts: [String]) -> MetricState? {
    func alerts(_ index: Int) -> Bool? {
      guard parts.count > index, !parts[index].isEmpty else { return nil }
      return AlertRange(parts[index])?.alerts(value)
    }
    let critical = alerts(2)
    let warning = alerts(1)
    if critical == true { return .critical }
    if warning == true { return .warning }
    return critical == nil && warning == nil ? nil : .normal
  }
}

/// A threshold: `10`, `10:`, `~:10`, `10:20`, and `@10:20` for the inside.
struct AlertRange {
  private let low: Double
  private let high: Double
  private let isInside: Bool

  init?(_ text: String) {
    isInside = text.hasPrefix("@")
    let ends = text.dropFirst(isInside ? 1 : 0)
      .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch ends.count {
    case 1:
      guard let high = Double(ends[0]) else { return nil }
      (low, self.high) = (0, high)
    case 2:
      let low = ends[0] == "~" ? -Double.infinity : Double(ends[0].isEmpty ? "0" : ends[0])
      let high = ends[1].isEmpty ? Double.infinity : Double(ends[1])
      guard let low, let high else { return nil }
      (self.low, self.high) = (low, high)
    default: return nil
    }
    guard low <= high else { return nil }
  }

  /// Whether a value is to be told of: one outside of the range, or inside with `@`.
  func alerts(_ value: Double) -> Bool { (value >= low && value <= high) == isInside }
}

extension String {
  fileprivate func endIndex(in text: Substring) -> Substring.Index {
    text.index(text.startIndex, offsetBy: count)
  }
}
