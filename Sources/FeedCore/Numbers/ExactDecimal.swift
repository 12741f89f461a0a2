/// The exact decimal value of a number: every double has finitely many decimal digits.
///
/// Rounding on these digits is rounding on the value itself, so 1.005, which is a little less in
/// binary, becomes 1.00, and 0.125 is a true tie.
struct ExactDecimal: Hashable, Sendable {
  /// A minus belongs to the value; never for zero.
  let isNegative: Bool
  /// From the most significant, without zeros at the left; empty for zero.
  let digits: [UInt8]
  /// How many of the digits stand before the decimal point; may be negative or more than there are.
  let point: Int

  private init(isNegative: Bool, digits: [UInt8], point: Int) {
    self.isNegative = isNegative
    self.digits = digits
    self.point = point
  }

  /// The value of `quantity` divided by 2 to the power of `twos`; nil for NaN and the infinities.
  init?(_ quantity: Quantity, dividedByTwos twos: Int = 0) {
    switch quantity {
    case .integer(let value):
      self.init(value.magnitude, twos: -twos, isNegative: value < 0)
    case .real(let value):
      guard value.isFinite else { return nil }
      let isNormal = value.isNormal
      let significand = value.significandBitPattern | (isNormal ? 1 << 52 : 0)
      let exponent = isNormal ? Int(value.exponent) - 52 : -1074
      self.init(significand, twos: exponent - twos, isNegative: value < 0)
    }
  }

  private init(_ significand: UInt64, twos: Int, isNegative: Bool) {
    let zeros = significand == 0 ? 0 : significand.trailingZeroBitCount
    let shortened = significand >> UInt64(zeros)
    let exponent = twos + zeros
    let digits =
      exponent >= 0
      ? BigDigits(shortened, times: 2, toThePower: exponent).digits
      : BigDigits(shortened, times: 5, toThePower: -exponent).digits
    self.init(
      isNegative: isNegative, digits: digits,
      point: digits.isEmpty ? 0 : digits.count + min(exponent, 0))
  }

  /// This value divided by 10 to the power of `tens`.
  func divided(byTens tens: Int) -> ExactDecimal {
    ExactDecimal(
      isNegative: isNegative, digits: digits, point: digits.isEmpty ? 0 : point - tens)
  }

  /// The integer part without its sign; what does not fit is the greatest.
  var truncated: UInt64 {
    let kept = Array(digits.prefix(max(point, 0)))
    let zeros = repeatElement(UInt8(0), count: max(point - kept.count, 0))
    return Numeral(isNegative: false, integer: kept + zeros, fraction: []).wholePart
  }

  /// Where a value goes that is half-way between two.
  enum Ties: Hashable, Sendable {
    case toEven
    case awayFromZero
  }

  /// The value with `fraction` decimals, to nearest.
  func rounded(to fraction: Int, ties: Ties = .toEven) -> Numeral {
    let kept = point + fraction
    var result = Array(digits.prefix(max(kept, 0)))
    result += repeatElement(0, count: max(kept - result.count, 0))
    if roundsUp(after: kept, ties) { Self.increment(&result) }
    if result.count <= fraction {
      result.insert(contentsOf: repeatElement(0, count: fraction + 1 - result.count), at: 0)
    }
    if result.isEmpty { result = [0] }
    let split = result.count - fraction
    return Numeral(
      isNegative: isNegative && result.contains { $0 != 0 },
      integer: Array(result[..<split]), fraction: Array(result[split...]))
  }

  /// Whether what follows the first `count` digits is more than a half, or a half that goes up.
  private func roundsUp(after count: Int, _ ties: Ties) -> Bool {
    guard count >= 0, count < digits.count else { return false }
    if digits[count] != 5 { return digits[count] > 5 }
    if digits[(count + 1)...].contains(where: { $0 != 0 }) { return true }
    return ties == .awayFromZero || count > 0 && digits[count - 1] % 2 == 1
  }

  private static func increment(_ digits: inout [UInt8]) {
    for place in digits.indices.reversed() {
      if digits[place] < 9 {
        digits[place] += 1
        return
      }
      digits[place] = 0
    }
    digits.insert(1, at: 0)
  }
}

/// A number rounded to some decimals, digit by digit.
struct Numeral: Hashable, Sendable {
  /// Never for a number that was rounded to zero.
  var isNegative: Bool
  /// From the left, at least one.
  var integer: [UInt8]
  var fraction: [UInt8]

  /// The digits before the point as a number; what does not fit is the greatest.
  var wholePart: UInt64 {
    var value: UInt64 = 0
    for digit in integer {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return .max }
      value = sum
    }
    return value
  }
}

/// An integer of any size in base 10⁹: just enough arithmetic to write a double out in full.
private struct BigDigits {
  /// From the least significant.
  private var limbs: [UInt64]
  private static let base: UInt64 = 1_000_000_000

  /// `start` times `factor` (2 or 5) to the power of `power`.
  init(_ start: UInt64, times factor: UInt64, toThePower power: Int) {
    limbs = []
    var rest = start
    while rest > 0 {
      limbs.append(rest % Self.base)
      rest /= Self.base
    }
    // 13 factors at a time: 5¹³ times a limb still fits into 64 bits.
    var left = power
    while left > 0, !limbs.isEmpty {
      let count = min(left, 13)
      multiply(by: (0..<count).reduce(1) { product, _ in product * factor })
      left -= count
    }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = limbs[index] * factor + carry
      limbs[index] = product % Self.base
      carry = product / Self.base
    }
    while carry > 0 {
      limbs.append(carry % Self.base)
      carry /= Self.base
    }
  }

  /// From the most significant, without zeros at the left.
  var digits: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(limbs.count * 9)
    for limb in limbs.reversed() {
      var divisor = Self.base / 10
      while divisor > 0 {
        let digit = UInt8(limb / divisor % 10)
        if digit != 0 || !result.isEmpty { result.append(digit) }
        divisor /= 10
      }
    }
    return result
  }
}
