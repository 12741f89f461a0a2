import FeedCore
import Testing

@testable import FeedPlugin

/// What holds for every protocol, whatever bytes come.
struct ProtocolLawTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let mode: RunMode

    var testDescription: String { "\(name), \(mode.rawValue)" }

    static let all = Catalog.reportParsers.names.flatMap { name in
      RunMode.allCases.map { Case(name: name, mode: $0) }
    }
  }

  /// Lines of all kinds that programs print, and of some that they should not.
  static let lines =
    [
      "42", "-3.5 kB/s", "9,0", "nan", "-inf", "1e400", "9223372036854775808", "-0", "0x10",
      "rx=120 tx=3 host=\"my host\"", "a=1 a=2 b", "=", "a=", "\"", "n='x", "hello <&> world",
      "{\"a\": 1, \"b\": NaN}", "{\"value\": 1, \"value\": 2}", "{\"a\": [1, {\"b\": null}]}",
      "{\"text\": \"x\", \"tooltip\": \"<b>y\", \"class\": [\"a\", \"b\"], \"percentage\": 50}",
      "{\"full_text\": \"x\", \"color\": \"#ff0000\", \"urgent\": true}", "{\"a\":", "[1, 2]",
      "title | color=red size=9 href:x", "a \\| b|c=d", "---", "~~~", "%{F#f00}x%{F-}", "%{u", "%",
      "name|string|value", "n|range:0-9|3", "n|int|9,0", "|", "||", "cpu,host=a usage=1.5 100",
      "cpu,host=a\\ b usage=1i,x=\"y\" 9999999999999999999", "#ff0000",
      "<span color='red'>x</span>",
      "</span>", "\u{1b}[31mred\u{1b}[0m", "\u{1b}]52;c;aGk=\u{7}", "\u{202e}evil", "e\u{301}",
      "\0",
      "", " ", "\t", "\r", "<txt>a</txt><bar>50</bar>", "<txt>", "<click>rm</click>",
    ] + [String(repeating: "[", count: 10_000), String(repeating: "{\"a\":", count: 10_000)]
    + [String(repeating: "x", count: 70_000)]

  private static func reader(_ each: Case) -> ReportReader {
    var reader = ReportReader(
      parser: Catalog.reportParsers[each.name] ?? AutoReportParser(), mode: each.mode)
    reader.begin()
    return reader
  }

  /// What is known of each field after these chunks and the end.
  private static func known(
    _ each: Case, _ chunks: [ArraySlice<UInt8>], _ status: FeedPlugin.ExitStatus = .exited(0)
  ) -> [String: Reading] {
    var reader = reader(each)
    var batches = chunks.map { reader.read(Array($0)) }
    batches.append(reader.finish(status))
    var known: [String: Reading] = [:]
    for field in batches.flatMap(\.reports).flatMap(\.fields) { known[field.name] = field.reading }
    return known
  }

  private static func text(_ count: Int, _ random: inout RandomSource) -> [UInt8] {
    let lines = (0..<count).map { _ in Self.lines.randomElement(using: &random) ?? "" }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test(arguments: Case.all, 1...3)
  func `how bytes are cut makes no difference`(_ each: Case, _ seed: UInt64) {
    var random = RandomSource(seed: seed)
    let bytes = Self.text(12, &random)
    let whole = Self.known(each, [bytes[...]])

    #expect(Self.known(each, bytes.indices.map { bytes[$0...$0] }) == whole)
    var chunks: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = min(Int.random(in: 1...5000, using: &random), rest.count)
      chunks.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    #expect(Self.known(each, chunks) == whole)
  }

  @Test(arguments: Case.all, [FeedPlugin.ExitStatus.signalled(9), .exited(126)])
  func `a line that a sudden end has cut is not read`(_ each: Case, _ status: FeedPlugin.ExitStatus)
  {
    for line in Self.lines where line.utf8.count < 200 {
      let bytes = Array("value=7\n\(line)".utf8)
      let whole = Self.known(each, [bytes.prefix(8)], status)
      for end in 8...bytes.count {
        #expect(Self.known(each, [bytes.prefix(end)], status) == whole, "\(line), \(end) bytes")
      }
    }
  }

  @Test(arguments: Case.all, 1...4)
  func `no bytes do any harm`(_ each: Case, _ seed: UInt64) {
    var random = RandomSource(seed: seed)
    var reader = Self.reader(each)
    for _ in 0..<40 {
      var bytes = Self.text(5, &random)
      for _ in 0..<Int.random(in: 0...8, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      var batches = [reader.read(bytes)]
      if Bool.random(using: &random) {
        batches.append(reader.finish(Bool.random(using: &random) ? .exited(0) : .signalled(11)))
        reader.begin()
      }
      for batch in batches { check(batch) }
    }
  }

  private func check(_ batch: ReportReader.Batch) {
    for report in batch.reports {
      #expect(report.fields.count <= 1024)
      let texts = report.fields.compactMap { field -> String? in
        if case .text(let text) = field.reading { return text }
        return nil
      }
      for text in texts + [report.text ?? ""] {
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(text.count <= 4096)
      }
    }
  }
}
