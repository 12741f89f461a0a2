import Foundation
import Testing

@testable import FeedCore

/// The quick way gives what the exact digits give, wherever it gives anything.
struct QuickRoundingTests {
  private func check(_ quantity: Quantity, _ scale: NumeralScale) -> Bool {
    guard let count = QuickRounding.count(of: quantity, in: scale) else { return false }
    let quick = Numeral(
      isNegative: quantity.double < 0, count: count, fraction: scale.fraction)
    let exact = scale.value(of: quantity)?.rounded(to: scale.fraction, ties: scale.ties)
    #expect(quick == exact, "\(quantity) in \(scale)")
    return true
  }

  private static let scales: [NumeralScale] = [
    NumeralScale(), NumeralScale(fraction: 1), NumeralScale(fraction: 2),
    NumeralScale(fraction: 9), NumeralScale(ties: .awayFromZero),
    NumeralScale(tens: 3, fraction: 1),
    NumeralScale(tens: 6), NumeralScale(tens: 18, fraction: 2), NumeralScale(twos: 10, fraction: 1),
    NumeralScale(twos: 60, fraction: 2), NumeralScale(tens: -3),
    NumeralScale(tens: 3, fraction: 1, ties: .awayFromZero),
  ]

  @Test(arguments: scales)
  func `rounds as the exact digits do, near ties too`(_ scale: NumeralScale) {
    var bits = SeededBits(seed: 7)
    var checked = 0
    let unit = scale.resolution
    for _ in 0..<4000 {
      let magnitude = pow(10, Double.random(in: -12...17, using: &bits))
      let value = Double.random(in: -1...1, using: &bits) * magnitude
      // A half of the last place, and the doubles beside it.
      let tie = ((value / unit).rounded(.down) + 0.5) * unit
      for number in [value, tie, tie.nextUp, tie.nextDown] where check(.real(number), scale) {
        checked += 1
      }
      let whole =
        Int64.random(in: .min...(.max), using: &bits) >> Int64.random(in: 0...62, using: &bits)
      if check(.integer(whole), scale) { checked += 1 }
    }
    #expect(checked > 6000)
  }

  @Test func `leaves to the exact digits what is too large for it, and what is no number`() {
    for value in [1e16, -1e16, 1e300, .infinity, .nan, 1e-250] {
      #expect(QuickRounding.count(of: .real(value), in: NumeralScale(fraction: 1)) == nil)
    }
    #expect(QuickRounding.count(of: .integer(.min), in: NumeralScale()) == 1 << 63)
    #expect(QuickRounding.count(of: .integer(.max), in: NumeralScale(fraction: 1)) == nil)
  }

  @Test(arguments: -30...30)
  func `knows the powers of ten`(_ exponent: Int) {
    #expect(QuickRounding.power(exponent) == Double("1e\(exponent)"))
  }
}
