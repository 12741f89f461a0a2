import FeedCore
import Testing

@testable import FeedPlugin

struct XbarReportTests {
  private func phrase(_ output: String) -> String { Script("xbar").phrase(output) }

  @Test(arguments: [
    (
      "CPU 42%\n---\nTop: x\n--deeper\n---\nQuit | refresh=true\n",
      "value=\"CPU 42%\" number=42[percent] tooltip:[\"Top: x\", \"  deeper\", \"Quit\"]"
    ),
    ("a | color=red size=10\n", "value=\"a\" color:#ff0000"),
    ("a | color=#123456", "value=\"a\" color:#123456"),
    ("a | color=black,white", "value=\"a\" color:#ffffff"),
    ("a|color=red", "value=\"a\" color:#ff0000"),
    ("a | color=red | size=10", "value=\"a\" color:#ff0000"),
    ("a | font='SF Pro' color=\"blue\"", "value=\"a\" color:#0000ff"),
    ("Foo | Bar | color=red", "value=\"Foo | Bar\" color:#ff0000"),
    ("Sun Nov 19 | done", "value=\"Sun Nov 19 | done\" number=19"),
    ("a \\| b | color=red", "value=\"a | b\" color:#ff0000"),
    ("a \\| color=red", "value=\"a | color=red\""),
    ("text | href:https://x", "value=\"text\" ('href:' is written 'href=')"),
    ("a | font=SF Compact size=9 color=red", "value=\"a\" color:#ff0000"),
    ("a | x=1", "value=\"a | x=1\" number=1"), ("a | length=3", "value=\"a\""),
    ("abcdef | length=3", "value=\"ab…\""), ("  a  | trim=false", "value=\"  a  \""),
    ("  a  ", "value=\"a\""),
    ("a | color=mauve", "value=\"a\" ('mauve' is no colour)"),
    ("", "value=\"\" hidden"), ("---\nmenu\n", "value=\"\" hidden"), ("\n\n", "value=\"\" hidden"),
    ("a | href=https://x/?a=b", "value=\"a\" click1:[\"xdg-open\", \"https://x/?a=b\"]"),
    ("a | href=--help", "value=\"a\""), ("a | href=javascript:x", "value=\"a\""),
    (
      "a | shell=/bin/x param1=\"b c\" param2=d terminal=false",
      "value=\"a\" click1:[\"/bin/x\", \"b c\", \"d\"]"
    ),
    ("a | bash=x disabled=true", "value=\"a\""),
    (
      "a\n---\nb\nc | shell=go\nd | shell=no\n",
      "value=\"a\" tooltip:[\"b\", \"c\", \"d\"] click1:[\"go\"]"
    ),
  ])
  func `reads titles, menus and parameters`(_ output: String, _ expected: String) {
    #expect(phrase(output) == expected)
  }

  @Test func `many titles are shown in turn`() {
    let report = Script("xbar").report("a | color=red\nb\n---\nmenu\n")
    #expect(
      report.pages.map(Script.phrase) == [
        "value=\"a\" color:#ff0000 tooltip:[\"menu\"]", "value=\"b\" tooltip:[\"menu\"]",
      ])
    #expect(Script("xbar").report("a\n---\nb\n").pages.isEmpty)
  }

  @Test func `colours of a terminal are colours`() {
    let text = SequenceColors.read(
      "\u{1b}[31mred\u{1b}[0m \u{1b}[1;38;2;1;2;3mx\u{1b}[22;39my\u{1b}[48;5;21mz\u{1b}[2K")
    #expect(text.phrase == "[#cd0000]red[] [#010203 b]x[]y[on#0000ff]z")
    #expect(phrase("\u{1b}[31mred\u{1b}[0m") == "value=\"red\"")
    #expect(SequenceColors.read("a\u{1b}[3").text == "a")
  }

  @Test func `a streaming plugin replaces what it said with each frame`() {
    var reader = ReportReader(parser: Script("xbar").parser, mode: .stream)
    reader.begin()
    func read(_ text: String) -> [String] {
      reader.read(Array(text.utf8)).reports.map(Script.phrase)
    }
    #expect(read("a\n---\nm\n") == ["value=\"a\" tooltip:[\"m\"]"])
    #expect(read("~~~\n").isEmpty)
    #expect(read("~~~\nb\n") == ["value=\"b\""])
    #expect(read("---\nmenu\n") == ["value=\"b\" tooltip:[\"menu\"]"])
    // The separator at the end of a frame wipes nothing.
    #expect(read("~~~\nc\n~~~\n") == ["value=\"c\""])
  }

  @Test func `of a run the last frame counts`() {
    #expect(phrase("a\n~~~\nb\n~~~\n") == "value=\"b\"")
  }

  @Test func `a failure is one`() {
    #expect(Script("xbar").phrase("a\n", .exited(1)) == "rejected: exited with 1")
  }

  @Test func `a plugin is told how it looks and why it runs`() {
    var run = ScriptRun(name: "a", arguments: ["a"])
    #expect(
      Script("xbar").parser.environment(of: run) == [
        "XBARDarkMode": "true", "OS_APPEARANCE": "Dark",
        "SWIFTBAR_PLUGIN_REFRESH_REASON": "FirstLaunch",
      ])
    run.count = 2
    let light = Script("xbar", parameters: ["appearance": "light"]).parser.environment(of: run)
    #expect(light["XBARDarkMode"] == "false")
    #expect(light["SWIFTBAR_PLUGIN_REFRESH_REASON"] == "Schedule")
    #expect(light["SWIFTBAR"] == nil)
  }
}

struct XbarFileTests {
  @Test(arguments: [
    ("cpu.5s.sh", 5_000), ("/a/b/001-cpu.10m.py", 600_000), ("x.100ms.rb", 100),
    ("x.1h.sh", 3_600_000),
    ("x.1d.sh", 86_400_000), ("my.name.30s.sh", 30_000), ("x.sh", nil), ("x.5s", nil),
    ("x.s.sh", nil),
    ("x.0s.sh", nil), ("x.5x.sh", nil), ("/a.5s.b/x.sh", nil), ("x.99999999d.sh", nil),
  ])
  func `the interval stands in the name`(_ path: String, _ milliseconds: Int64?) {
    #expect(XbarFile.interval(inName: path) == milliseconds.map { .milliseconds($0) })
    #expect(XbarFile.isPlugin(path) == (milliseconds != nil))
  }

  @Test func `comments declare variables`() {
    let text = """
      #!/bin/sh
      # <xbar.title>Weather</xbar.title>
      #  <xbar.var>string(VAR_CITY="Bonn"): The city.</xbar.var>
      // <bitbar.var>number(VAR_DAYS=3): Days [1, 2, 3].</bitbar.var>
      # <swiftbar.environment>[FOO=bar, BAZ='q']</swiftbar.environment>
      # <swiftbar.type>streamable</swiftbar.type>
      # <swiftbar.schedule>1 * * * *|2 * * * *</swiftbar.schedule>
      # <xbar.var>string(LD_PRELOAD="x"): no</xbar.var>
      """
    let file = XbarFile(path: "w.1h.sh", contents: Array(text.utf8))
    #expect(file.variables == ["VAR_CITY": "Bonn", "VAR_DAYS": "3", "FOO": "bar", "BAZ": "q"])
    #expect(file.isStream)
    #expect(file.schedule == "1 * * * *|2 * * * *")
    #expect(file.interval == .seconds(3600))
  }

  @Test func `values that are kept beside the file win`() {
    let text = "# <xbar.var>string(CITY=\"Bonn\"): x</xbar.var>\n"
    let file = XbarFile(
      path: "w.1h.sh", contents: Array(text.utf8),
      values: Array(#"{"CITY":"Köln","N":2,"L":[1]}"#.utf8))
    #expect(file.variables == ["CITY": "Köln", "N": "2"])
  }
}
