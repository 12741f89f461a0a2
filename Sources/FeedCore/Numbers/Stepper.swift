/// A number with a minus and a plus beside it, between two limits.
package struct Stepper: Hashable, Sendable {
  package var value: Quantity
  package var lower: Quantity
  package var upper: Quantity
  /// What plus adds and minus takes away; may be negative.
  package var step: Quantity

  package init(
    value: Quantity, lower: Quantity = .integer(0), upper: Quantity = .integer(99),
    step: Quantity = .integer(1)
  ) {
    self.value = value.normalized
    self.lower = lower.normalized
    self.upper = upper.normalized
    self.step = step.normalized
  }

  /// What pressing one side comes to.
  package struct Side: Hashable, Sendable {
    package var value: Quantity
    /// Whether a press would change the value.
    package var isEnabled: Bool

    package init(value: Quantity, isEnabled: Bool) {
      self.value = value
      self.isEnabled = isEnabled
    }
  }

  package var plus: Side { side(steppedBy: step) }

  package var minus: Side { side(steppedBy: step.negated) }

  private func side(steppedBy step: Quantity) -> Side {
    let result = Self.clamped(Self.sum(value, step), lower, upper, isRising: step > .integer(0))
    return Side(value: result ?? value, isEnabled: result.map { $0 != value } ?? false)
  }

  /// `value` after one step, within `range`; what is no number changes nothing.
  ///
  /// A sum beyond Int64 is the limit on the side of the step. Real numbers are added as the decimals
  /// they are written with, so that 0.1 ten times is 1.
  package static func value(
    _ value: Quantity, steppedBy step: Quantity, in range: ClosedRange<Quantity>
  ) -> Quantity {
    Stepper(value: value, lower: range.lowerBound, upper: range.upperBound, step: step).plus.value
  }

  /// nil for a sum that is no number.
  private static func clamped(
    _ sum: Sum, _ lower: Quantity, _ upper: Quantity, isRising: Bool
  ) -> Quantity? {
    switch sum {
    case .overflow: isRising ? upper : lower
    case .number(let sum) where sum.double.isNaN: nil
    case .number(let sum): sum < lower ? lower : (sum > upper ? upper : sum)
    }
  }

  private enum Sum {
    case number(Quantity)
    case overflow
  }

  private static func sum(_ value: Quantity, _ step: Quantity) -> Sum {
    guard case .integer(let left) = value, case .integer(let right) = step else {
      return .number(value + step)
    }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .overflow : .number(.integer(sum))
  }
}

extension Quantity {
  /// The opposite number; that of Int64.min is Int64.max.
  fileprivate var negated: Quantity {
    switch self {
    case .integer(let value): .integer(value == .min ? .max : -value)
    case .real(let value): .real(-value)
    }
  }
}
