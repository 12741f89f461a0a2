import Testing

@testable import FeedPlugin

struct ErrorTailTests {
  @Test(arguments: [
    ([], nil), (["\n \n"], nil), (["one\ntwo\n\n"], "two"), (["one\ntw", "o"], "two"),
    (["E! bad\n"], "bad"), (["W! odd\nI! fine\nD! x\nT! y\n"], "odd"), (["I! fine\n"], nil),
    (["Error! x\n"], "Error! x"), (["E!"], "E!"),
    (["one\n  "], "one"), (["a\n", "\n", "\n"], "a"), (["a\r\n"], "a"),
  ])
  func `keeps the last line that says something`(_ chunks: [String], _ expected: String?) {
    var tail = ErrorTail()
    for chunk in chunks { tail.append(Array(chunk.utf8)) }
    #expect(tail.text == expected)
  }

  @Test func `is bounded`() {
    var tail = ErrorTail()
    for _ in 0..<100 { tail.append([UInt8](repeating: 120, count: 10_000)) }
    #expect(tail.text == String(repeating: "x", count: 512))
  }
}
