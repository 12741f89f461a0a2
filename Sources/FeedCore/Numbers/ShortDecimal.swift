/// A double taken as the decimal that it is written with: 0.1 is one tenth.
///
/// Sums and products of such numbers are those of paper: 0.1 and 0.2 make 0.3, and ten steps of
/// a tenth make 1.
struct ShortDecimal: Hashable, Sendable {
  /// The digits as a whole number, exact up to 2⁵².
  private let whole: Double
  /// What it is divided by: a power of ten up to 10¹⁵, which is exact.
  private let power: Double

  private static let largest = 0x1p52

  /// nil for what has too many digits to be told apart from its neighbours.
  private init?(_ value: Double) {
    var power = 1.0
    for _ in 0...15 {
      let whole = (value * power).rounded()
      guard whole.magnitude <= Self.largest else { return nil }
      if whole / power == value {
        self.whole = whole
        self.power = power
        return
      }
      power *= 10
    }
    return nil
  }

  /// How many decimals a double is written with; nil for one without a short decimal.
  static func decimals(of value: Double) -> Int? {
    guard var rest = ShortDecimal(value)?.power else { return nil }
    var count = 0
    while rest > 1 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// The digits with the decimals that `power` gives them.
  private func digits(with power: Double) -> Double { whole * (power / self.power) }

  /// The double nearest to the sum.
  static func sum(_ left: Double, _ right: Double) -> Double {
    guard let first = ShortDecimal(left), let second = ShortDecimal(right) else {
      return left + right
    }
    let power = max(first.power, second.power)
    let (one, other) = (first.digits(with: power), second.digits(with: power))
    guard max(one.magnitude, other.magnitude) <= largest else { return left + right }
    return (one + other) / power
  }

  /// The double nearest to the product.
  static func product(_ left: Double, _ right: Double) -> Double {
    guard let first = ShortDecimal(left), let second = ShortDecimal(right) else {
      return left * right
    }
    let (digits, power) = (first.whole * second.whole, first.power * second.power)
    // Powers of ten are exact up to 10²².
    guard digits.magnitude <= largest, power <= 1e22 else { return left * right }
    return digits / power
  }

  /// The double nearest to the quotient.
  static func quotient(_ left: Double, _ right: Double) -> Double {
    guard let first = ShortDecimal(left), let second = ShortDecimal(right) else {
      return left / right
    }
    let power = max(first.power, second.power)
    let (one, other) = (first.digits(with: power), second.digits(with: power))
    guard max(one.magnitude, other.magnitude) <= largest else { return left / right }
    return one / other
  }
}
