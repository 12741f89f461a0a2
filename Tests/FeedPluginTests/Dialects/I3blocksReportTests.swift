import FeedCore
import Testing

@testable import FeedPlugin

struct I3blocksReportTests {
  private func phrase(
    _ output: String, _ status: FeedPlugin.ExitStatus = .exited(0),
    _ parameters: [String: String] = [:]
  ) -> String {
    Script("i3blocks", parameters: parameters).phrase(output, status)
  }

  @Test(arguments: [
    ("one\n", "value=\"one\""), ("one", "value=\"one\""),
    ("CPU 42%\n42%\n#ff0000\n", "value=\"CPU 42%\" number=42[percent] color:#ff0000 short:42%"),
    ("a\nb\n#f00\n#00f\n", "value=\"a\" color:#ff0000 background:#0000ff short:b"),
    ("a\n\n#f00", "value=\"a\" color:#ff0000"),
    ("a\n\n\n\n\n0000\ncenter\n", "value=\"a\" width:4 align:center"),
    ("a\n\n\n\n\n\n\nn\ni\ntrue\nfalse\n", "value=\"a\" urgent separator:false"),
    ("a\n\n\n\n\n\n\n\n\n\n\n\n\n1\n2\n3\n4\nmore\n", "value=\"a\""),
    ("a\n\nmauve\n", "value=\"a\" ('mauve' is no colour for 'color')"),
    ("", "value=\"\" hidden"), ("\n", "value=\"\" hidden"), ("\nshort\n", "value=\"\" hidden"),
    ("42%\n", "value=42[percent] number=42[percent]"),
  ])
  func `each line is a key of the block`(_ output: String, _ expected: String) {
    #expect(phrase(output) == expected)
  }

  @Test func `33 is urgent, whatever was printed`() {
    #expect(phrase("hot\n", .exited(33)) == "value=\"hot\" urgent")
    #expect(
      phrase(#"{"full_text":"hot","urgent":false}"#, .exited(33)) == "value=\"hot\" urgent")
    #expect(Script("i3blocks").parser.normalStatuses == [0, 33])
  }

  @Test(arguments: [
    (
      FeedPlugin.ExitStatus.exited(126),
      "rejected: the command may not be executed (126): chmod +x helps"
    ),
    (.exited(127), "rejected: the command was not found (127)"),
    (.exited(1), "rejected: exited with 1"), (.signalled(9), "rejected: killed by signal 9"),
  ])
  func `another status is a failure`(_ status: FeedPlugin.ExitStatus, _ expected: String) {
    #expect(phrase("text\n", status) == expected)
  }

  @Test func `a JSON object has any key of a block`() {
    #expect(
      phrase(
        ##"{"full_text":"12 MB","short_text":"12","color":"#0f0","min_width":"000","x":[1],"y":{}}"##
      )
        == "value=12000000[bytes] number=12000000[bytes] color:#00ff00 short:12 width:3")
    #expect(phrase(#"{"full_text":5,"min_width":120}"#) == "value=5 number=5")
    #expect(phrase(#"{"short_text":"x"}"#) == "value=\"\" hidden")
    #expect(phrase(#"{"full_text":"#).hasPrefix("value=\"{"))
    #expect(
      phrase(#"{"full_text":"#, .exited(0), ["format": "json"]).hasPrefix("rejected: no JSON"))
    #expect(phrase(#"{"a":1}"#, .exited(0), ["format": "raw"]) == #"value="{"a":1}""#)
  }

  @Test func `what an object says is there in the next run`() {
    let report = Script("i3blocks").report(
      #"{"full_text":"3","_count":3,"on":true,"PATH":"/x","LD_PRELOAD":"x","bad name":"x"}"#)
    #expect(report.variables == ["full_text": "3", "_count": "3", "on": "true"])
    #expect(Script("i3blocks").report("a\n").variables == [:])
  }

  @Test func `properties of the block hold where the script says nothing`() {
    let own = ["color": "#123456", "label": "CPU ", "separator": "false"]
    #expect(
      phrase("5\n", .exited(0), own) == "value=\"CPU 5\" number=5 color:#123456 separator:false")
    #expect(
      phrase("5\n\n#ffffff\n", .exited(0), own)
        == "value=\"CPU 5\" number=5 color:#ffffff separator:false")
  }

  @Test func `a line of a script that runs on is a text`() {
    let script = Script("i3blocks", .stream)
    #expect(script.phrase("a\n#ff0000\n") == "value=\"#ff0000\"")
    #expect(script.phrase("a\n\n") == "value=\"\" hidden")
    #expect(
      script.phrase(##"{"full_text":"x","color":"#f00"}"## + "\n") == "value=\"x\" color:#ff0000")
    #expect(script.phrase("last") == "value=\"last\"")
  }

  @Test func `markup is what it says only where that is asked for`() {
    let line = "<b>A</b> &amp; B\n"
    #expect(Script("i3blocks").phrase(line) == "value=\"<b>A</b> &amp; B\"")
    let script = Script("i3blocks", isMarkup: true)
    #expect(script.phrase(line) == "value=\"A & B\"")
    #expect(script.report(line).fields[0].inks.inks == [Ink(isBold: true)])
    #expect(Script("i3blocks", parameters: ["markup": "pango"]).phrase(line) == "value=\"A & B\"")
    #expect(
      script.phrase("A & B\n")
        == "value=\"A & B\" ('A & B' is no well-formed markup and shown as it is)")
  }

  @Test func `every property is in the environment, six of them twice`() {
    var run = ScriptRun(
      name: "vol", arguments: ["/bin/sh", "-c", "vol -x"], interval: .seconds(5),
      parameters: ["instance": "Master", "_step": "5", "STEP": "1", "a b": "x"])
    run.variables = ["_count": "3"]
    run.click = ScriptClick(
      button: 4, places: ["x": 10, "relative_x": 2.5], modifiers: ["Shift"])

    #expect(
      Script("i3blocks").parser.environment(of: run) == [
        "name": "vol", "BLOCK_NAME": "vol", "instance": "Master", "BLOCK_INSTANCE": "Master",
        "interval": "5", "BLOCK_INTERVAL": "5", "command": "vol -x", "_step": "5", "_count": "3",
        "STEP": "1",
        "button": "4", "BLOCK_BUTTON": "4", "x": "10", "BLOCK_X": "10", "relative_x": "2.5",
      ])
  }

  @Test func `without a click there is no button`() {
    let run = ScriptRun(name: "a", arguments: ["a"], mode: .stream)
    let environment = Script("i3blocks").parser.environment(of: run)
    #expect(environment["BLOCK_BUTTON"] == nil)
    #expect(environment["interval"] == "persist")
  }

  @Test func `scripts that run once find no input`() {
    #expect(Script("i3blocks").parser.conventions.closesInput)
    #expect(Script("i3blocks").parser.conventions.clicks == .told)
  }
}
