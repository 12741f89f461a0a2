import FeedCore
import FeedSystem

/// Locales of the C library as the formats want them.
enum LocaleFinder {
  static let hint = "'locale -a' lists those that are installed"

  /// nil when the locale is not installed; `system` is then as if none were set.
  static func locale(named name: String, environment: Environment) -> NumberLocale? {
    if name == "system" {
      return SystemLocale.facts(in: environment).map(NumberLocale.init) ?? .posix
    }
    return SystemLocale.facts(named: name).map(NumberLocale.init)
  }
}

extension NumberLocale {
  /// What `localeconv` says, in the words of the formats.
  init(_ facts: LocaleFacts) {
    self.init(
      decimalPoint: facts.number.decimalPoint.isEmpty ? "." : facts.number.decimalPoint,
      groupSeparator: facts.number.thousands,
      grouping: facts.number.thousands.isEmpty ? [] : facts.number.grouping,
      minusSign: facts.negativeSign.isEmpty ? "-" : facts.negativeSign,
      money: Money(
        decimalPoint: facts.money.decimalPoint.isEmpty ? "." : facts.money.decimalPoint,
        groupSeparator: facts.money.thousands,
        grouping: facts.money.thousands.isEmpty ? [] : facts.money.grouping,
        code: String(facts.currencyCode.prefix(3)), symbol: facts.currencySymbol,
        symbolPrecedes: facts.currencySymbol.isEmpty || facts.positive.symbolPrecedes,
        symbolIsSpaced: !facts.currencySymbol.isEmpty && facts.positive.space != 0))
  }
}
