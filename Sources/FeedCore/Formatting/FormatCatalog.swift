/// A format that a config can name.
protocol ConfiguredFormat: Formatter {
  /// - Throws: what is wrong with an option, or with the argument.
  init(_ options: FormatOptions) throws(FormatProblem)
}

private func entry(
  _ name: String, _ summary: String, _ format: (some ConfiguredFormat).Type
) -> Catalog<FormatMaker>.Entry {
  // Swift 6.3 crashes on this closure as an argument of the generic initialiser.
  let make: FormatMaker = { options throws(FormatProblem) in try format.init(options) }
  return Catalog<FormatMaker>.Entry(name: name, summary: summary, choice: make)
}

private let formatCatalog = Catalog<FormatMaker>(
  kind: "format",
  entries: [
    entry("integer", "a whole number in groups: 1,284", IntegerFormat.self),
    entry("decimal", "a number with decimals, 2 if not set: 0.42", DecimalFormat.self),
    entry("percent", "a number that is a percentage: 42%", PercentFormat.self),
    entry(
      "bytes", "an amount of data, decimal, binary or memory: 1.0 MB, 1.0 MiB/s",
      BytesFormat.self),
    entry(
      "file_size", "an amount of data as file managers write it: 536.9 MB", FileSizeFormat.self),
    entry("currency", "an amount in an ISO 4217 currency: €1,284.50", CurrencyFormat.self),
    entry("compact", "a large number in short: 12.5K, 1.2M", CompactFormat.self),
    entry("duration", "seconds in two units: 5m 03s, 3d 04h", DurationFormat.self),
    entry("text", "the number as it was reported: 0.123", TextFormat.self),
  ])

extension Catalog where Choice == FormatMaker {
  /// All formats that a config can name.
  package static var formats: Catalog<FormatMaker> { formatCatalog }
}
