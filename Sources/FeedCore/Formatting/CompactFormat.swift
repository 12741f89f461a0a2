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
    guard target.isFinite else { return NumeralScale() }
    for power in Self.units.indices.dropLast() {
      let scale = scale(for: target, power: power)
      if let numeral = scale.numeral(of: target), numeral.wholePart < 1000 { return scale }
    }
    return scale(for: target, power: Self.units.count - 1)
  }

  /// `99.9K`, or `999.99K` with two decimals fixed.
  func widest(for target: Quantity) -> (numeral: Numeral, unit: String)? {
    let numeral = Numeral(
      isNegative: target.double < 0, integer: fraction == nil ? [9, 9] : [9, 9, 9],
      fraction: Array(repeating: 9, count: fraction ?? 1))
    return (numeral, "K")
  }

  private func scale(for target: Quantity, power: Int) -> NumeralScale {
    var scale = NumeralScale(tens: 3 * power, fraction: 1, unit: Self.units[power])
    if power == 0, target.isWhole {
      scale.fraction = 0
    } else if let fraction {
      scale.fraction = fraction
    } else if let numeral = scale.numeral(of: target) {
      scale.fraction = numeral.integer.count < 3 && numeral.fraction != [0] ? 1 : 0
    }
    return scale
  }
}

extension Quantity {
  fileprivate var isWhole: Bool {
    switch self {
    case .integer: true
    case .real(let value): value == value.rounded()
    }
  }
}
