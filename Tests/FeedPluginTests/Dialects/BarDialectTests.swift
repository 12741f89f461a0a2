import FeedCore
import Testing

@testable import FeedPlugin

struct I3statusRustReportTests {
  @Test(arguments: [
    (" text \n", "value=\"text\""), ("", "value=\"\" hidden"),
    (
      #"{"icon":"music","state":"Warning","text":"Song","short_text":"S"}"#,
      "value=\"Song\" icon=\"music\" state:warning short:S class:warning alt:music"
    ),
    (#"{"state":"Good","text":"3"}"#, "value=3 number=3 state:normal class:good"),
    (#"{"state":"Idle","text":"a"}"#, "value=\"a\" state:normal class:idle"),
    (#"{"state":"Info","text":"a"}"#, "value=\"a\" state:normal class:info"),
    (#"{"state":"Critical","text":"a"}"#, "value=\"a\" state:critical class:critical"),
    (#"{"state":"Bad","text":"a"}"#, "value=\"a\" (unknown state 'Bad')"),
    (#"{"text":"a","colour":"x"}"#, "value=\"a\" (unknown key 'colour')"),
    (#"{"icon":"x"}"#, "value=\"\" icon=\"x\" alt:x hidden"),
    ("{\"text\":\n\"over two lines\"}", "value=\"over two lines\""),
  ])
  func `reads one run`(_ output: String, _ expected: String) {
    #expect(Script("i3status-rust").phrase(output) == expected)
  }

  @Test func `a failure is one, and a broken object too`() {
    #expect(Script("i3status-rust").phrase("a", .exited(1)) == "rejected: exited with 1")
    #expect(Script("i3status-rust").phrase("{").hasPrefix("rejected: no JSON"))
    #expect(Script("i3status-rust", .stream).phrase("a\nb\n") == "value=\"b\"")
  }
}

struct PolybarReportTests {
  private func styled(_ text: String) -> String {
    var tags = PolybarTags()
    return tags.read(text).phrase
  }

  @Test(arguments: [
    ("%{F#ff0000}on%{F-} off", "[#ff0000]on[] off"), ("%{F#f00}a", "[#ff0000]a"),
    ("%{F#80ff0000}a", "[#ff0000]a"), ("%{B#00f}a%{B-}b", "[on#0000ff]a[]b"),
    ("%{F#f00 B#00f}a%{F- B-}b", "[#ff0000 on#0000ff]a[]b"),
    ("%{F#f00}a%{R}b", "[#ff0000]a[on#ff0000]b"),
    ("%{T2}a%{T-}", "a"), ("%{u#f00 +u}a%{-u}", "a"), ("%{O5}a%{r}", "a"), ("100% %", "100% %"),
    ("%{A1:cmd:}x%{A}", "x"), ("%{A1:awk '{print}':}x%{A}", "x"), ("a %{F#f00", "a %{F#f00"),
  ])
  func `tags are colours or nothing`(_ text: String, _ expected: String) {
    #expect(styled(text) == expected)
  }

  @Test func `clicks are offered by the number of the button`() {
    #expect(
      Script("polybar").phrase("%{A1:a b:}%{A3:c\\:d:}x%{A}%{A}%{A:e:}y%{A}\n")
        == #"value="xy" click1:["/bin/sh", "-c", "a b"] click3:["/bin/sh", "-c", "c:d"]"#)
  }

  @Test(arguments: [
    ("first\nsecond\n", "value=\"first\""), ("", "value=\"\" hidden"),
    ("\nx\n", "value=\"\" hidden"),
    ("%{F#f00}%{F-}\n", "value=\"\" hidden"),
    ("%{Z}a\n", "value=\"a\" ('%{Z}' is no tag of polybar)"),
    ("%{Fred!}a\n", "value=\"a\" ('red!' is no colour)"),
  ])
  func `of a run the first line counts`(_ output: String, _ expected: String) {
    #expect(Script("polybar").phrase(output) == expected)
  }

  @Test func `of a script that runs on every line does`() {
    #expect(Script("polybar", .stream).phrase("first\nsecond\n") == "value=\"second\"")
    #expect(Script("polybar").phrase("x\n", .exited(1)) == "rejected: exited with 1")
  }

  @Test func `the run's number stands in the command`() {
    var run = ScriptRun(name: "a", arguments: ["run", "--n=%counter%", "100%"])
    run.count = 7
    #expect(Script("polybar").parser.arguments(of: run) == ["run", "--n=7", "100%"])
  }
}

struct YambarReportTests {
  @Test(arguments: [
    ("a|string|x y\nb|int|-3\nc|bool|true\nd|float|1.50\n\n", "a=\"x y\" b=-3 c=1 d=1.5"),
    ("v|range:0-9|5\n\n", "v=5{0.0..9.0}"), ("v|range:0-199|5\n\n", "v=5{0.0..199.0}"),
    ("v|range:-10-10|5\n\n", "v=5{-10.0..10.0}"), ("a|string|x|y|z\n\n", "a=\"x|y|z\""),
    ("a|int|1\n", "a=1"), ("a|int|1", "a=1"), ("a|string|\n\n", "a=\"\""),
    ("a|int|x\nb|int|1\n\n", "b=1 (tag 'a': 'x' is no int)"),
    ("a|bool|yes\n\n", "rejected: tag 'a': 'yes' is no bool"),
    ("a|range:9-0|1\n\n", "rejected: tag 'a': 'range:9-0' is no type of yambar"),
    ("hello\n\n", "rejected: expected name|type|value, found 'hello'"),
    ("a|float|nan\n\n", "rejected: tag 'a': 'nan' is no float"),
  ])
  func `a set of tags is one report`(_ output: String, _ expected: String) {
    #expect(Script("yambar").phrase(output) == expected)
  }

  @Test func `nothing counts before the blank line, and of two sets both do`() {
    var reader = ReportReader(parser: Script("yambar").parser, mode: .stream)
    reader.begin()
    #expect(reader.read(Array("a|int|1\nb|int|1\n".utf8)).reports.isEmpty)

    let batch = reader.read(Array("\na|int|2\n\n\n".utf8))

    #expect(batch.reports.map(AutoReportParserTests.phrase) == ["b=1", "a=2"])
  }
}
