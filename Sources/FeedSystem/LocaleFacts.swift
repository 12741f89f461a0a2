/// How a language and country write numbers and money, as the C library has it.
///
/// *Source:* POSIX, XBD 7.3.3 LC_MONETARY and 7.3.4 LC_NUMERIC.
package struct LocaleFacts: Hashable, Sendable {
  /// How a number or an amount is cut.
  package struct Separators: Hashable, Sendable {
    /// Between integer and fraction; empty if money has no fraction.
    package var decimalPoint: String
    /// Between groups of digits; empty for none.
    package var thousands: String
    /// Sizes of the groups from the right, the last for all that follow; 0 ends the grouping.
    package var grouping: [Int]
  }

  /// Where currency symbol and sign go.
  package struct Placement: Hashable, Sendable {
    /// Whether the symbol comes before the amount.
    package var symbolPrecedes: Bool
    /// `sep_by_space`: 0 no space, 1 between symbol and amount, 2 between symbol and sign.
    package var space: Int
    /// `sign_posn`: 0 parentheses, 1 before all, 2 after all, 3 before symbol, 4 after symbol.
    package var signPosition: Int
  }

  /// Of plain numbers.
  package var number: Separators
  /// Of amounts of money.
  package var money: Separators
  /// The local currency's symbol, such as `€`; empty if it has none.
  package var currencySymbol: String
  /// The local currency's ISO 4217 code, such as `EUR`; empty if it has none.
  package var currencyCode: String
  /// Digits after the decimal point of local money; nil if the locale does not say.
  package var fractionDigits: Int?
  /// The sign of positive amounts, mostly empty.
  package var positiveSign: String
  /// The sign of negative amounts.
  package var negativeSign: String
  /// Of positive amounts.
  package var positive: Placement
  /// Of negative amounts.
  package var negative: Placement
}
