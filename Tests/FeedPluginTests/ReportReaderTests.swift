import FeedCore
import Testing

@testable import FeedPlugin

struct ReportReaderTests {
  private func reader(
    _ mode: RunMode, _ parser: any ReportParser = AutoReportParser()
  ) -> ReportReader {
    var reader = ReportReader(parser: parser, mode: mode)
    reader.begin()
    return reader
  }

  private func phrases(_ batch: ReportReader.Batch) -> [String] {
    batch.reports.map(AutoReportParserTests.phrase)
      + (batch.rejection.map { ["rejected: \($0)"] } ?? [])
  }

  @Test func `the newest of many reports wins, field by field`() {
    var reader = reader(.stream)

    #expect(phrases(reader.read(Array("a\nb\nc\n".utf8))) == ["value=\"c\""])
    #expect(phrases(reader.read(Array("a=1\nb=2\n".utf8))) == ["a=1", "b=2"])
    #expect(phrases(reader.read(Array("a=1 b=1\nb=2\na=3\n".utf8))) == ["b=2", "a=3"])
  }

  @Test func `good lines count beside bad ones`() {
    var reader = reader(.stream)
    #expect(
      phrases(reader.read(Array("1\n9,0\n".utf8))) == [
        "value=1", "rejected: expected a decimal point, found a comma in '9,0'",
      ])
  }

  @Test func `reads only the end of a flood`() {
    var reader = reader(.stream)
    let flood = (0..<100_000).map { "n\($0 % 5000)=\($0)\n" }.joined()

    let batch = reader.read(Array(flood.utf8))

    #expect(batch.reports.count == ReportReader.lineLimit)
    #expect(batch.reports.last?.fields.first?.reading == .number(.integer(99_999)))
  }

  @Test func `takes a last line without its newline`() {
    var reader = reader(.once)
    #expect(phrases(reader.read(Array("42".utf8))).isEmpty)
    #expect(phrases(reader.finish(.exited(0))) == ["value=42"])
    #expect(phrases(reader.finish(.exited(0))).isEmpty)
  }

  @Test func `a run of which nothing was understood says nothing at its end`() {
    var reader = reader(.once)
    #expect(phrases(reader.read(Array("9,0\n".utf8))).count == 1)
    #expect(phrases(reader.finish(.exited(0))).isEmpty)

    // The next run is not blamed for it.
    reader.begin()
    #expect(phrases(reader.finish(.exited(0))) == [""])
  }

  @Test func `blank lines that end a run change nothing`() {
    var reader = reader(.once)
    // Of the first run the end tells whose it is.
    #expect(phrases(reader.read(Array("hello\n\n".utf8))).isEmpty)
    #expect(phrases(reader.finish(.exited(0))) == ["value=\"hello\""])
    reader.begin()
    #expect(phrases(reader.read(Array("hello\n".utf8))) == ["value=\"hello\""])
    #expect(phrases(reader.read(Array("\n\n".utf8))) == [""])
    #expect(phrases(reader.finish(.exited(0))).isEmpty)
  }

  @Test(arguments: ["", "\n"])
  func `a run that says nothing clears a text`(_ output: String) {
    var reader = reader(.once)
    _ = reader.read(Array("hello\n".utf8))
    _ = reader.finish(.exited(0))
    reader.begin()

    let first = phrases(reader.read(Array(output.utf8)))
    let last = phrases(reader.finish(.exited(0)))
    #expect((first + last).contains("value=\"\""))
  }

  @Test func `a run that says nothing does not clear a number`() {
    var reader = reader(.once)
    _ = reader.read(Array("42\n".utf8))
    reader.begin()
    #expect(phrases(reader.finish(.exited(0))) == [""])
  }

  @Test func `a run whose only line is rubbish has not said nothing`() {
    var reader = ReportReader(parser: AutoReportParser(), mode: .once)
    reader.begin()

    let first = reader.read(Array("9,0\n".utf8))
    let end = reader.finish(.exited(0))

    #expect(first.rejection != nil)
    #expect(end.reports.isEmpty)
  }

  @Test func `a run that fails and says nothing reports nothing`() {
    var reader = reader(.once)
    #expect(phrases(reader.finish(.exited(1))).isEmpty)
  }

  @Test func `an empty line clears the text of a stream`() {
    var reader = reader(.stream, TextReportParser())
    #expect(phrases(reader.read(Array("Song 12\n".utf8))) == ["value=\"Song 12\""])
    #expect(phrases(reader.read(Array("\n".utf8))) == ["value=\"\""])
  }

  @Test func `a text protocol reads no numbers`() {
    var reader = reader(.stream, TextReportParser())
    #expect(phrases(reader.read(Array("9,0\n".utf8))) == ["value=\"9,0\""])
    #expect(phrases(reader.read(Array("{\"a\": 1\n".utf8))) == ["value=\"{\"a\": 1\""])
  }

  @Test func `nothing of a run that was given up is left`() {
    var reader = reader(.once)
    _ = reader.read(Array("12".utf8))
    reader.begin()
    #expect(phrases(reader.read(Array("3\n".utf8))) == ["value=3"])
  }

  /// Counts its lines.
  private struct Counting: ReportParser {
    let shape: ReportFraming

    func framing(in mode: RunMode) -> ReportFraming { shape }

    func read(
      _ lines: [LineBuffer.Line], status: FeedPlugin.ExitStatus?
    ) throws(Rejection)
      -> Report
    {
      Report(fields: [
        Report.Field(name: "lines", reading: .number(.integer(Int64(lines.count)))),
        Report.Field(name: "ended", reading: .text(status?.description ?? "no")),
      ])
    }
  }

  @Test func `gives a whole run to a protocol that wants it`() {
    var reader = reader(.once, Counting(shape: .run))
    #expect(phrases(reader.read(Array("a\nb\n".utf8))).isEmpty)
    _ = reader.read(Array("c".utf8))
    #expect(phrases(reader.finish(.exited(0))) == ["lines=3 ended=\"exited with 0\""])
    // Who does not end well may not have said all of the last line.
    reader.begin()
    _ = reader.read(Array("a\nb\nc".utf8))
    #expect(phrases(reader.finish(.exited(33))) == ["lines=2 ended=\"exited with 33\""])
  }

  @Test func `gives blocks to a protocol that wants them`() {
    var reader = reader(.stream, Counting(shape: .block(end: "~~~")))
    #expect(phrases(reader.read(Array("a\nb\n~~~\n~~~\nc\n".utf8))) == ["lines=2 ended=\"no\""])
    #expect(phrases(reader.read(Array("~~~\n".utf8))) == ["lines=1 ended=\"no\""])
  }

  @Test(arguments: 1...20)
  func `chunks make no difference to what is known in the end`(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    let words = ["a=1", "b=2", "a=3 c=4", "7", "{\"b\": 5}", "9,0"]
    let text = (0..<200).map { _ in words.randomElement(using: &random) ?? "" }
    let bytes = Array(text.joined(separator: "\n").utf8)
    func known(_ size: Int) -> [String: Reading] {
      var reader = reader(.stream)
      var known: [String: Reading] = [:]
      var batches = stride(from: 0, to: bytes.count, by: size).map { start in
        reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      batches.append(reader.finish(.exited(0)))
      for field in batches.flatMap(\.reports).flatMap(\.fields) {
        known[field.name] = field.reading
      }
      return known
    }

    let whole = known(bytes.count)
    #expect(known(1) == whole)
    #expect(known(7) == whole)
  }

  @Test func `every protocol is named and described`() {
    let catalog = Catalog.reportParsers
    #expect(Set(catalog.names).count == catalog.names.count)
    #expect(catalog.names.contains("auto") && catalog.names.contains("text"))
    #expect(catalog.entries.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
  }
}
