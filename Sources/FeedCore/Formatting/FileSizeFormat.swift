/// Amounts of data as file managers write them: `999 bytes`, `2 KB`, `536.9 MB`, `1.07 GB`.
///
/// Whole bytes in powers of 1000: no decimals up to KB, one for MB, two from GB on, without zeros at
/// the end. The unit is that of the amount before it is rounded, so 999,500 bytes are `1,000 KB`;
/// no byte at all is `Zero KB`.
struct FileSizeFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout
  private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "file_size")
    layout = NumeralLayout(options, marks: .plain(options.locale))
  }

  package func readout(of value: Quantity, like target: Quantity) -> Readout {
    let (value, target) = (Self.whole(value), Self.whole(target))
    guard value.double == 0, target.double == 0 else { return scaled(value, like: target) }
    let word = Array("Zero")
    let digits = word.enumerated().map {
      Readout.Part($0.element, .integer(word.count - 1 - $0.offset))
    }
    return Readout(
      layout.lead(isNegative: false, isZero: true) + digits + layout.tail(unit: " KB"))
  }

  var optionalMark: Character? { layout.marks.decimalPoint }

  func scale(for target: Quantity) -> NumeralScale {
    let magnitude = Self.whole(target).double.magnitude
    if magnitude > 0, magnitude < 1000 {
      return NumeralScale(unit: magnitude == 1 ? " byte" : " bytes")
    }
    var power = 1
    while power < Self.units.count, magnitude >= Self.powers[power + 1] { power += 1 }
    var scale = NumeralScale(tens: 3 * power, unit: " " + Self.units[power - 1])
    guard let exact = scale.value(of: Self.whole(target)) else { return scale }
    let decimals = exact.rounded(to: min(power - 1, 2)).fraction
    scale.fraction = decimals.count - decimals.reversed().prefix { $0 == 0 }.count
    return scale
  }

  func widest(for target: Quantity) -> (numeral: Numeral, unit: String)? {
    let scale = scale(for: target)
    let numeral = Numeral(
      isNegative: target.double < 0, integer: scale.tens == 3 ? [1, 0, 0, 0] : [9, 9, 9],
      fraction: Array(repeating: 9, count: min(max(scale.tens / 3 - 1, 0), 2)))
    return (numeral, scale.unit)
  }

  /// 1000 to the power of the index.
  private static let powers = [1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18]

  private static func whole(_ value: Quantity) -> Quantity {
    guard case .real(let real) = value, real.isFinite else { return value }
    return Quantity.real(real.rounded(.toNearestOrAwayFromZero)).normalized
  }
}
