/// Numbers with a fixed count of decimals, two if the config says nothing: `0.42`.
struct DecimalFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout
  private let fraction: Int

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "decimal", taking: [.fraction])
    layout = NumeralLayout(options, marks: .plain(options.locale))
    fraction = options.fraction ?? 2
  }

  func scale(for target: Quantity) -> NumeralScale { NumeralScale(fraction: fraction) }
}
