/// Numbers as they were reported: the shortest decimal form that is exact, without groups.
struct TextFormat: ConfiguredFormat, ScaledFormat {
  let layout: NumeralLayout
  /// The most decimals that are written out; smaller numbers have an exponent.
  private static let mostDecimals = 20

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "text")
    layout = NumeralLayout(options, marks: .ungrouped(.posix))
  }

  func scale(for target: Quantity) -> NumeralScale {
    guard case .real(let value) = target, value.isFinite, value != 0 else { return NumeralScale() }
    let shortest = ShortestDigits(value)
    let fraction = max(shortest.count - shortest.point, 0)
    guard fraction > Self.mostDecimals || shortest.point > NumeralLayout.mostDigits else {
      return NumeralScale(fraction: fraction)
    }
    let exponent = shortest.point - 1
    return NumeralScale(tens: exponent, fraction: shortest.count - 1, unit: "e\(exponent)")
  }
}

/// How many digits the shortest text has that reads back as the same double, and where its point is.
private struct ShortestDigits {
  /// Without zeros at either end.
  let count: Int
  /// How many of them stand before the decimal point; may be negative or more than there are.
  let point: Int

  /// Reads the standard library's description, which is shortest by contract: `1.25e-07`.
  init(_ value: Double) {
    let text = value.magnitude.description
    let halves = text.split(separator: "e")
    let mantissa = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let all = mantissa.joined()
    let leading = all.prefix { $0 == "0" }.count
    let trailing = all.reversed().prefix { $0 == "0" }.count
    let exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
    count = max(all.count - leading - trailing, 1)
    point = mantissa[0].count - leading + exponent
  }
}
