import FeedCore
import Testing

struct NumberParserTests {
  @Test(
    arguments: [
      ("-12", .integer(-12)), ("+3", .integer(3)), ("1.5", .real(1.5)), (".5", .real(0.5)),
      ("1.", .real(1)), ("1e3", .real(1000)), ("-1E-2", .real(-0.01)), ("00.693", .real(0.693)),
      ("007", .integer(7)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .real(9_223_372_036_854_775_808)),
      ("9007199254740993", .integer(9_007_199_254_740_993)), ("inf", .real(.infinity)),
      ("-INF", .real(-.infinity)), ("Infinity", .real(.infinity)), ("1e400", .real(.infinity)),
      ("-1e400", .real(-.infinity)), ("1e-400", .real(0)),
    ] as [(String, Quantity)])
  func `reads what programs print`(text: String, value: Quantity) throws {
    #expect(try NumberParser.parse(text) == value)
  }

  @Test(arguments: ["nan", "NaN", "-nan"])
  func `reads what is not a number`(text: String) throws {
    #expect(try NumberParser.parse(text).double.isNaN)
  }

  @Test(
    arguments: [
      ("", .empty), ("9,0", .decimalComma), ("84,3", .decimalComma), ("1,234.5", .decimalComma),
      ("-9,0", .decimalComma), (" 1", .space), ("1 ", .space), ("1\n", .space), ("1 2", .space),
      ("0x10", .hexadecimal), ("-0X1p3", .hexadecimal), (".", .notANumber), ("-", .notANumber),
      ("+-1", .notANumber), ("1e", .notANumber), ("1.2.3", .notANumber), ("1_000", .notANumber),
      ("٣", .notANumber), ("info", .notANumber), ("1,a", .notANumber), ("e3", .notANumber),
      ("\u{0}", .notANumber), ("１", .notANumber),
    ] as [(String, NumberParser.Problem)])
  func `refuses the rest and says why`(text: String, problem: NumberParser.Problem) {
    #expect(throws: problem) { try NumberParser.parse(text) }
  }

  @Test(
    arguments: [
      ("42", .integer(42), .none), ("1.5", .real(1.5), .none), ("42%", .integer(42), .percent),
      ("42.5 %", .real(42.5), .percent), ("120kB", .integer(120_000), .bytes),
      ("120KB", .integer(120_000), .bytes), ("1.5MiB", .integer(1_572_864), .bytes),
      ("1GiB", .integer(1 << 30), .bytes), ("1GB", .integer(1_000_000_000), .bytes),
      ("7EiB", .integer(7 << 60), .bytes), ("16EiB", .real(18_446_744_073_709_551_616), .bytes),
      ("10EB", .real(1e19), .bytes), ("1.005kB", .integer(1005), .bytes),
      ("0B", .integer(0), .bytes),
      ("1.2MB/s", .integer(1_200_000), .bytesPerSecond), ("5B/s", .integer(5), .bytesPerSecond),
      ("1e3kB", .integer(1_000_000), .bytes), ("300ms", .real(0.3), .seconds),
      ("3s", .integer(3), .seconds), ("5m", .integer(300), .seconds),
      ("1.5h", .integer(5400), .seconds),
      ("2d", .integer(172_800), .seconds), ("17us", .real(0.000017), .seconds),
      ("1000ms", .integer(1), .seconds), ("21.5C", .real(21.5), .celsius),
      ("-3°C", .integer(-3), .celsius), ("15W", .integer(15), .watts),
      ("4500mW", .real(4.5), .watts),
      ("-1kB", .integer(-1000), .bytes), ("inf%", .real(.infinity), .percent),
      ("1.kB", .integer(1000), .bytes), (".5kB", .integer(500), .bytes),
      ("1e99999999999999999999kB", .real(.infinity), .bytes),
    ] as [(String, Quantity, Measure.Unit)])
  func `reads numbers with a unit`(text: String, value: Quantity, unit: Measure.Unit) throws {
    #expect(try NumberParser.parseWithUnit(text) == Measure(value, unit))
  }

  @Test(
    arguments: [
      ("12parsecs", .unknownUnit("parsecs")), ("12 kb", .unknownUnit("kb")),
      ("9,0%", .decimalComma),
      ("1  kB", .space), ("kB", .notANumber), ("", .empty), ("12 ", .space), ("1.2.3", .notANumber),
      ("0x10", .hexadecimal), ("1,5MB", .decimalComma), ("12:30", .notANumber), ("1 2", .space),
    ] as [(String, NumberParser.Problem)])
  func `refuses units that it does not know`(text: String, problem: NumberParser.Problem) {
    #expect(throws: problem) { try NumberParser.parseWithUnit(text) }
  }

  @Test func `says what was wrong`() {
    #expect(NumberParser.Problem.decimalComma.message == "expected a decimal point, found a comma")
    #expect(NumberParser.Problem.unknownUnit("x").message == "unknown unit 'x'")
    #expect(NumberParser.unitNames.contains("GiB/s"))
  }
}
