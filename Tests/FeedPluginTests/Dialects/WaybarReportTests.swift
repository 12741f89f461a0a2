import FeedCore
import Testing

@testable import FeedPlugin

struct WaybarReportTests {
  @Test(arguments: [
    ("text\n", "value=\"text\""), ("text", "value=\"text\""), ("text\r\n", "value=\"text\""),
    ("text\ntip\nwarm\n", "value=\"text\" tooltip:[\"tip\"] class:warm"),
    ("", "value=\"\" hidden"), ("\n", "value=\"\" hidden"), ("\ntip\n", "value=\"\" hidden"),
    (#"{"text":"A & B <3"}"#, "value=\"A & B <3\" number=3"),
    (
      #"{"text":"12%","alt":"low","tooltip":"a\nb","class":["x","y"],"percentage":12.4}"#,
      "value=12[percent] number=12[percent] alt=\"low\" percentage=12[percent]{0.0..100.0}"
        + " tooltip:[\"a\", \"b\"] class:x+y alt:low"
    ),
    (#"{"text":"t","class":"a b"}"#, "value=\"t\" class:a+b"),
    (#"{"text":"t","percentage":"50"}"#, "value=\"t\" ('percentage' is no number)"),
    (#"{"text":"t","class":5}"#, "value=\"t\" ('class' is no text and no list of texts)"),
    (#"{"text":5}"#, "value=5 number=5"), (#"{"alt":"x"}"#, "value=\"\" alt=\"x\" alt:x hidden"),
    (#"{"text":""}"#, "value=\"\" hidden"), (#"{"text":"caf\xe9"}"#, "value=\"café\""),
    (#"{"text":"a\\x"}"#, #"value="a\x""#),
    (#"{"text":"first"}"# + "\n" + #"{"text":"second"}"#, "value=\"first\""),
    ("{\n\"text\": \"a\"\n}\n", "value=\"{\" tooltip:[\"\\\"text\\\": \\\"a\\\"\"] class:}"),
  ])
  func `reads one run`(_ output: String, _ expected: String) {
    #expect(Script("waybar").phrase(output) == expected)
  }

  @Test func `a script that fails hides its module`() {
    #expect(
      Script("waybar").phrase("text\n", .exited(1))
        == "value=\"\" (exited with 1: hidden, as waybar does) hidden")
    #expect(Script("waybar").phrase("", .exited(127)) == "rejected: exited with 127")
    #expect(!Script("waybar").parser.normalStatuses.contains(126))
    #expect(Script("waybar").phrase("x\n", .signalled(15)) == "rejected: killed by signal 15")
  }

  @Test func `where JSON is announced nothing else will do`() {
    let script = Script("waybar", parameters: ["return-type": "json"])
    #expect(script.phrase("text\n").hasPrefix("rejected: no JSON"))
    #expect(script.phrase("[1]\n") == "rejected: expected a JSON object")
  }

  @Test func `each line of a script that runs on is an update`() {
    let script = Script("waybar", .stream)
    #expect(script.phrase("a\nb\n") == "value=\"b\"")
    #expect(script.phrase("a\n\n") == "value=\"\" hidden")
    #expect(script.phrase(#"{"text":"a"}"#) == "value=\"a\"")
  }

  @Test func `a gauge beside the text is as full as its percentage`() {
    #expect(Script("waybar").report(#"{"text":"a","percentage":150}"#).fields[0].share == 1)
    #expect(Script("waybar").report(#"{"text":"a"}"#).fields[0].share == nil)
  }

  @Test func `markup in a text and a tooltip is what it says where that is asked for`() {
    let script = Script("waybar", isMarkup: true)
    let report = script.report(#"{"text":"<b>a</b>","tooltip":"<i>t\nv</i> &amp; u"}"#)
    #expect(Script.phrase(report) == "value=\"a\" tooltip:[\"t\", \"v & u\"]")
    #expect(report.fields[0].inks.inks == [Ink(isBold: true)])
  }

  @Test func `bytes that are no text do no harm`() {
    var reader = ReportReader(parser: Script("waybar").parser, mode: .stream)
    #expect(
      reader.read([0xff, 0xfe, 10]).reports.first?.fields[0].reading == .text("\u{fffd}\u{fffd}"))
  }
}
