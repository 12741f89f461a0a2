extension FormatOptions {
  /// What some formats take and others do not.
  enum Feature: Hashable {
    case argument
    case per
    case fraction
  }

  /// Refuses what the format `name` does not take, and numbers out of range.
  func check(for name: String, taking features: Set<Feature> = []) throws(FormatProblem) {
    if let argument, !features.contains(.argument) {
      throw FormatProblem(
        message: "'\(name)' takes no argument, found '\(argument)'", hint: "write 'format: \(name)'"
      )
    }
    if per != nil, !features.contains(.per) {
      throw FormatProblem(
        key: "per", message: "'\(name)' is no rate", hint: "'per' goes with: bytes")
    }
    if fraction != nil, !features.contains(.fraction) {
      throw FormatProblem(
        key: "fraction", message: "'\(name)' has no decimals to set",
        hint: "'fraction' goes with: decimal, percent, bytes, currency, compact")
    }
    try Self.check(minimumDigits, key: "minimum_digits", range: 1...NumeralLayout.mostDigits)
    if let fraction { try Self.check(fraction, key: "fraction", range: 0...9) }
    if let width { try Self.check(width, key: "width", range: 1...256) }
  }

  /// What `per` puts after the unit.
  func rateSuffix() throws(FormatProblem) -> String {
    switch per {
    case nil: return ""
    case "second": return "/s"
    case .some(let other):
      throw FormatProblem(
        key: "per", message: "unknown 'per' unit '\(other)'",
        hint: Suggestion.hint(for: other, among: ["second"]))
    }
  }

  private static func check(
    _ number: Int, key: String, range: ClosedRange<Int>
  ) throws(FormatProblem) {
    guard !range.contains(number) else { return }
    throw FormatProblem(
      key: key,
      message: "expected \(range.lowerBound) to \(range.upperBound) for '\(key)', found \(number)",
      hint: "a whole number, \(range.lowerBound)…\(range.upperBound)")
  }
}
