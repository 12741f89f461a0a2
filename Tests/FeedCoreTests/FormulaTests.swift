import FeedCore
import Testing

struct FormulaTests {
  private func value(_ text: String, _ values: [String: Quantity] = [:]) throws -> Quantity? {
    try Formula(parsing: text).value { reference in
      values[reference.field.map { "\(reference.name).\($0)" } ?? reference.name]
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var value: Quantity?

    init(_ text: String, _ value: Quantity?) {
      self.text = text
      self.value = value
    }

    var testDescription: String { text }
  }

  private static let values: [String: Quantity] = [
    "a": .integer(7), "b": .integer(2), "zero": .integer(0), "half": .real(0.5),
    "net.rx": .integer(100),
    "cpu-temp": .integer(40), "net.rx-total": .integer(5), "größe": .integer(3), "min": .integer(9),
    "_x1": .integer(1),
  ]

  @Test(arguments: [
    Case("24", .integer(24)), Case("a * 24", .integer(168)), Case("a*b+1", .integer(15)),
    Case("1 + a * b", .integer(15)), Case("(1 + a) * b", .integer(16)),
    Case("a - b - 1", .integer(4)),
    Case("a / b", .real(3.5)), Case("100 / a / b", .real(100.0 / 7 / 2)),
    Case("12 / 4", .integer(3)),
    Case("-a", .integer(-7)), Case("--a", .integer(7)), Case("+a - -b", .integer(9)),
    Case("-a * -b", .integer(14)), Case("2 - -3", .integer(5)), Case(".5 + 1e1", .real(10.5)),
    Case("0.1 + 0.2", .real(0.3)), Case("0.3 - 0.1", .real(0.2)), Case("3 * 0.1", .real(0.3)),
    Case("1.1 * 1.1", .real(1.21)), Case("0.3 / 0.1", .integer(3)),
    Case("half + half", .integer(1)),
    Case("min(a, b)", .integer(2)), Case("max(a, b, 9.5)", .real(9.5)), Case("min(a)", .integer(7)),
    Case("round(2.5)", .integer(3)), Case("round(-2.5)", .integer(-3)),
    Case("round(1.005, 2)", .real(1.01)),
    Case("round(1234.5678, 2)", .real(1234.57)), Case("round(a, 2)", .integer(7)),
    Case("round(1.55, 99)", .real(1.55)), Case("round(1.55, -1)", .integer(2)),
    Case("max(min(a, 5), (b))", .integer(5)), Case("net.rx * 8", .integer(800)),
    Case("`cpu-temp` / 2", .integer(20)), Case("'cpu-temp' / 2", .integer(20)),
    Case("`net.rx-total` + 1", .integer(6)), Case("größe + _x1", .integer(4)),
    Case("min + 1", .integer(10)),
    Case(" \t a\u{a0}+ b ", .integer(9)),
    Case("unknown + 1", nil), Case("net.tx", nil), Case("1 / zero", nil), Case("zero / zero", nil),
    Case("1e308 * 10", nil), Case("min(a, unknown)", nil), Case("0 * unknown", nil),
    Case("9223372036854775807", .integer(.max)), Case("-9223372036854775808", .integer(.min)),
    Case("9223372036854775807 + 0", .integer(.max)), Case("9223372036854775807 + 1", .real(0x1p63)),
    Case("-9223372036854775808 - 1", .integer(.min)),
    Case("3037000500 * 3037000500", .real(0x1p63 + 5793e5)),
    Case("-9223372036854775808 / -1", .real(0x1p63)),
    Case("-(-9223372036854775808)", .real(0x1p63)),
    Case("9007199254740993 * 3", .integer(27_021_597_764_222_979)),
    Case("9007199254740993 / 3", .integer(3_002_399_751_580_331)),
  ])
  func `computes as on paper`(_ test: Case) throws {
    let result = try value(test.text, Self.values)
    if case .real(let expected) = test.value, expected.magnitude >= 0x1p53, let result {
      #expect(abs(result.double - expected) <= expected.magnitude * 1e-9)
    } else {
      #expect(result == test.value)
    }
  }

  @Test func `says what it needs, each once, and where`() throws {
    let formula = try Formula(parsing: "é + net.rx * (a - `net.rx`) / a")
    #expect(
      formula.references == [.init(name: "é"), .init(name: "net", field: "rx"), .init(name: "a")])
    #expect(formula.offsets == [0, 4, 14])
  }

  @Test(
    arguments: [
      ("a / 2", 2), ("round(a / 2)", 0), ("round(a / 3, 1)", 1), ("round(a, 12)", 9),
      ("a * 2", nil),
      ("round(a, b)", nil), ("max(round(a), 1)", nil), ("1 + round(a)", nil),
    ] as [(String, Int?)])
  func `knows how many decimals there can be`(text: String, decimals: Int?) throws {
    #expect(try Formula(parsing: text).decimals == decimals)
  }

  @Test(arguments: [
    ("", 0, "the formula is empty"), ("  ", 0, "the formula is empty"),
    ("a +", 3, "the formula ends where a value is expected"),
    ("a + * b", 4, "expected a value, found '*'"), ("a b", 2, "expected an operator before 'b'"),
    ("2x", 1, "expected an operator before 'x'"), ("a % b", 2, "expected an operator before '%'"),
    ("(a", 0, "'(' is never closed"), ("((a)", 0, "'(' is never closed"),
    ("a)", 1, "')' closes nothing"),
    ("()", 1, "expected a value, found ')'"), ("1,5", 1, "',' stands outside of a function"),
    ("(1, 2)", 2, "',' stands outside of a function"),
    ("max(1 2)", 6, "expected an operator before '2'"),
    ("max()", 4, "expected a value, found ')'"), ("max(1,)", 6, "expected a value, found ')'"),
    ("rond(1)", 0, "there is no function 'rond'"),
    ("round(1, 2, 3)", 0, "'round' does not take 3 values"),
    ("a + `b", 4, "the name has no closing `"), ("'' + 1", 0, "the name is empty"),
    (".", 0, "expected a value, found '.'"), ("1e999", 0, "the number is too large"),
    ("é + §", 4, "expected a value, found '§'"),
  ])
  func `points at the fault`(text: String, offset: Int, message: String) {
    let problem = #expect(throws: TextProblem.self) { try Formula(parsing: text) }
    #expect(problem?.offset == offset)
    #expect(problem?.message == message)
  }

  @Test func `has a limit in length and in depth`() throws {
    let deep = String(repeating: "(", count: 33) + "1" + String(repeating: ")", count: 33)
    #expect(throws: TextProblem.self) { try Formula(parsing: deep) }
    #expect(try value(String(deep.dropFirst().dropLast())) == .integer(1))
    let long = String(repeating: "1+", count: 499) + "1"
    #expect(try value(long) == .integer(500))
    #expect(throws: TextProblem.self) { try Formula(parsing: long + "+1") }
    #expect(try value(String(repeating: "-", count: 998) + "1") == .integer(1))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `nothing that a keyboard brings forth traps`(seed: UInt64) {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "a", "b", "(", ")", ",", "+", "-", "*", "/", "min(", "max(", "round(", "1", "0.5", "1e99",
      "`", "'",
      ".", " ", "é", "\u{0}", "9223372036854775807", "x.y",
    ]
    let text = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
    guard let formula = try? Formula(parsing: text) else { return }
    let extremes: [Quantity?] = [
      .integer(.min), .integer(.max), .integer(0), .real(.nan), .real(.infinity), .real(1e308), nil,
    ]
    for _ in 0..<20 {
      let result = formula.value { _ in extremes.randomElement(using: &generator) ?? nil }
      #expect(result?.isFinite != false, "\(text)")
    }
  }

  // MARK: Laws of arithmetic

  @Test(arguments: 0..<50 as Range<Int>)
  func `short decimals go up and down without a trace`(_ round: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let scale = [1, 10, 100, 1000, 1_000_000].randomElement(using: &generator) ?? 1
    func decimal() -> Quantity {
      .real(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / Double(scale))
    }
    let (start, step) = (decimal(), decimal())
    let there = try value("a + b", ["a": start, "b": step])
    let back = try value("a - b", ["a": #require(there), "b": step])
    #expect(back == start.normalized)
    #expect(try value("a + b", ["a": step, "b": start]) == there)
    let product = try value("a * b", ["a": start, "b": step])
    #expect(product == (try value("a * b", ["a": step, "b": start])))
  }
}
