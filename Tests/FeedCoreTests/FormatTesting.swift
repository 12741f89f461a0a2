import FeedCore

/// The format `name` of the catalog, with what `configure` sets.
func makeFormat(
  _ name: String, _ argument: String? = nil, _ configure: (inout FormatOptions) -> Void = { _ in }
) throws -> any Formatter {
  var options = FormatOptions()
  options.argument = argument
  configure(&options)
  guard let make = Catalog<FormatMaker>.formats[name] else {
    throw FormatProblem(message: "no format '\(name)'")
  }
  return try make(options)
}

extension Formatter {
  /// The text of `value` at rest.
  func text(_ value: Quantity) -> String { text(value, like: value) }

  func text(_ value: Quantity, like target: Quantity) -> String {
    readout(of: value, like: target).text
  }
}

extension NumberLocale {
  static let german = european(group: ".", code: "EUR", symbol: "€")
  static let french = european(group: "\u{202f}", code: "EUR", symbol: "€")

  static let american = NumberLocale(
    decimalPoint: ".", groupSeparator: ",", grouping: [3], minusSign: "-",
    money: Money(
      decimalPoint: ".", groupSeparator: ",", grouping: [3], code: "USD", symbol: "$",
      symbolPrecedes: true, symbolIsSpaced: false))

  static let indian = NumberLocale(
    decimalPoint: ".", groupSeparator: ",", grouping: [3, 2], minusSign: "-",
    money: Money(
      decimalPoint: ".", groupSeparator: ",", grouping: [3, 2], code: "INR", symbol: "₹",
      symbolPrecedes: true, symbolIsSpaced: false))

  static let swiss = NumberLocale(
    decimalPoint: ".", groupSeparator: "’", grouping: [3], minusSign: "-",
    money: Money(
      decimalPoint: ".", groupSeparator: "’", grouping: [3], code: "CHF", symbol: "CHF",
      symbolPrecedes: true, symbolIsSpaced: true))

  private static func european(group: String, code: String, symbol: String) -> NumberLocale {
    NumberLocale(
      decimalPoint: ",", groupSeparator: group, grouping: [3], minusSign: "-",
      money: Money(
        decimalPoint: ",", groupSeparator: group, grouping: [3], code: code, symbol: symbol,
        symbolPrecedes: false, symbolIsSpaced: true))
  }
}

/// A small deterministic source of bits (SplitMix64), so that a failure can be repeated.
struct SeededBits: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
