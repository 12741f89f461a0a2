import FeedCore
import Testing

@testable import FeedPlugin

struct AutoReportParserTests {
  /// `a=1 b="x" c=- value=2[bytes]{0..9}`: fields as one text; then problems.
  private func read(_ line: String) -> String {
    do throws(Rejection) {
      return Self.phrase(try AutoReportParser().report(of: line))
    } catch {
      return "rejected: \(error.reason)"
    }
  }

  static func phrase(_ report: Report) -> String {
    var words = report.fields.map { field -> String in
      let value =
        switch field.reading {
        case .number(.integer(let value)): "\(value)"
        case .number(.real(let value)): "\(value)"
        case .text(let text): "\"\(text)\""
        case .missing: "-"
        }
      let range = [field.minimum, field.maximum].contains { $0 != nil }
      let limits = [field.minimum, field.maximum].map { $0.map { "\($0)" } ?? "" }
      return "\(field.name)=\(value)" + (field.unit.map { "[\($0)]" } ?? "")
        + (range ? "{\(limits.joined(separator: ".."))}" : "")
    }
    if let text = report.text { words.append("text:\"\(text)\"") }
    if let state = report.state { words.append("state:\(state.rawValue)") }
    return (words + report.problems.map { "(\($0))" }).joined(separator: " ")
  }

  @Test(arguments: [
    ("42", "value=42"), (" -3\t", "value=-3"), ("+7", "value=7"), ("0.5", "value=0.5"),
    ("5.0", "value=5"), ("1e3", "value=1000"), ("-0", "value=0"), ("-0.0", "value=0"),
    ("007", "value=7"), ("9223372036854775807", "value=9223372036854775807"),
    ("-9223372036854775808", "value=-9223372036854775808"),
    ("9223372036854775808", "value=9.223372036854776e+18"),
    ("9007199254740993", "value=9007199254740993"),
    ("120kB", "value=120000[bytes]"), ("1.5 MiB/s", "value=1572864[bytes_per_second]"),
    ("42%", "value=42[percent]"), ("300ms", "value=0.3[seconds]"),
    ("1e400", "value=- ('1e400' is no finite number)"),
    ("NaN", "value=- ('NaN' is no finite number)"),
    ("-inf", "value=- ('-inf' is no finite number)"),
  ])
  func `reads a number`(_ line: String, _ expected: String) {
    #expect(read(line) == expected)
  }

  @Test(arguments: ["9,0", "84,3 %", "84,3%", "1,234.5", "-0,5"])
  func `never guesses what a comma means`(_ line: String) {
    #expect(read(line) == "rejected: expected a decimal point, found a comma in '\(line)'")
  }

  @Test(arguments: [
    ("a=1 b=2", "a=1 b=2"), ("rx=1.5MiB/s\ttx=0", "rx=1572864[bytes_per_second] tx=0"),
    ("up=5 d  n=3", "up=432000[seconds] n=3"), ("_x.y-z=1", "_x.y-z=1"),
    ("s=on", "s=\"on\""), ("t=\"a b\" n=1", "t=\"a b\" n=1"), ("t='it' n=1", "t=\"it\" n=1"),
    (#"t="say \"hi\"""#, #"t="say "hi"""#), ("t=\"\"", "t=\"\""), ("t=\"12\"", "t=\"12\""),
    ("a=1 a=2", "a=2 (field 'a' is given twice, the last one holds)"),
    ("a= b=2", "a=- b=2 (field 'a': expected a value, found nothing)"),
    ("a=", "a=- (field 'a': expected a value, found nothing)"),
    (
      "a=9,0 b=1",
      "a=- b=1 (field 'a': expected a decimal point, found a comma in '9,0')"
    ),
    ("a=nan b=1", "a=- b=1 (field 'a': 'nan' is no finite number)"),
    ("a=\"x b=1", "rejected: field 'a': no closing quote"),
    ("a=1 b=\"x", "a=1 b=- (field 'b': no closing quote)"),
    ("a=9,0 b=1,5", "rejected: field 'a': expected a decimal point, found a comma in '9,0'"),
    ("url=http://x/?a=b", "url=\"http://x/?a=b\""),
  ])
  func `reads pairs`(_ line: String, _ expected: String) {
    #expect(read(line) == expected)
  }

  @Test(arguments: [
    ("hello", "hello"), ("=", "="), ("=1", "=1"), ("größe=5", "größe=5"), ("1a=2", "1a=2"),
    ("a=1 apples", "a=1 apples"), ("a=1 b", "a=1 b"), ("12 apples", "12 apples"),
    ("12:30", "12:30"), ("1.2.3", "1.2.3"), ("0x1F", "0x1F"), ("1, 2", "1, 2"),
    ("[1]", "[1]"), ("\u{1b}[31mred\u{1b}[0m", "red"), ("a\tb", "a b"), ("x\0y", "xy"),
    ("☀️ +5°C", "☀️ +5°C"), ("12 34", "12 34"), ("e", "e"), ("-", "-"), (".", "."),
  ])
  func `takes all else for a text`(_ line: String, _ text: String) {
    #expect(read(line) == "value=\"\(text)\"")
  }

  @Test(arguments: ["", " ", "\t", "\0"])
  func `an empty line says nothing`(_ line: String) throws {
    #expect(try AutoReportParser().report(of: line).isBlank)
  }

  @Test func `repairs bytes that are not UTF-8`() {
    let line = LineBuffer.Line(bytes: [0xFF, 0x61])
    #expect(
      AutoReportParser().report(of: line)
        == .success(Report(fields: [.init(reading: .text("\u{FFFD}a"))])))
  }

  @Test func `does not read half a line`() {
    let line = LineBuffer.Line(bytes: Array("rx=12".utf8), isCut: true)
    #expect(
      AutoReportParser().report(of: line)
        == .failure(Rejection("a line is longer than 5 bytes")))
  }

  @Test func `bounds fields and problems`() throws {
    let many = (0..<5000).map { "f\($0)=1" }.joined(separator: " ")
    let report = try AutoReportParser().report(of: many)
    #expect(report.fields.count == Report.fieldLimit)
    #expect(report.problems == ["more than 1024 fields, the others are left out"])

    let faults = (0..<500).map { "f\($0)=" }.joined(separator: " ")
    #expect(try AutoReportParser().report(of: faults).problems.count == 8)
  }

  @Test(arguments: 1...30)
  func `survives any bytes`(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    let alphabet = Array("{}[]\":,=ab1.-+eE \\\t\u{fc}nul".utf8) + [0, 0xFF, 0x1b]
    for _ in 0..<300 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      for entry in Catalog.reportParsers.entries {
        _ = entry.choice.report(of: LineBuffer.Line(bytes: bytes))
      }
    }
  }
}
