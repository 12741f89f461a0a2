import func Glibc.fma

/// Rounding to decimals as `ExactDecimal` does it, in a few operations where those are exact too.
///
/// The product of a double and a power of ten up to 10²² is known exactly as a double and its error
/// (fused multiply-add), and so is a quotient and its remainder; only ties need the error.
/// *Source:* Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed., 4.4.1 and 4.7.
enum QuickRounding {
  /// 10ⁿ for every n for which that is a double.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// 10 to the power of `exponent`, to the nearest double.
  static func power(_ exponent: Int) -> Double {
    guard exponent.magnitude < powers.count else { return Double("1e\(exponent)") ?? 1 }
    // A quotient of two exact doubles is the double nearest to it.
    return exponent >= 0 ? powers[exponent] : 1 / powers[-exponent]
  }

  /// What is counted has to be exact to a half, and more than a half of what doubles can do is not
  /// worth the thought.
  private static let greatest = Double(1 << 50)

  /// How many of its last decimals `quantity` is, in `scale`, rounded to nearest and without its
  /// sign; nil where that takes exact digits.
  static func count(of quantity: Quantity, in scale: NumeralScale) -> UInt64? {
    let shift = scale.fraction - scale.tens
    if case .integer(let value) = quantity, scale.twos == 0, shift == 0 { return value.magnitude }
    guard shift.magnitude < powers.count else { return nil }
    let number = quantity.double.magnitude
    guard number < greatest, number == 0 || number > 1e-200 else { return nil }
    let scaled = number * Double(sign: .plus, exponent: -scale.twos, significand: 1)
    let product: Double
    let error: Double
    if shift >= 0 {
      product = scaled * powers[shift]
      error = fma(scaled, powers[shift], -product)
    } else {
      product = scaled / powers[-shift]
      error = fma(-product, powers[-shift], scaled)
    }
    guard product < greatest else { return nil }
    let whole = product.rounded(.down)
    let count = UInt64(whole)
    let rest = product - whole
    if rest != 0.5 { return rest > 0.5 ? count + 1 : count }
    if error != 0 { return error > 0 ? count + 1 : count }
    return scale.ties == .awayFromZero || count % 2 == 1 ? count + 1 : count
  }
}

extension Numeral {
  /// The number that is `count` of the last of `fraction` decimals.
  init(isNegative: Bool, count: UInt64, fraction decimals: Int) {
    var rest = count
    var digits: [UInt8] = []
    digits.reserveCapacity(max(20, decimals + 1))
    while rest > 0 || digits.count <= decimals {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    digits.reverse()
    self.init(
      isNegative: isNegative && count > 0, integer: [], fraction: [])
    if decimals > 0 {
      fraction = Array(digits.suffix(decimals))
      digits.removeLast(decimals)
    }
    integer = digits
  }
}
