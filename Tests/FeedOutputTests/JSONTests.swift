import FeedCore
import FeedOutput
import Testing

struct JSONTests {
  let json: NamedOutput

  init() throws { json = try NamedOutput("json") }

  @Test func `gives a metric in the order of the reference`() throws {
    let block = Block(
      name: "sales",
      pieces: [.text("€ "), .readout([Cell(" "), Cell("9", next: "0", progress: 0.123_456_78)])],
      state: .warning, value: .number(.integer(10)), shown: .real(9.25), label: "€ 10",
      fraction: 0.5, isMoving: true)

    #expect(
      try json.line(block) == """
        {"moving":true,"metrics":[{"name":"sales","value":10,"shown":9.25,"text":"9",\
        "label":"€ 10","state":"warning","fraction":0.5,"cells":[\
        {"glyph":" ","next":null,"progress":0},\
        {"glyph":"9","next":"0","progress":0.123457}]}]}
        """)
  }

  @Test(arguments: [
    (Reading.number(.integer(.min)), "-9223372036854775808"),
    (.number(.integer(.max)), "9223372036854775807"), (.number(.real(0.1)), "0.1"),
    (.number(.real(2.5e300)), "2.5e+300"), (.number(.real(-3)), "-3"),
    (.number(.real(.leastNonzeroMagnitude)), "5e-324"), (.number(.real(.nan)), "null"),
    (.number(.real(-.infinity)), "null"), (.missing, "null"),
    (.text("7 \"<\u{1b}"), #""7 \"<\u001b""#),
  ])
  func `writes a value exactly`(_ value: Reading, _ expected: String) throws {
    let line = try json.line(Block(name: "x", pieces: [], value: value))

    #expect(line.contains(#""value":\#(expected),"shown":null"#))
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (0.1 + 0.2, "0.3"), (0.000_000_4, "0"), (0.999_999_9, "1"),
    (0.000_01, "0.00001"), (2.0, "1"), (-1.0, "0"), (Double.nan, "null"),
  ])
  func `writes a share with up to six decimals`(_ share: Double, _ expected: String) throws {
    let line = try json.line(Block(name: "x", pieces: [], fraction: share))

    #expect(line.contains(#""fraction":\#(expected),"cells""#))
  }

  @Test func `is JSON that says what the frame says, whatever the text`() throws {
    var random = SplitMix(7)
    for frame in Gallery.pictures.map(\.frame) + (0..<300).map({ _ in random.frame() }) {
      let object = try object(try json.line(frame))
      #expect(object["moving"] as? Bool == frame.isMoving)
      let metrics = try #require(object["metrics"] as? [[String: Any]])
      #expect(metrics.count == frame.blocks.count)
      for (metric, block) in zip(metrics, frame.blocks) {
        #expect(metric["label"] as? String == block.label)
        let cells = try #require(metric["cells"] as? [[String: Any]])
        #expect(cells.map { $0["glyph"] as? String } == block.cells.map { String($0.glyph) })
      }
    }
  }
}
