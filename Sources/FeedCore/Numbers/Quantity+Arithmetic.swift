/// Arithmetic that never traps: whole numbers are exact as long as they fit into Int64, what does
/// not fit becomes a double, and doubles are taken as the decimals that they are written with.
extension Quantity {
  static func + (left: Quantity, right: Quantity) -> Quantity {
    combined(left, right, { $0.addingReportingOverflow($1) }, ShortDecimal.sum)
  }

  static func - (left: Quantity, right: Quantity) -> Quantity {
    combined(left, right, { $0.subtractingReportingOverflow($1) }, { ShortDecimal.sum($0, -$1) })
  }

  static func * (left: Quantity, right: Quantity) -> Quantity {
    combined(left, right, { $0.multipliedReportingOverflow(by: $1) }, ShortDecimal.product)
  }

  /// nil for a division by zero.
  static func / (left: Quantity, right: Quantity) -> Quantity? {
    guard right.double != 0 else { return nil }
    guard case .integer(let whole) = left.normalized, case .integer(let part) = right.normalized
    else { return Quantity.real(ShortDecimal.quotient(left.double, right.double)).normalized }
    let (rest, quotient) = (
      whole.remainderReportingOverflow(dividingBy: part),
      whole.dividedReportingOverflow(by: part)
    )
    if rest.partialValue == 0, !quotient.overflow { return .integer(quotient.partialValue) }
    return Quantity.real(Double(whole) / Double(part)).normalized
  }

  private static func combined(
    _ left: Quantity, _ right: Quantity,
    _ exact: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ near: (Double, Double) -> Double
  ) -> Quantity {
    if case .integer(let left) = left.normalized, case .integer(let right) = right.normalized {
      let (result, overflow) = exact(left, right)
      if !overflow { return .integer(result) }
      return Quantity.real(near(Double(left), Double(right))).normalized
    }
    return Quantity.real(near(left.double, right.double)).normalized
  }

  /// How many decimals it is written with; nil for a number without a short decimal.
  package var decimals: Int? {
    switch normalized {
    case .integer: 0
    case .real(let value): ShortDecimal.decimals(of: value)
    }
  }

  /// To `decimals` places after the point, ties away from zero as people round.
  func rounded(decimals: Int) -> Quantity {
    guard case .real(let value) = normalized else { return normalized }
    let power = (0..<min(max(decimals, 0), 15)).reduce(1.0) { power, _ in power * 10 }
    let shifted = ShortDecimal.product(value, power)
    // Beyond this a double has no decimals to round.
    guard shifted.magnitude < 0x1p53 else { return self }
    return Quantity.real(shifted.rounded(.toNearestOrAwayFromZero) / power).normalized
  }
}
