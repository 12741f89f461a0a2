import FeedCore

/// Influx line protocol, as Telegraf's exec and execd plugins print it.
///
/// *Source:* InfluxDB, "Line protocol"; Telegraf, `plugins/parsers/influx/machine.go.rl`.
package struct InfluxReportParser: ScriptReportParser {
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
    return conventions
  }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    try refuseFailure(status)
    for line in lines { try line.refuseCut() }
    var reader = InfluxReader(Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])))
    reader.readAll()
    if reader.series.isEmpty, let problem = reader.problems.first { throw Rejection(problem) }
    return Report(reader.series, wanted: wanted, problems: reader.problems)
  }
}

/// Reads points, line by line; a line break within quotes belongs to the string.
struct InfluxReader {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private(set) var series: [Series] = []
  private(set) var problems: [String] = []
  /// Points that have tags, a time, or a value with a type: what no other text looks like.
  private(set) var isTyped = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func readAll() {
    while index < bytes.count {
      skipBlanks()
      switch peek {
      case nil: return
      case UInt8(ascii: "\n"): endLine()
      case UInt8(ascii: "#"): skipLine()
      default:
        let start = index
        do throws(Rejection) { try readPoint() } catch {
          let text = String(decoding: bytes[start..<min(start + 40, bytes.count)], as: UTF8.self)
          problems.append("line \(line): \(error.reason) in '\(text.excerpt)'")
          skipLine()
        }
      }
    }
  }

  private mutating func readPoint() throws(Rejection) {
    let measurement = readName(escaped: ", ", until: ", ")
    guard !measurement.isEmpty else { throw Rejection("expected a measurement") }
    var tags: [(name: String, value: String)] = []
    while peek == UInt8(ascii: ",") {
      index += 1
      let name = readName(escaped: ",= ", until: ",= ")
      guard !name.isEmpty, peek == UInt8(ascii: "=") else { throw Rejection("expected tag=value") }
      index += 1
      let value = readName(escaped: ",= ", until: ",= ")
      guard !value.isEmpty else { throw Rejection("tag '\(name.excerpt)' has no value") }
      guard peek != UInt8(ascii: "=") else { throw Rejection("a '=' in a tag is written \\=") }
      tags.append((name, value))
    }
    guard skipBlanks() else { throw Rejection("expected a space and fields") }
    var found: [Series] = []
    var hasType = !tags.isEmpty
    repeat {
      if !found.isEmpty { index += 1 }
      let name = readName(escaped: ",= ", until: ",= ")
      guard !name.isEmpty, peek == UInt8(ascii: "=") else {
        throw Rejection("expected field=value")
      }
      index += 1
      let (field, isTyped) = try readValue(of: name)
      hasType = hasType || isTyped
      found.append(
        Series(
          name: Sanitise.text("\(measurement).\(name)", limit: 256), labels: tags, field: field))
    } while peek == UInt8(ascii: ",")
    let hasBlank = skipBlanks()
    if let byte = peek, byte != UInt8(ascii: "\n") {
      guard hasBlank else { throw Rejection("expected a comma or a space after a field") }
      try readTime()
      hasType = true
    }
    isTyped = isTyped || hasType
    series += found
    endLine()
  }

  /// Up to 19 digits.
  private mutating func readTime() throws(Rejection) {
    if peek == UInt8(ascii: "-") { index += 1 }
    let digits = bytes[index...].prefix { (0x30...0x39).contains($0) }
    guard (1...19).contains(digits.count) else { throw Rejection("expected a timestamp") }
    index = digits.endIndex
    skipBlanks()
    guard peek == nil || peek == UInt8(ascii: "\n") else {
      throw Rejection("expected the end of the line after a timestamp")
    }
  }

  private mutating func readValue(
    of name: String
  ) throws(Rejection) -> (field: Report.Field, isTyped: Bool) {
    if peek == UInt8(ascii: "\"") {
      return (Report.Field(reading: .text(Sanitise.text(try readString()))), true)
    }
    let word = bytes[index...].prefix { !", \n\r".utf8.contains($0) }
    index = word.endIndex
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "t", "T", "true", "True", "TRUE":
      return (Report.Field(reading: .number(.integer(1))), true)
    case "f", "F", "false", "False", "FALSE":
      return (Report.Field(reading: .number(.integer(0))), true)
    default: break
    }
    if let last = text.last, last == "i" || last == "u" {
      let number = String(text.dropLast())
      if last == "i", let value = Int64(number), number.first != "+" {
        return (Report.Field(reading: .number(.integer(value)), written: number), true)
      }
      if last == "u", let value = UInt64(number), number.first?.isNumber == true {
        let quantity = Int64(exactly: value).map(Quantity.integer) ?? .real(Double(value))
        return (Report.Field(reading: .number(quantity), written: number), true)
      }
      throw Rejection("field '\(name.excerpt)': '\(text.excerpt)' is no integer")
    }
    // NaN and the infinities are no values here.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let value = try? NumberParser.parse(text), value.isFinite
    else { throw Rejection("field '\(name.excerpt)': '\(text.excerpt)' is no value") }
    return (Report.Field(reading: .number(value.normalized), written: text), false)
  }

  private mutating func readString() throws(Rejection) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\") where peek == UInt8(ascii: "\"") || peek == byte:
        text.append(bytes[index])
        index += 1
      default: text.append(byte)
      }
    }
    throw Rejection("a string has no closing quote")
  }

  /// A backslash is one, unless it comes before a character that has to be escaped.
  private mutating func readName(escaped: String, until ends: String) -> String {
    var name: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count,
        escaped.utf8.contains(bytes[index + 1])
      {
        name.append(bytes[index + 1])
        index += 2
      } else if ends.utf8.contains(byte) {
        break
      } else {
        name.append(byte)
        index += 1
      }
    }
    return Sanitise.text(bytes: name, limit: 128)
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Whether there were any; a `\r` counts as one, as it ends lines.
  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = index
    while let byte = peek, byte == 0x20 || byte == 0x0d { index += 1 }
    return index > start
  }

  private mutating func endLine() {
    if peek == UInt8(ascii: "\n") { index += 1 }
    line += 1
  }

  private mutating func skipLine() {
    while let byte = peek, byte != UInt8(ascii: "\n") {
      _ = byte
      index += 1
    }
    endLine()
  }
}
