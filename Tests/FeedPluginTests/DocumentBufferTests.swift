import FeedPlugin
import Testing

struct DocumentBufferTests {
  /// What comes out of lines, broken values in angle brackets.
  private func documents(_ lines: [String], limit: Int = 1 << 20) -> [String] {
    var buffer = DocumentBuffer(limit: limit)
    return lines.flatMap { line in
      buffer.append(LineBuffer.Line(bytes: Array(line.utf8))).map { document in
        document.isCut ? "⟨\(document.text)⟩" : document.text
      }
    }
  }

  @Test(arguments: [
    // i3status: the array, a line, lines with commas before them.
    (
      ["{\"version\":1}", "[", "[{\"a\":1}]", ",[{\"a\":2}]"],
      ["{\"version\":1}", "[{\"a\":1}]", "[{\"a\":2}]"]
    ),
    // i3blocks: the array begins on the line of its first element.
    (["[[]", ",[{}]"], ["[]", "[{}]"]),
    // Others: commas after.
    (["[", "[{\"a\":\"[{\\\"\"}],", "[]", "]"], ["[{\"a\":\"[{\\\"\"}]", "[]"]),
    // All on one line.
    (["{\"version\":1} [ [ {}, {} ] , [] ]"], ["{\"version\":1}", "[{}, {} ]", "[]"]),
    // conky: a block a line.
    (
      ["[", "[", " {\"a\":1},", " {\"b\":[2]}", "],", "[", "{}", "],"],
      ["[{\"a\":1},  {\"b\":[2]} ]", "[{} ]"]
    ),
    // What is no JSON is its line.
    (["oops, {1}", "[{}]", ",  oops"], ["oops, {1}", "[{}]", "oops"]),
    // A value that never ends is given up where the next one begins, or its string breaks.
    (["[{\"a\":1", ",[{\"a\":2}]"], ["⟨[{\"a\":1 ⟩", "[{\"a\":2}]"]),
    (["[{\"a", "[{}]"], ["⟨[{\"a ⟩", "[{}]"]),
    ([""], []), (["]", ","], []),
  ])
  func `finds whole values`(lines: [String], values: [String]) {
    #expect(documents(lines) == values)
  }

  @Test func `holds no more than its limit`() {
    let long = "[{\"a\":\"" + String(repeating: "x", count: 100)
    #expect(documents([long, "[{}]"], limit: 32).last == "[{}]")
    #expect(documents([long], limit: 32).allSatisfy { $0.utf8.count < 128 })
  }

  @Test func `goes on after a line that was cut`() {
    var buffer = DocumentBuffer()
    let cut = LineBuffer.Line(bytes: Array("[{\"a\":1".utf8), isCut: true)

    #expect(buffer.append(cut).map(\.isCut) == [true])
    #expect(buffer.append(LineBuffer.Line(bytes: Array("[{}]".utf8))).map(\.text) == ["[{}]"])
  }
}
