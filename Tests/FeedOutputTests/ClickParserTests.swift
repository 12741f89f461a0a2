import FeedOutput
import Testing

struct ClickParserTests {
  @Test func `reads what i3bar writes`() {
    let line = #"""
      ,{"name":"tile","instance":"1","button":1,"modifiers":["Shift","Mod4"],"x":1560,"y":11,\#
      "relative_x":8,"relative_y":11,"output_x":760,"output_y":11,"width":16,"height":23}
      """#

    #expect(
      click(line)
        == Click(
          name: "tile", instance: "1", button: 1, modifiers: ["Shift", "Mod4"], x: 1560, y: 11,
          relativeX: 8, relativeY: 11, outputX: 760, outputY: 11, width: 16, height: 23))
  }

  @Test func `reads what swaybar writes, with fractions of pixels`() {
    let line = #"""
      { "name": "mk\u00e9\"quote", "instance": "a\/b c", "button": 4, "event": 768, \#
      "x": 842.3359375, "y": 6.66796875, "relative_x": 24.3359375, "relative_y": 6.66796875, \#
      "width": 32.0, "height": 21.0, "scale": 2 }
      """#

    #expect(
      click(line)
        == Click(
          name: "mké\"quote", instance: "a/b c", button: 4, x: 842.335_937_5, y: 6.667_968_75,
          relativeX: 24.335_937_5, relativeY: 6.667_968_75, width: 32, height: 21))
  }

  @Test(arguments: [
    #"{"button":3,"name":"cpu"}"#, #"{"name":"cpu","button":3}"#, #",{"name":"cpu","button":3}"#,
    #"[{"name":"cpu","button":3},"#, #"  [ , {"name":"cpu","button":3.0} ]"# + "\r",
    #"{"name":"cpu","button":3,"x":null,"width":"wide","modifiers":7}"#,
    #"{"new":{"button":9,"list":[{"name":"x"}]},"name":"cpu","button":3,"instance":5}"#,
  ])
  func `takes every form of an event`(_ line: String) {
    #expect(click(line) == Click(name: "cpu", button: 3))
  }

  @Test func `takes a click on a block without a name`() {
    #expect(click(#"{"button":1,"modifiers":[]}"#) == Click(button: 1))
  }

  @Test(arguments: [
    "", "[", ",", "]", "[]", "{}", "[{}", "{", "null", "7", "\"button\"", "[[1]]",
    #"{"name":"cpu"}"#, #"{"button":0}"#, #"{"button":-1}"#, #"{"button":256}"#,
    #"{"button":1.5}"#, #"{"button":"1"}"#, #"{"button":true}"#, #"{"button":1e300}"#,
    #"{"button":1}{"button":2}"#, #"{"button":1} x"#, #"x{"button":1}"#, #"{"button":1"#,
    #"{"button":1,}"#, "{\"button\":1,\"name\":\"\u{0}\"}",
    String(repeating: "{\"a\":", count: 100) + "1" + String(repeating: "}", count: 100),
  ])
  func `finds no click in odd input`(_ line: String) {
    #expect(click(line) == nil)
  }

  @Test func `finds no click in what is no text`() {
    let line = Array("{\"button\":1,\"name\":\"".utf8) + [0xff] + Array("\"}".utf8)

    #expect(ClickParser.click(in: line) == nil)
  }

  @Test func `survives any line`() {
    var random = SplitMix(8)
    let whole = Array(#",{"name":"tile","button":1,"modifiers":["Shift"],"x":1560}"#.utf8)
    for _ in 0..<2_000 {
      var line = whole
      line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = ClickParser.click(in: Array(line.prefix(Int.random(in: 0...line.count, using: &random))))
    }
  }

  private func click(_ line: String) -> Click? { ClickParser.click(in: Array(line.utf8)) }
}
