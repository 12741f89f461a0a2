import FeedCore
import FeedPlugin
import Testing

struct I3barReportTests {
  private func read(_ text: String) throws -> Report {
    try I3barReportParser().report(of: text)
  }

  private func field(_ name: String, _ report: Report) -> Reading? {
    report.fields.first { $0.name == name }?.reading
  }

  @Test func `keeps every byte of a block and finds its texts`() throws {
    let first =
      ##"{ "name" : "cpu", "_x":{"full_text":"no"}, "full_text":"a \"4\" \u00e9","short_text":"4" ,"color":"#FF0000","urgent":true}"##
    let second =
      ##"{"full_text":"<b>5</b>","markup":"pango","instance":"x","background":"#00ff0080"}"##
    let report = try read("[\(first), \(second),7]")
    let blocks = try #require(report.blocks)

    #expect(blocks.map { String(decoding: $0.bytes, as: UTF8.self) } == [first, second])
    #expect(blocks[0].name == "cpu" && blocks[0].instance == nil && blocks[0].isUrgent)
    #expect(blocks[0].fullText?.text == "a \"4\" é" && blocks[0].shortText?.text == "4")
    #expect(blocks[0].color == Color(hex: "#ff0000"))
    let text = try #require(blocks[0].fullText)
    #expect(String(decoding: blocks[0].bytes[text.range], as: UTF8.self) == #""a \"4\" \u00e9""#)
    #expect(blocks[1].isMarkup && blocks[1].background == Color(hex: "#00ff00"))
    let markup = try #require(blocks[1].markupRange)
    #expect(String(decoding: blocks[1].bytes[markup], as: UTF8.self) == "\"pango\"")
  }

  @Test func `makes each block a field by name, instance or position`() throws {
    let report = try read(
      """
      [{"name":"disk","instance":"/","full_text":"Disk 12,5 GiB"},{"full_text":"up"},\
      {"name":"disk","instance":"/home","full_text":"<b>7</b>","markup":"pango"},\
      {"name":"time","full_text":"12:59"}]
      """)

    #expect(field("disk", report) == .number(.real(12.5)))
    #expect(field("disk.text", report) == .text("Disk 12,5 GiB"))
    #expect(field("disk//", report) == .number(.real(12.5)))
    #expect(field("disk//home", report) == .number(.integer(7)))
    #expect(field("disk//home.text", report) == .text("7"))
    #expect(field("2", report) == .text("up"))
    #expect(field("time", report) == .text("12:59"))
  }

  @Test func `reads what a generator wants`() throws {
    let plain = try #require(try read("{\"version\":1}").header)
    let asking = try #require(
      try read(
        "{\"version\":1,\"click_events\":true,\"stop_signal\":0,\"cont_signal\":12,\"x\":[]}"
      ).header)

    #expect(!plain.readsClicks && plain.stopSignal == 19 && plain.continueSignal == 18)
    #expect(asking.readsClicks && asking.stopSignal == 0 && asking.continueSignal == 12)
    let odd = try #require(
      try read("{\"version\":1,\"stop_signal\":-9,\"cont_signal\":\"x\"}").header)
    #expect(odd == plain)
  }

  @Test(arguments: [
    "[{\"full_text\":}]", "[{]", "oops", "{\"full_text\":\"x\"}", "[{\"full_text\":\"\u{1}",
    String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
  ])
  func `refuses what would break a bar`(text: String) {
    #expect(throws: Rejection.self) { try read(text) }
  }

  @Test func `repairs bytes that are not UTF-8`() throws {
    let bytes = Array("[{\"full_text\":\"a ".utf8) + [0xff] + Array("\"}]".utf8)
    let report = try I3barReportParser().read([LineBuffer.Line(bytes: bytes)], status: nil)
    #expect(report.blocks?.first?.fullText?.text == "a \u{fffd}")
  }

  @Test(arguments: [
    "null", "7", "true", "{}", "[\"x\"]",
  ])
  func `leaves alone a text that is none`(value: String) throws {
    let report = try read("[{\"name\":\"n\",\"full_text\":\(value)}]")
    #expect(report.blocks?.first?.bytes.isEmpty == false)
    #expect(value == "true" || report.blocks?.first?.fullText == nil)
  }
}

struct StreamReportTests {
  private func texts(_ chunks: [String]) -> [[String]] {
    var reader = ReportReader(parser: StreamReportParser(), mode: .stream)
    reader.begin()
    return chunks.map { chunk in
      let batch = reader.read(Array(chunk.utf8))
      return batch.reports.flatMap { report -> [String] in
        if report.header != nil { return ["header"] }
        guard let blocks = report.blocks else { return report.fields.map { "field \($0.reading)" } }
        return blocks.map { "\($0.dialect) \($0.fullText?.text ?? "–")" }
      } + (batch.rejection.map { _ in ["rejected"] } ?? [])
    }
  }

  @Test func `tells by the first line and stays with it`() {
    #expect(
      texts(["\n{\"version\":1}\n[\n", "[{\"full_text\":\"a\"}],\n", "plain\n"])
        == [["header"], ["i3bar a"], ["rejected"]])
    #expect(texts(["[{\"full_text\":\"a\"}],\n"]) == [["i3bar a"]])
    #expect(
      texts(["{\"text\":\"a\",\"class\":\"x\"}\n", "[1]\n"]) == [["waybar a"], ["rejected"]])
    #expect(
      texts(["[12:03] cpu 5\n", "{\"text\":1}\n"])
        == [["field text(\"[12:03] cpu 5\")"], ["field text(\"{\\\"text\\\":1}\")"]])
  }

  @Test func `takes the last of many lines`() {
    let lines = (0..<500).map { ",[{\"full_text\":\"\($0)\"}]\n" }.joined()
    #expect(texts(["{\"version\":1}\n[\n[]\n" + lines]) == [["header", "i3bar 499"]])
  }

  @Test func `says again what a generator says again`() {
    let line = "[{\"full_text\":\"a 1\"}],\n"
    #expect(texts([line, line, line]) == [["i3bar a 1"], ["i3bar a 1"], ["i3bar a 1"]])
  }

  @Test func `a new run may speak otherwise`() {
    var reader = ReportReader(parser: StreamReportParser(), mode: .stream)
    reader.begin()
    #expect(reader.read(Array("hello\n".utf8)).reports.first?.blocks == nil)
    reader.begin()
    #expect(reader.read(Array("{\"version\":1}\n".utf8)).reports.first?.header != nil)
  }
}
