/// Amounts of money in whole units, written as the locale writes money: `1.284,50 €`.
///
/// The locale's own symbol for its own currency, else a well-known sign, else the code; the sign
/// comes before it all.
struct CurrencyFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout
  private let fraction: Int
  private let unit: String

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "currency", taking: [.argument, .fraction])
    let currency = try Self.currency(options.argument)
    let money = options.locale.money
    let (symbol, isSpaced) = Self.symbol(of: currency, in: money)
    fraction = options.fraction ?? currency.minorUnits
    unit = money.symbolPrecedes ? "" : (isSpaced ? " " : "") + symbol
    layout = NumeralLayout(
      options, marks: .money(options.locale),
      symbol: money.symbolPrecedes ? symbol + (isSpaced ? " " : "") : "")
  }

  func scale(for target: Quantity) -> NumeralScale {
    NumeralScale(fraction: fraction, unit: unit)
  }

  private static func currency(_ argument: String?) throws(FormatProblem) -> Currency {
    guard let code = argument else {
      throw FormatProblem(
        message: "'currency' needs a currency code",
        hint: "an ISO 4217 code, as in 'format: {currency: EUR}'")
    }
    guard let currency = Currency(code: code) else {
      let near = Suggestion.nearest(to: code, among: Currency.all.map(\.code))
      throw FormatProblem(
        message: "unknown currency '\(code)'",
        hint: near.map { "did you mean '\($0)'?" } ?? "an ISO 4217 code such as EUR, USD, JPY")
    }
    return currency
  }

  /// What stands for `currency`, and whether a space parts it from the number: codes always have one.
  private static func symbol(
    of currency: Currency, in money: NumberLocale.Money
  ) -> (text: String, isSpaced: Bool) {
    if money.code == currency.code, !money.symbol.isEmpty {
      return (money.symbol, money.symbolIsSpaced)
    }
    if let symbol = currency.symbol { return (symbol, money.symbolIsSpaced) }
    return (currency.code, true)
  }
}
