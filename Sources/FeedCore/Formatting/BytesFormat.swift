/// Amounts of data in the unit that keeps them short: `999 kB`, `1.0 MB`, `12 MB`.
///
/// One decimal below 10 and none above, unless the config fixes them; whole bytes have none.
/// The number is rounded first, then the unit is chosen: 999.6 kB is `1.0 MB`.
struct BytesFormat: ConfiguredFormat, ScaledFormat {
  /// Which powers the units are, and what they are called.
  enum Units: String, CaseIterable {
    /// Powers of 1000.
    case decimal
    /// Powers of 1024, under their own names.
    case binary
    /// Powers of 1024 under the names of memory modules.
    case memory

    var names: [String] {
      switch self {
      case .decimal: ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
      case .binary: ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
      case .memory: ["B", "KB", "MB", "GB", "TB", "PB", "EB"]
      }
    }

    /// How many of a unit make the next one.
    var base: UInt64 { self == .decimal ? 1000 : 1024 }
  }

  let layout: NumeralLayout
  private let units: Units
  private let rate: String
  private let fraction: Int?

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "bytes", taking: [.argument, .per, .fraction])
    units = try Self.units(options.argument)
    rate = try options.rateSuffix()
    fraction = options.fraction
    // Without groups: `1023 KiB` is as wide as it gets.
    layout = NumeralLayout(options, marks: .ungrouped(options.locale))
  }

  private static func units(_ argument: String?) throws(FormatProblem) -> Units {
    guard let argument else { return .decimal }
    guard let units = Units(rawValue: argument) else {
      throw FormatProblem(
        message: "unknown kind of bytes '\(argument)'",
        hint: Suggestion.hint(for: argument, among: Units.allCases.map(\.rawValue)))
    }
    return units
  }

  var optionalMark: Character? { fraction == nil ? layout.marks.decimalPoint : nil }

  func scale(for target: Quantity) -> NumeralScale {
    let magnitude = target.double.magnitude
    var next = 1.0
    for power in units.names.indices.dropLast() {
      next *= Double(units.base)
      // Rounding decides just below the next unit only.
      if magnitude >= next { continue }
      let scale = scale(for: target, power: power)
      guard let numeral = scale.numeral(of: target) else { return scale }
      if numeral.wholePart < units.base { return scale }
    }
    return scale(for: target, power: units.names.count - 1)
  }

  func widest(for target: Quantity) -> (numeral: Numeral, unit: String)? {
    let numeral = Numeral(
      isNegative: target.double < 0, integer: units == .decimal ? [9, 9, 9] : [1, 0, 2, 3],
      fraction: Array(repeating: 9, count: fraction ?? 0))
    return (numeral, unit(power: 1))
  }

  private func scale(for target: Quantity, power: Int) -> NumeralScale {
    var scale = NumeralScale(unit: unit(power: power))
    if units == .decimal { scale.tens = 3 * power } else { scale.twos = 10 * power }
    if power == 0 { return scale }
    scale.fraction = fraction ?? 1
    if fraction == nil, let numeral = scale.numeral(of: target), numeral.integer.count > 1 {
      scale.fraction = 0
    }
    return scale
  }

  private func unit(power: Int) -> String { " \(units.names[power])\(rate)" }
}
