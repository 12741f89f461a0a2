import FeedCore
import Testing

struct NumberFormTests {
  private func form(
    _ text: String, _ format: String, fraction: Int? = nil
  ) throws
    -> NumberForm
  {
    let formatter = try makeFormat(format) { $0.fraction = fraction }
    let value = try #require(Double(text))
    return NumberForm(
      formatter.readout(of: .real(value), like: .real(value)),
      optionalMark: formatter.optionalMark)
  }

  /// The row with a mark in the place of each blank that is as narrow as one.
  private func rooms(_ text: String, _ form: NumberForm) -> String {
    String(form.fitted(text.map { Cell($0) }).map { $0.room ?? $0.glyph })
  }

  @Test(arguments: [
    ("  12 kB", ". 12 kB"), (" 1.5 kB", " 1.5 kB"), ("128 kB", "128 kB"), ("1.5 kB", "1.5 kB"),
  ])
  func `a blank stands for the point that a number lacks`(_ row: String, _ expected: String) {
    #expect(rooms(row, NumberForm(marks: ["."], varies: true)) == expected)
  }

  @Test(arguments: [
    ("        7", ",,      7"), ("    1,003", ",   1,003"), ("1,234,567", "1,234,567"),
    (" ", ","), ("", ""),
  ])
  func `blanks stand for the group marks that are still to come`(
    _ row: String, _ expected: String
  ) {
    #expect(rooms(row, NumberForm(marks: [",", ","])) == expected)
  }

  @Test func `a place that gets its mark on the way lacks none`() {
    let cells = [Cell(" "), Cell("1"), Cell(" ", next: ",", progress: 0.2), Cell("0")]

    #expect(NumberForm(marks: [","]).fitted(cells).first?.room == nil)
  }

  @Test func `the form of a number on its way has the marks of both ends`() {
    let old = NumberForm(marks: [",", "."])
    let new = NumberForm(marks: ["."], varies: true)

    #expect(old.merged(with: new) == NumberForm(marks: [",", "."], varies: true))
    #expect(new.merged(with: old) == NumberForm(marks: [",", "."], varies: true))
  }

  @Test(
    arguments: [
      ("bytes", "12000", ["."], true), ("bytes", "1500", ["."], true),
      ("compact", "7", ["."], true), ("file_size", "12000", ["."], true),
      ("percent", "42", [], false), ("integer", "1284", [], false),
      ("decimal", "1.5", ["."], false),
    ] as [(String, String, [Character], Bool)])
  func `formats say what marks they have, and whether all numbers have them`(
    _ format: String, _ value: String, _ marks: [Character], _ varies: Bool
  ) throws {
    let form = try form(value, format)

    #expect(form == NumberForm(marks: marks, varies: varies))
  }

  @Test func `decimals that are fixed do not vary`() throws {
    let form = try form("1500", "bytes", fraction: 1)

    #expect(form == NumberForm(marks: ["."]))
  }
}
