/// How one number is written: what it is divided by, with how many decimals, in which unit.
struct NumeralScale: Hashable, Sendable {
  /// The divisor is 10 to this power, times 2 to the power of `twos`.
  var tens = 0
  var twos = 0
  var fraction = 0
  /// With the space before it, if any.
  var unit = ""
  var ties = ExactDecimal.Ties.toEven

  /// The worth of the last digit, above zero.
  var resolution: Double {
    let worth =
      QuickRounding.power(tens - fraction) * Double(sign: .plus, exponent: twos, significand: 1)
    return max(worth, .leastNonzeroMagnitude)
  }

  /// `quantity` in this scale, not yet rounded; nil for NaN and the infinities.
  func value(of quantity: Quantity) -> ExactDecimal? {
    ExactDecimal(quantity, dividedByTwos: twos)?.divided(byTens: tens)
  }

  /// `quantity` in this scale, rounded; nil for NaN and the infinities.
  func numeral(of quantity: Quantity) -> Numeral? {
    if let count = QuickRounding.count(of: quantity, in: self) {
      return Numeral(isNegative: quantity.double < 0, count: count, fraction: fraction)
    }
    return value(of: quantity)?.rounded(to: fraction, ties: ties)
  }

  /// This scale with an exponent before the unit, so that `value` has one digit before the point
  /// and up to two after it.
  func withExponent(for value: ExactDecimal) -> NumeralScale {
    var exponent = value.point - 1
    var numeral = value.divided(byTens: exponent).rounded(to: 2)
    if numeral.integer.count > 1 {
      exponent += 1
      numeral = value.divided(byTens: exponent).rounded(to: 2)
    }
    let zeros = numeral.fraction.reversed().prefix { $0 == 0 }.count
    return NumeralScale(
      tens: tens + exponent, twos: twos, fraction: numeral.fraction.count - zeros,
      unit: "e\(exponent)\(unit)")
  }
}

/// A format that is a scale and a layout: all but durations.
protocol ScaledFormat: Formatter {
  var layout: NumeralLayout { get }

  /// How `target`, a finite number, is to be written.
  func scale(for target: Quantity) -> NumeralScale

  /// The widest number to hold room for beside the target itself.
  func widest(for target: Quantity) -> (numeral: Numeral, unit: String)?
}

extension ScaledFormat {
  package func readout(of value: Quantity, like target: Quantity) -> Readout {
    scaled(value, like: target)
  }

  /// `value` in the scale of `target`.
  func scaled(_ value: Quantity, like target: Quantity) -> Readout {
    guard value.isFinite else { return layout.readout(ofNonFinite: value.double) }
    return readout(of: value, in: fittingScale(for: target.isFinite ? target : value))
      // Far beyond its target: as it would stand alone, rather than with hundreds of digits.
      ?? readout(of: value, in: fittingScale(for: value)) ?? .missing
  }

  /// `value` in `scale`; nil when it has too many digits there.
  private func readout(of value: Quantity, in scale: NumeralScale) -> Readout? {
    guard let numeral = scale.numeral(of: value),
      numeral.integer.count <= NumeralLayout.mostDigits
    else { return nil }
    return layout.readout(of: numeral, unit: scale.unit)
  }

  package func reservedWidth(for target: Quantity) -> Int {
    let own = readout(of: target, like: target).parts.count
    let widest = widest(for: target).map {
      layout.readout(of: $0.numeral, unit: $0.unit).parts.count
    }
    return max(layout.width, own, widest ?? 0)
  }

  package func resolution(for target: Quantity) -> Double {
    fittingScale(for: target.isFinite ? target : .integer(0)).resolution
  }

  package func widest(for target: Quantity) -> (numeral: Numeral, unit: String)? { nil }

  /// The scale for `target`, with an exponent when it would be too long without.
  private func fittingScale(for target: Quantity) -> NumeralScale {
    guard target.isFinite else { return NumeralScale() }
    let scale = scale(for: target)
    // Only what is longer than 64 bits hold can be too long.
    if QuickRounding.count(of: target, in: scale) != nil { return scale }
    guard let exact = scale.value(of: target),
      exact.rounded(to: scale.fraction, ties: scale.ties).integer.count > NumeralLayout.mostDigits
    else { return scale }
    return scale.withExponent(for: exact)
  }
}
