/// Numbers that already are percentages, without decimals if the config says nothing: `42%`.
struct PercentFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout
  private let fraction: Int

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "percent", taking: [.fraction])
    layout = NumeralLayout(options, marks: .plain(options.locale))
    fraction = options.fraction ?? 0
  }

  func scale(for target: Quantity) -> NumeralScale {
    NumeralScale(fraction: fraction, unit: "%")
  }

  /// `100%`, so that nothing moves between 9 and 100.
  func widest(for target: Quantity) -> (numeral: Numeral, unit: String)? {
    let numeral = Numeral(
      isNegative: target.double < 0, integer: [1, 0, 0],
      fraction: Array(repeating: 0, count: fraction))
    return (numeral, "%")
  }
}
