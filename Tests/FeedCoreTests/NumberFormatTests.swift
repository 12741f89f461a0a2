import FeedCore
import Testing

struct NumberFormatTests {
  @Test(
    arguments: [
      (.integer(.max), "9,223,372,036,854,775,807"), (.integer(.min), "-9,223,372,036,854,775,808"),
      (.integer(9_007_199_254_740_993), "9,007,199,254,740,993"), (.integer(999), "999"),
      (.integer(-999), "-999"), (.integer(1000), "1,000"), (.real(2.5), "3"), (.real(3.5), "4"),
      (.real(-0.4), "0"), (.real(-0.0), "0"), (.real(-0.6), "-1"),
      (.real(9_223_372_036_854_775_808), "9,223,372,036,854,775,808"), (.real(1e300), "1e300"),
      (.real(-1.7976931348623157e308), "-1.8e308"), (.real(9.999e99), "1e100"),
    ] as [(Quantity, String)])
  func `draws integers whole and grouped`(value: Quantity, text: String) throws {
    #expect(try makeFormat("integer") { $0.locale = .american }.text(value) == text)
  }

  @Test(arguments: [
    ("integer", "–", "∞", "-∞"), ("decimal", "–", "∞", "-∞"), ("bytes", "–", "∞", "-∞"),
    ("duration", "–", "∞", "-∞"),
  ])
  func `draws what is not finite`(name: String, nan: String, up: String, down: String) throws {
    let format = try makeFormat(name)

    #expect(format.text(.real(.nan)) == nan)
    #expect(format.text(.real(.infinity)) == up)
    #expect(format.text(.real(-.infinity)) == down)
  }

  @Test(arguments: [
    (0.42, "0.42"), (1.005, "1.00"), (-0.001, "0.00"), (1234.5, "1,234.50"), (1e20, "1e20"),
    (99_999_999_999_999_983_616, "99,999,999,999,999,983,616.00"),
  ])
  func `draws two decimals`(value: Double, text: String) throws {
    #expect(try makeFormat("decimal") { $0.locale = .american }.text(.real(value)) == text)
  }

  @Test func `takes percentages as they are`() throws {
    let plain = try makeFormat("percent")
    let exact = try makeFormat("percent") {
      $0.fraction = 1
      $0.locale = .german
    }

    #expect(plain.text(.real(42.4)) == "42%")
    #expect(exact.text(.real(42.44)) == "42,4%")
    #expect(plain.reservedWidth(for: .integer(7)) == 4)
    #expect(plain.reservedWidth(for: .integer(1234)) == 5)
    #expect(exact.reservedWidth(for: .integer(7)) == "100,0%".count)
  }

  @Test(
    arguments: [
      (.integer(0), "0"), (.integer(42), "42"), (.integer(999), "999"), (.integer(1000), "1K"),
      (.integer(12_500), "12.5K"), (.integer(12_480), "12.5K"), (.integer(125_400), "125K"),
      (.integer(999_499), "999K"), (.integer(999_950), "1M"), (.integer(1_200_000), "1.2M"),
      (.integer(2_000_000_000), "2B"), (.integer(3_400_000_000_000), "3.4T"),
      (.integer(.max), "9,223,372T"), (.integer(-12_500), "-12.5K"), (.real(42.5), "42.5"),
      (.real(99.96), "100"), (.real(999.6), "1K"), (.real(-0.01), "0"),
    ] as [(Quantity, String)])
  func `shortens large numbers`(value: Quantity, text: String) throws {
    #expect(try makeFormat("compact") { $0.locale = .american }.text(value) == text)
  }

  @Test(arguments: 1...4)
  func `never shortens to a thousand of a unit`(power: Int) throws {
    let format = try makeFormat("compact")
    let unit = (1..<power).reduce(1000.0) { product, _ in product * 1000 }
    for offset in -600...600 {
      let value = unit * (999.5 + Double(offset) / 1000)
      let text = format.text(.real(value))
      #expect(power == 4 || !text.hasPrefix("1000"), "\(value)")
    }
  }

  @Test(
    arguments: [
      (.real(0.123), "0.123"), (.real(0.1), "0.1"), (.real(21.5), "21.5"), (.real(42), "42"),
      (.integer(.min), "-9223372036854775808"), (.real(1e-7), "0.0000001"),
      (.real(1.5e-300), "1.5e-300"), (.real(1e300), "1e300"), (.real(-0.0), "0"),
      (.real(1e19), "10000000000000000000"),
      (.real(1.7976931348623157e308), "1.7976931348623157e308"),
      (.real(.leastNonzeroMagnitude), "5e-324"), (.real(100.25), "100.25"),
      (.real(1e16), "10000000000000000"),
      (.real(0.30000000000000004), "0.30000000000000004"),
    ] as [(Quantity, String)])
  func `shows numbers as they were reported`(value: Quantity, text: String) throws {
    #expect(try makeFormat("text") { $0.locale = .german }.text(value) == text)
  }

  @Test func `groups as the locale does`() throws {
    let value = Quantity.real(12_345_678.25)

    #expect(try decimal(.german).text(value) == "12.345.678,25")
    #expect(try decimal(.french).text(value) == "12\u{202f}345\u{202f}678,25")
    #expect(try decimal(.indian).text(value) == "1,23,45,678.25")
    #expect(try decimal(.posix).text(value) == "12345678.25")
  }

  @Test func `ends grouping at a size that is not positive`() throws {
    var locale = NumberLocale.american
    locale.grouping = [3, 0]

    #expect(
      try makeFormat("integer") { $0.locale = locale }.text(.integer(12_345_678)) == "12345,678")
  }

  @Test func `sees through direction marks around a minus`() throws {
    var locale = NumberLocale.posix
    locale.minusSign = "\u{200e}−"

    #expect(try makeFormat("integer") { $0.locale = locale }.text(.integer(-5)) == "−5")
  }

  @Test(
    arguments: [
      (1284, 5, "01284"), (1284, 2, "1284"), (-7, 3, "-007"), (0, 1, "0"),
      (42, 20, "00000000000000000042"), (.min, 20, "-09223372036854775808"),
    ] as [(Int64, Int, String)])
  func `pads digits with zeros and without groups`(
    value: Int64, digits: Int, text: String
  ) throws {
    let format = try makeFormat("integer") {
      $0.minimumDigits = digits
      $0.locale = digits == 1 ? .posix : .american
    }
    #expect(format.text(.integer(value)) == text)
  }

  @Test(
    arguments: [
      (.auto, "5", "-5", "0"), (.always, "+5", "-5", "0"), (.never, "5", "5", "0"),
    ] as [(FormatOptions.Sign, String, String, String)])
  func `signs as it is told to`(
    sign: FormatOptions.Sign, positive: String, negative: String, zero: String
  ) throws {
    let format = try makeFormat("integer") { $0.sign = sign }

    #expect(format.text(.integer(5)) == positive)
    #expect(format.text(.integer(-5)) == negative)
    #expect(format.text(.real(-0.2)) == zero)
  }

  @Test func `puts the prefix after the sign and the suffix after the unit`() throws {
    let readout = try makeFormat("percent") {
      $0.prefix = "~ "
      $0.suffix = " up"
    }.readout(of: .integer(-12), like: .integer(-12))

    #expect(readout.text == "-~ 12% up")
    #expect(
      readout.parts.map(\.key) == [
        .sign, .prefix(0), .prefix(1), .integer(1), .integer(0), .suffix(3), .suffix(2), .suffix(1),
        .suffix(0),
      ])
  }

  @Test func `keys groups by the digit to their right`() throws {
    let readout = try makeFormat("decimal") {
      $0.locale = .american
      $0.fraction = 1
    }.readout(of: .integer(1234), like: .integer(1234))

    #expect(
      readout.parts.map(\.key) == [
        .integer(3), .group(2), .integer(2), .integer(1), .integer(0), .decimalPoint, .fraction(0),
      ])
  }

  @Test func `reserves what the config asks for, and the text if it is longer`() throws {
    let format = try makeFormat("integer") { $0.width = 4 }

    #expect(format.reservedWidth(for: .integer(7)) == 4)
    #expect(format.reservedWidth(for: .integer(12_345)) == 5)
  }

  @Test(
    arguments: [
      ("integer", nil, 1), ("decimal", nil, 0.01), ("percent", nil, 1), ("percent", 2, 0.01),
      ("currency", nil, 0.01), ("compact", nil, 100), ("text", nil, 1),
    ] as [(String, Int?, Double)])
  func `tells the worth of the last digit`(name: String, fraction: Int?, worth: Double) throws {
    let format = try makeFormat(name, name == "currency" ? "EUR" : nil) { $0.fraction = fraction }

    #expect(format.resolution(for: .integer(12_480)) == worth)
  }

  @Test func `takes decimals from the target`() throws {
    #expect(try makeFormat("text").text(.real(3.14159), like: .real(21.5)) == "3.1")
    #expect(try makeFormat("compact").text(.integer(900), like: .integer(12_500)) == "0.9K")
    #expect(try makeFormat("compact").text(.integer(13_000), like: .integer(12_500)) == "13.0K")
    #expect(try makeFormat("compact").text(.integer(12_500), like: .integer(13_000)) == "12K")
  }

  private func decimal(_ locale: NumberLocale) throws -> any Formatter {
    try makeFormat("decimal") { $0.locale = locale }
  }
}
