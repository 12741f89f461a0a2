/// Large numbers in thousands, millions, billions, trillions: `12.5K`, `1.2M`, `1M`.
///
/// One decimal below 100, if it is not zero, and none above, unless the config fixes them;
/// integers below 1000 stay as they are. Rounded first: 999,950 is `1M`.
struct CompactFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout
  private let fraction: Int?
  private static let units = ["", "K", "M", "B", "T"]

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "compact", taking: [.fraction])
    layout = NumeralLayout(options, marks: .plain(options.locale))
    fraction = options.fraction
  }

  var optionalMark: Character? { fraction == nil ? layout.marks.decimalPoint : nil }

  func scale(for target: Quantity) -> NumeralScale {
    guard let exact = ExactDecimal(target) else { return NumeralScale() }
    for power in Self.units.indices.dropLast() {
      let scale = scale(for: exact, power: power)
      if exact.divided(byTens: scale.tens).rounded(to: scale.fraction).wholePart < 1000 {
        return scale
      }
    }
    return scale(for: exact, power: Self.units.count - 1)
  }

  /// `99.9K`, or `999.99K` with two decimals fixed.
  func widest(for target: Quantity) -> (numeral: Numeral, unit: String)? {
    let numeral = Numeral(
      isNegative: target.double < 0, integer: fraction == nil ? [9, 9] : [9, 9, 9],
      fraction: Array(repeating: 9, count: fraction ?? 1))
    return (numeral, "K")
  }

  private func scale(for exact: ExactDecimal, power: Int) -> NumeralScale {
    NumeralScale(
      tens: 3 * power, fraction: decimals(of: exact, power: power), unit: Self.units[power])
  }

  private func decimals(of exact: ExactDecimal, power: Int) -> Int {
    let isWhole = exact.digits.count <= exact.point
    if power == 0, isWhole { return 0 }
    if let fraction { return fraction }
    let numeral = exact.divided(byTens: 3 * power).rounded(to: 1)
    return numeral.integer.count < 3 && numeral.fraction != [0] ? 1 : 0
  }
}
