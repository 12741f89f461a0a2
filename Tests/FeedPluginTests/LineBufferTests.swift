import Testing

@testable import FeedPlugin

struct LineBufferTests {
  private func lines(_ text: String, limit: Int = 1 << 16) -> [String] {
    var buffer = LineBuffer(limit: limit)
    return buffer.append(Array(text.utf8)).map(\.text)
  }

  @Test(arguments: [
    ("", []), ("a", []), ("a\n", ["a"]), ("a\r\nb\n", ["a", "b"]), ("\n\n", ["", ""]),
    ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), ("a\n\r\nb", ["a", ""]),
    ("größe\n", ["größe"]),
  ])
  func `splits at newlines`(_ text: String, _ expected: [String]) {
    #expect(lines(text) == expected)
  }

  @Test func `gives the unterminated rest when the bytes end`() {
    var buffer = LineBuffer()
    #expect(buffer.append(Array("a\nb".utf8)).map(\.text) == ["a"])

    #expect(buffer.finish() == LineBuffer.Line(bytes: Array("b".utf8)))
    #expect(buffer.finish() == nil)
    #expect(buffer.append(Array("c\n".utf8)).map(\.text) == ["c"])
  }

  @Test(arguments: [
    ("abcd\n", "abcd", false), ("abcd\r\n", "abcd", false), ("abcde\n", "abcd", true),
    ("abcde\r\n", "abcd", true), ("abcd\rx\n", "abcd", true), ("abcdefgh\n", "abcd", true),
  ])
  func `cuts a line at the limit and says so`(_ text: String, _ line: String, _ isCut: Bool) {
    var buffer = LineBuffer(limit: 4)

    let found = buffer.append(Array((text + "x\n").utf8))

    #expect(found.map(\.text) == [line, "x"])
    #expect(found.map(\.isCut) == [isCut, false])
  }

  @Test func `holds no more than the limit of an endless line`() {
    var buffer = LineBuffer(limit: 16)
    let chunk = [UInt8](repeating: 120, count: 4096)
    for _ in 0..<100 { #expect(buffer.append(chunk).isEmpty) }

    #expect(buffer.finish() == LineBuffer.Line(bytes: Array(chunk.prefix(16)), isCut: true))
  }

  @Test func `repairs bytes that are not UTF-8`() {
    var buffer = LineBuffer()
    #expect(buffer.append([0x61, 0xFF, 0xFE, 0x0A]).map(\.text) == ["a\u{FFFD}\u{FFFD}"])
  }

  @Test func `gives only the newest lines of a flood`() {
    var buffer = LineBuffer()
    _ = buffer.append(Array("old".utf8))

    #expect(buffer.append(Array("1\n2\n3\n4\n5".utf8), newest: 2).map(\.text) == ["3", "4"])
    #expect(buffer.append(Array("\n6\n".utf8), newest: 1).map(\.text) == ["6"])
    #expect(buffer.append(Array("7\n".utf8), newest: 0).isEmpty)
    #expect(buffer.append(Array("8\n".utf8)).map(\.text) == ["8"])
  }

  @Test(arguments: 1...40)
  func `chunks make no difference`(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    let alphabet: [UInt8] = [10, 13, 97, 98, 0xC3, 0xBC, 0, 10]
    let bytes = (0..<2000).map { _ in alphabet.randomElement(using: &random) ?? 10 }
    var whole = LineBuffer(limit: 5)
    let expected = whole.append(bytes) + [whole.finish()].compactMap(\.self)

    var buffer = LineBuffer(limit: 5)
    var found: [LineBuffer.Line] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...9, using: &random)
      found += buffer.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    found += [buffer.finish()].compactMap(\.self)

    #expect(found == expected)
  }

  @Test(arguments: 1...20)
  func `the newest lines are the last of all lines`(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    var all = LineBuffer(limit: 3)
    var few = LineBuffer(limit: 3)
    let alphabet: [UInt8] = [10, 97, 98]
    for _ in 0..<100 {
      let chunk = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 10
      }
      let count = Int.random(in: 0...4, using: &random)

      #expect(few.append(chunk, newest: count) == Array(all.append(chunk).suffix(count)))
    }
  }
}
