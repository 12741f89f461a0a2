import FeedCore
import Testing

@testable import FeedPlugin

struct DialectGuessTests {
  @Test(arguments: [
    (#"{"full_text":"x"}"#, "i3blocks"), (#"{"text":"x","class":"y"}"#, "waybar"),
    (#"{"text":"x","percentage":5}"#, "waybar"), (#"{"text":"x","state":"Good"}"#, "i3status-rust"),
    (#"{"text":"x","value":5,"class":"y"}"#, nil), (#"{"text":"x"}"#, nil), (#"{"rx":1}"#, nil),
    (#"{"text":"x","state":"warning"}"#, nil), (#"{"percentage":5}"#, nil), ("{", nil),
    ("vol|range:0-9|5", "yambar"), ("a|b|c", nil), ("a|int|x", nil),
    ("# HELP up Is it up.", "prometheus"), ("# TYPE up gauge", "prometheus"), ("# a comment", nil),
    ("cpu,host=a usage=1", "influx"), ("cpu usage=1 1700000000", "influx"), ("cpu n=3i", "influx"),
    ("cpu usage=1", nil), ("a=1 b=2", nil), ("42", nil), ("hello, world", nil), ("CPU 42%", nil),
    ("", nil),
  ])
  func `takes for another's only what no script of ours prints`(_ line: String, _ name: String?) {
    #expect(DialectGuess.dialect(of: line) == name)
  }

  private func reader(_ mode: RunMode) -> ReportReader {
    var reader = ReportReader(parser: AutoReportParser(), mode: mode)
    reader.begin()
    return reader
  }

  @Test func `the first line decides for all that follow`() {
    var reader = reader(.stream)
    _ = reader.read(Array("\n{\"text\":\"a\",\"class\":\"b\"}\n".utf8))
    #expect(reader.dialect == "waybar")

    let batch = reader.read(Array("a=1 b=2\n".utf8))

    #expect(batch.reports.map(Script.phrase) == ["value=\"a=1 b=2\" number=1"])
    reader.begin()
    #expect(reader.dialect == "waybar")
  }

  @Test func `what begins as our own stays so`() {
    var reader = reader(.stream)
    _ = reader.read(Array("loading\n".utf8))
    let batch = reader.read(Array("{\"text\":\"a\",\"class\":\"b\"}\n".utf8))
    #expect(reader.dialect == nil)
    #expect(batch.reports.map(Script.phrase) == ["value=\"a\" class=\"b\" text:\"a\""])
  }

  @Test func `a text, a short one and a colour are those of i3blocks`() {
    var reader = reader(.once)
    #expect(reader.read(Array("CPU 5\n5\n".utf8)).reports.isEmpty)
    #expect(reader.read(Array("#00ff00\n".utf8)).reports.isEmpty)

    #expect(
      reader.finish(.exited(0)).reports.map(Script.phrase)
        == ["value=\"CPU 5\" number=5 color:#00ff00 short:5"])
    #expect(reader.dialect == "i3blocks")
  }

  @Test func `other texts are read line by line`() {
    var reader = reader(.once)
    _ = reader.read(Array("one\ntwo\n".utf8))
    #expect(reader.finish(.exited(0)).reports.map(Script.phrase) == ["value=\"two\""])
    #expect(reader.dialect == nil)
    reader.begin()
    #expect(reader.read(Array("three\n".utf8)).reports.map(Script.phrase) == ["value=\"three\""])
  }
}
