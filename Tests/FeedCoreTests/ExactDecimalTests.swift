import Foundation
import Testing

@testable import FeedCore

struct ExactDecimalTests {
  @Test(arguments: [
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (1.005, 2, "1.00"), (2.5, 0, "2"), (3.5, 0, "4"),
    (0.5, 0, "0"), (1.5, 0, "2"), (0.49999999999999994, 0, "0"), (9.96, 1, "10.0"),
    (999.9999999996, 9, "1000.000000000"), (.leastNonzeroMagnitude, 9, "0.000000000"),
    (0.05, 1, "0.1"),
    (0.25, 1, "0.2"), (0.75, 0, "1"), (9.5, 0, "10"), (0.95, 1, "0.9"),
  ])
  func `rounds half to even on the true value`(value: Double, fraction: Int, text: String) throws {
    #expect(try rounded(.real(value), fraction) == text)
    #expect(try rounded(.real(-value), fraction).hasSuffix(text))
  }

  @Test func `agrees with the C library on random doubles`() throws {
    var bits = SeededBits(seed: 1)
    for _ in 0..<4000 {
      let magnitude = Double.random(in: -12...18.9, using: &bits)
      let value = Double.random(in: -1...1, using: &bits) * pow(10, magnitude)
      let fraction = Int.random(in: 0...9, using: &bits)
      #expect(try rounded(.real(value), fraction) == expected(value, fraction))
    }
  }

  @Test func `agrees with the C library on ties`() throws {
    var bits = SeededBits(seed: 2)
    for _ in 0..<2000 {
      let value = Double(Int.random(in: -1_000_000...1_000_000, using: &bits)) / 1024
      let fraction = Int.random(in: 0...9, using: &bits)
      #expect(try rounded(.real(value), fraction) == expected(value, fraction))
    }
  }

  @Test func `keeps integers to the ends of their range`() throws {
    for value in [Int64.min, .min + 1, -1, 0, 1, 9_007_199_254_740_993, .max] {
      #expect(try rounded(.integer(value), 0) == String(value))
    }
  }

  @Test func `divides by powers of two without loss`() throws {
    let value = try #require(ExactDecimal(.integer(1_048_115), dividedByTwos: 10))

    #expect(text(value.rounded(to: 9)) == "1023.549804688")
    #expect(text(value.rounded(to: 0)) == "1024")
  }

  @Test func `has no value for what is not finite`() {
    #expect(ExactDecimal(.real(.nan)) == nil)
    #expect(ExactDecimal(.real(.infinity)) == nil)
    #expect(ExactDecimal(.real(-.infinity)) == nil)
  }

  @Test func `writes the largest double out in full`() throws {
    #expect(
      try rounded(.real(.greatestFiniteMagnitude), 0)
        == String(format: "%.0f", Double.greatestFiniteMagnitude))
  }

  private func rounded(_ quantity: Quantity, _ fraction: Int) throws -> String {
    text(try #require(ExactDecimal(quantity)).rounded(to: fraction))
  }

  private func text(_ numeral: Numeral) -> String {
    let fraction = numeral.fraction.map(String.init).joined()
    return (numeral.isNegative ? "-" : "") + numeral.integer.map(String.init).joined()
      + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// What printf says, without the minus that it gives to zero.
  private func expected(_ value: Double, _ fraction: Int) -> String {
    let text = String(format: "%.\(fraction)f", value)
    return text.contains { ("1"..."9").contains($0) } ? text : text.replacing("-", with: "")
  }
}
