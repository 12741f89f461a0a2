import FeedConfig
import FeedCore
import Testing

struct DiagnosticTextTests {
  private func render(
    _ source: String?, line: Int, columns: Range<Int>, width: Int = 96, colored: Bool = false
  ) -> String {
    let span = SourceSpan(
      file: "f", start: Mark(line: line, column: columns.lowerBound),
      end: Mark(line: line, column: columns.upperBound))
    var text = DiagnosticText()
    text.width = width
    text.isColored = colored
    return text.render(
      Diagnostic("bad", at: span), source: source.map { SourceText(Array($0.utf8)) })
  }

  @Test func `shows the line with a caret under it`() {
    #expect(
      render("a\n  bcd: e\n", line: 2, columns: 3..<6)
        == "odobar: f:2:3: bad\n    2 |   bcd: e\n      |   ^~~\n")
  }

  @Test func `says one line where there is no text or no place`() {
    #expect(render(nil, line: 2, columns: 1..<2) == "odobar: f:2:1: bad\n")
    #expect(render("a\n", line: 9, columns: 1..<2) == "odobar: f:9:1: bad\n")
    #expect(DiagnosticText().render(Diagnostic("bad"), source: SourceText([97])) == "odobar: bad\n")
  }

  @Test func `tabs and wide characters keep the caret in its place`() {
    #expect(
      render("\t温: x", line: 1, columns: 5..<6)
        == "odobar: f:1:5: bad\n    1 |   温: x\n      |       ^\n")
  }

  @Test func `a terminal does not obey what stands in a config`() {
    let text = render("a\u{1b}[2J\u{202e}b", line: 1, columns: 1..<2)
    #expect(text == "odobar: f:1:1: bad\n    1 | a\u{fffd}[2J\u{fffd}b\n      | ^\n")
  }

  @Test(arguments: [1, 60, 150, 299])
  func `a long line is cut around the caret`(_ column: Int) throws {
    let source = String((0..<300).map { Character(String($0 % 10)) })

    let text = render(source, line: 1, columns: column..<(column + 1), width: 40)

    let lines = text.split(separator: "\n").map(Array.init)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    #expect(lines[1][caret] == Character(String((column - 1) % 10)))
    #expect(lines[1].count <= 8 + 42)
  }

  @Test func `a place after the end of its line is shown`() {
    #expect(render("ab", line: 1, columns: 7..<8).hasSuffix("    1 | ab\n      |   ^\n"))
  }

  @Test func `colour marks the message and the caret`() {
    let text = render("ab", line: 1, columns: 1..<3, colored: true)
    #expect(text.hasPrefix("\u{1b}[1modobar: f:1:1: bad\u{1b}[22m\n"))
    #expect(text.hasSuffix("\u{1b}[31m^~\u{1b}[39m\n"))
  }
}
