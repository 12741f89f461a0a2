import FeedCore
import Testing

@testable import FeedPlugin

struct ObjectReportTests {
  private func read(_ line: String) -> String {
    do throws(Rejection) {
      return AutoReportParserTests.phrase(try AutoReportParser().report(of: line))
    } catch {
      return "rejected: \(error.reason)"
    }
  }

  @Test(arguments: [
    (#"{"rx": 120, "tx": 3.5}"#, "rx=120 tx=3.5"), (#"{"muted": true}"#, "muted=1"),
    (#"{"a": null, "b": "x"}"#, "a=- b=\"x\""), (#"{"a":1,"b":NaN}"#, "a=1 b=-"),
    (#"{"a":-0.0,"b":1e400,"c":2.0}"#, "a=0 b=- c=2"),
    (#"{"n":9223372036854775808}"#, "n=9.223372036854776e+18"),
    (#"{"a":1,"a":2}"#, "a=2"), (#"{"s":"<b>\u001b[1m&"}"#, "s=\"<b>&\""),
    (
      #"{"a":1,"deep":{"b":2},"list":[1]}"#,
      "a=1 (field 'deep' is nested and left out) (field 'list' is nested and left out)"
    ),
    (#"{}"#, "(the object has no fields)"), (#"{"":1,"a":2}"#, "a=2 (a key is empty)"),
    (#"{"größe":1}"#, "größe=1"), (#"{"min":1,"max":3}"#, "min=1 max=3"),
    (#"{"state":"charging"}"#, "state=\"charging\""),
    (#"{"level":5,"state":"critical"}"#, "level=5 state:critical"),
  ])
  func `reads a flat object`(_ line: String, _ expected: String) {
    #expect(read(line) == expected)
  }

  @Test(arguments: [
    (#"{"value": 5}"#, "value=5"), (#"{"value":5,"min":0,"max":10}"#, "value=5{0.0..10.0}"),
    (#"{"max":10,"value":5}"#, "value=5{..10.0}"),
    (#"{"value":5,"unit":"bytes"}"#, "value=5[bytes]"),
    (#"{"value":5,"text":"five","state":"warning"}"#, "value=5 text:\"five\" state:warning"),
    (#"{"text":"on air"}"#, "value=\"on air\" text:\"on air\""),
    (#"{"text":123}"#, "value=\"123\" text:\"123\""), (#"{"value":null}"#, "value=-"),
    (
      #"{"text":"42%","percentage":42,"class":"low"}"#,
      "value=\"42%\" percentage=42 class=\"low\" text:\"42%\""
    ),
    (#"{"value":{"a":1}}"#, "(field 'value' is nested and left out)"),
    (#"{"value":1,"min":"x"}"#, "value=1"),
  ])
  func `reads an object about one value`(_ line: String, _ expected: String) {
    #expect(read(line) == expected)
  }

  @Test(arguments: [
    ("{\"a\": 1", "no JSON at byte 8: the text ends within the value"),
    ("{\"a\": 1} x", "no JSON at byte 10: unexpected character"),
  ])
  func `rejects half an object`(_ line: String, _ reason: String) {
    #expect(read(line) == "rejected: \(reason)")
  }

  @Test(arguments: ["{hello}", "{", "{\"a\":1,}"])
  func `rejects what only looks like an object`(_ line: String) {
    #expect(read(line).hasPrefix("rejected: no JSON at byte"))
  }

  @Test func `bounds depth`() {
    let deep =
      "{\"a\":" + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
      + "}"
    #expect(read(deep).hasPrefix("rejected: no JSON at byte"))
    #expect(read(deep).hasSuffix("nested more than 32 levels deep"))
  }

  @Test func `reads a history in each of its forms`() throws {
    let parser = AutoReportParser()

    let plain = try parser.report(of: #"{"value":1,"series":[1,null,2.5,"x"]}"#)
    #expect(plain.series == [1, nil, 2.5, nil].map { Report.Point(value: $0) })

    let labelled = try parser.report(of: #"{"value":1,"series":[{"label":"Mon","value":3},{}]}"#)
    #expect(
      labelled.series == [Report.Point(label: "Mon", value: 3), Report.Point(value: nil)])

    let timed = try parser.report(
      of: #"{"value":1,"series":[{"at":1700000000.9,"value":3},{"at":"14:00","value":4}]}"#)
    #expect(
      timed.series == [
        Report.Point(at: WallTime(seconds: 1_700_000_000), value: 3),
        Report.Point(label: "14:00", value: 4),
      ])

    let keyed = try parser.report(of: #"{"today":1,"series":{"Mon":1,"Tue":null}}"#)
    #expect(
      keyed.series == [
        Report.Point(label: "Mon", value: 1), Report.Point(label: "Tue", value: nil),
      ])
    #expect(keyed.fields == [Report.Field(name: "today", reading: .number(.integer(1)))])
  }

  @Test func `bounds a history to its newest values`() throws {
    let numbers = (1...3000).map(String.init).joined(separator: ",")
    let report = try AutoReportParser().report(of: "{\"value\":1,\"series\":[\(numbers)]}")
    #expect(report.series.count == 1024)
    #expect(report.series.last == Report.Point(value: 3000))
    #expect(report.problems == ["'series' is cut to 1024 values"])
  }

  @Test func `reads periods`() throws {
    let report = try AutoReportParser().report(
      of: #"{"value":1,"periods":{"week":7,"month":{"value":30,"series":[1,2]},"x":[1]}}"#)

    #expect(report.periods.map(\.name) == ["week", "month", "x"])
    #expect(report.periods[0].fields == [Report.Field(reading: .number(.integer(7)))])
    #expect(report.periods[1].fields == [Report.Field(reading: .number(.integer(30)))])
    #expect(report.periods[1].series == [Report.Point(value: 1), Report.Point(value: 2)])
    #expect(
      report.problems.first == "period 'x': field 'value' is nested and left out")
  }
}
