/// Whole numbers, grouped as the locale does: `1,284`.
struct IntegerFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "integer")
    layout = NumeralLayout(options, marks: .plain(options.locale))
  }

  func scale(for target: Quantity) -> NumeralScale { NumeralScale() }
}
