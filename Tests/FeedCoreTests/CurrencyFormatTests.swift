import FeedCore
import Testing

struct CurrencyFormatTests {
  @Test(
    arguments: [
      ("EUR", .german, "1.284,50 €"), ("EUR", .french, "1\u{202f}284,50 €"),
      ("USD", .american, "$1,284.50"), ("EUR", .american, "€1,284.50"),
      ("JPY", .american, "¥1,284"),
      ("KWD", .american, "KWD 1,284.500"), ("CLF", .american, "CLF 1,284.5000"),
      ("CHF", .swiss, "CHF 1’284.50"), ("CHF", .german, "1.284,50 CHF"),
      ("CAD", .american, "CAD 1,284.50"),
      ("INR", .indian, "₹1,284.50"), ("EUR", .posix, "€1284.50"), ("SEK", .posix, "SEK 1284.50"),
    ] as [(String, NumberLocale, String)])
  func `writes money as the locale does`(
    code: String, locale: NumberLocale, text: String
  ) throws {
    #expect(try makeFormat("currency", code) { $0.locale = locale }.text(.real(1284.5)) == text)
  }

  @Test func `puts the sign before it all`() throws {
    #expect(try makeFormat("currency", "EUR").text(.integer(-5)) == "-€5.00")
    #expect(
      try makeFormat("currency", "EUR") { $0.locale = .german }.text(.integer(-5)) == "-5,00 €")
    #expect(try makeFormat("currency", "EUR").text(.real(-0.001)) == "€0.00")
  }

  @Test func `groups lakhs and crores`() throws {
    #expect(
      try makeFormat("currency", "INR") { $0.locale = .indian }.text(.integer(12_345_678))
        == "₹1,23,45,678.00")
  }

  @Test func `lets the config set the decimals`() throws {
    #expect(try makeFormat("currency", "EUR") { $0.fraction = 0 }.text(.real(2.5)) == "€2")
    #expect(try makeFormat("currency", "JPY") { $0.fraction = 2 }.text(.real(2.5)) == "¥2.50")
  }

  @Test func `keys the symbol as prefix or suffix, a character a place`() throws {
    let before = try makeFormat("currency", "CHF") { $0.fraction = 0 }
      .readout(of: .integer(7), like: .integer(7))
    let after = try makeFormat("currency", "EUR") {
      $0.fraction = 0
      $0.locale = .french
    }.readout(of: .integer(7), like: .integer(7))

    #expect(
      before.parts.map(\.key) == [.prefix(0), .prefix(1), .prefix(2), .prefix(3), .integer(0)])
    #expect(after.parts.map(\.key) == [.integer(0), .suffix(1), .suffix(0)])
  }

  @Test func `knows the currencies of the standard with their minor units`() {
    let all = Currency.all

    #expect(all.count > 155)
    #expect(Set(all.map(\.code)).count == all.count)
    for currency in all {
      #expect(currency.code.count == 3 && currency.code.allSatisfy { ("A"..."Z").contains($0) })
      #expect([0, 2, 3, 4].contains(currency.minorUnits))
      #expect(Currency(code: currency.code) == currency)
    }
    #expect(Currency(code: "XXX") == nil)
    #expect(Currency(code: "XAU") == nil)
  }

  @Test(arguments: Currency.all)
  func `draws every currency`(currency: Currency) throws {
    let text = try makeFormat("currency", currency.code).text(.integer(1))
    let zeros = String(repeating: "0", count: currency.minorUnits)

    #expect(text.hasSuffix(zeros.isEmpty ? "1" : "1.\(zeros)"))
    #expect(text.hasPrefix(currency.symbol ?? "\(currency.code) "))
  }
}
