import CLinux
import Glibc

/// The locales that are installed.
package enum SystemLocale {
  /// What a locale of a given name says; nil if it is not installed.
  ///
  /// A name without a codeset, such as `de_DE`, means its UTF-8 variant if there is one.
  package static func facts(named name: String) -> LocaleFacts? {
    let names = candidates(for: name)
    // Another codeset would need conversion; its ASCII values are still right.
    return names.lazy.compactMap { read($0, inAnyCodeset: false) }.first
      ?? names.lazy.compactMap { read($0, inAnyCodeset: true) }.first
  }

  /// What the locales that an environment names say: numbers and money each by its own.
  ///
  /// - Returns: nil if one of them is not installed.
  package static func facts(in environment: Environment) -> LocaleFacts? {
    let number = environment.localeName(for: "LC_NUMERIC")
    let money = environment.localeName(for: "LC_MONETARY")
    guard let facts = facts(named: money) else { return nil }
    if number == money { return facts }
    guard let numeric = self.facts(named: number) else { return nil }
    var both = facts
    both.number = numeric.number
    return both
  }

  /// The name itself, then with the codeset spelt in the two usual ways.
  static func candidates(for name: String) -> [String] {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let modifier = parts.count > 1 ? "@\(parts[1])" : ""
    let base = parts.first?.prefix { $0 != "." } ?? ""
    return [name, "\(base).UTF-8\(modifier)", "\(base).utf8\(modifier)"]
  }

  private static func read(_ name: String, inAnyCodeset: Bool) -> LocaleFacts? {
    var raw = odobar_locale()
    guard let locale = odobar_open_locale(name, &raw) else { return nil }
    defer { odobar_close_locale(locale) }
    let codeset = raw.codeset.map { String(cString: $0) } ?? ""
    let isUnicode = codeset == "UTF-8"
    guard isUnicode || inAnyCodeset else { return nil }
    return LocaleFacts(raw, isUnicode: isUnicode)
  }
}

extension Environment {
  /// The locale of a category, by the rule of `setlocale`: the first of three that is not empty.
  fileprivate func localeName(for category: String) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty } ?? "C"
  }
}

extension LocaleFacts {
  fileprivate init(_ raw: odobar_locale, isUnicode: Bool) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      guard let pointer else { return "" }
      let string = String(cString: pointer)
      // What is not ASCII was repaired to U+FFFD, which is of no use.
      return isUnicode || string.utf8.allSatisfy { $0 < 0x80 } ? string : ""
    }
    number = Separators(
      decimalPoint: text(raw.decimal_point), thousands: text(raw.thousands_separator),
      grouping: Self.grouping(raw.grouping))
    money = Separators(
      decimalPoint: text(raw.monetary_decimal_point),
      thousands: text(raw.monetary_thousands_separator),
      grouping: Self.grouping(raw.monetary_grouping))
    currencySymbol = text(raw.currency_symbol)
    // The fourth character is the space to put after it.
    currencyCode = String(text(raw.international_symbol).prefix(3))
    fractionDigits = Self.known(raw.fraction_digits)
    positiveSign = text(raw.positive_sign)
    negativeSign = text(raw.negative_sign)
    positive = Placement(
      symbolPrecedes: raw.positive_symbol_precedes == 1, space: Self.known(raw.positive_space) ?? 0,
      signPosition: Self.known(raw.positive_sign_position) ?? 1)
    negative = Placement(
      symbolPrecedes: raw.negative_symbol_precedes == 1, space: Self.known(raw.negative_space) ?? 0,
      signPosition: Self.known(raw.negative_sign_position) ?? 1)
  }

  /// Nil for CHAR_MAX and its like, which mean that the locale does not say.
  private static func known(_ value: Int32) -> Int? {
    (0..<Int32(CChar.max)).contains(value) ? Int(value) : nil
  }

  private static func grouping(_ pointer: UnsafePointer<CChar>?) -> [Int] {
    guard var next = pointer else { return [] }
    var sizes: [Int] = []
    while next.pointee != 0 {
      // CHAR_MAX, and -1 in older data: no further grouping.
      guard (1..<CChar.max).contains(next.pointee) else { return sizes.isEmpty ? [] : sizes + [0] }
      sizes.append(Int(next.pointee))
      next += 1
    }
    return sizes
  }
}
