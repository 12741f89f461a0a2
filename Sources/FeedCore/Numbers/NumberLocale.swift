/// How a locale writes numbers and money, as plain values (the C library's `localeconv`).
package struct NumberLocale: Hashable, Sendable {
  package var decimalPoint: String
  package var groupSeparator: String
  /// Sizes of the groups from the right; the last repeats, none means no grouping.
  package var grouping: [Int]
  package var minusSign: String
  package var money: Money

  /// How a locale places a currency symbol.
  package struct Money: Hashable, Sendable {
    package var decimalPoint: String
    package var groupSeparator: String
    package var grouping: [Int]
    /// The locale's own currency, as an ISO 4217 code, with the symbol it is written with.
    package var code: String
    package var symbol: String
    package var symbolPrecedes: Bool
    /// A space between the symbol and the number.
    package var symbolIsSpaced: Bool

    package init(
      decimalPoint: String, groupSeparator: String, grouping: [Int], code: String, symbol: String,
      symbolPrecedes: Bool, symbolIsSpaced: Bool
    ) {
      self.decimalPoint = decimalPoint
      self.groupSeparator = groupSeparator
      self.grouping = grouping
      self.code = code
      self.symbol = symbol
      self.symbolPrecedes = symbolPrecedes
      self.symbolIsSpaced = symbolIsSpaced
    }
  }

  package init(
    decimalPoint: String, groupSeparator: String, grouping: [Int], minusSign: String, money: Money
  ) {
    self.decimalPoint = decimalPoint
    self.groupSeparator = groupSeparator
    self.grouping = grouping
    self.minusSign = minusSign
    self.money = money
  }

  /// What programs print when no locale is set: a point, no groups, symbols before the amount.
  package static let posix = NumberLocale(
    decimalPoint: ".", groupSeparator: "", grouping: [], minusSign: "-",
    money: Money(
      decimalPoint: ".", groupSeparator: "", grouping: [], code: "", symbol: "",
      symbolPrecedes: true, symbolIsSpaced: false))
}
