/// Whole numbers, grouped as the locale does: `1,284`.
///
/// Ties are rounded away from zero, as a count does on its way.
struct IntegerFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "integer")
    layout = NumeralLayout(options, marks: .plain(options.locale))
  }

  func scale(for target: Quantity) -> NumeralScale { NumeralScale(ties: .awayFromZero) }
}
