import FeedCore
import Foundation

/// Plain digits: no groups, a minus, zeros up to a number of digits, fixed decimals.
struct TestFormatter: FeedCore.Formatter {
  /// The minus is beside these.
  var minimumDigits = 1
  var fraction = 0
  var width = 0

  func readout(of value: Quantity, like target: Quantity) -> Readout {
    guard value.isFinite else { return Readout([Readout.Part("–", .integer(0))]) }
    var text: String
    switch value {
    case .integer(let value):
      text = String(value.magnitude)
      if fraction > 0 { text += "." + String(repeating: "0", count: fraction) }
    case .real(let value) where fraction == 0 && value.magnitude < 0x1p63:
      text = String(UInt64(value.magnitude.rounded(.toNearestOrEven)))
    case .real(let value): text = String(format: "%.\(fraction)f", value.magnitude)
    }
    let integers = text.prefix { $0 != "." }.count
    let zeros = min(max(minimumDigits, 0), 20) - integers
    if zeros > 0 { text = String(repeating: "0", count: zeros) + text }
    let isZero = text.allSatisfy { $0 == "0" || $0 == "." }
    let whole = max(integers + zeros, integers)
    var parts = value.double < 0 && !isZero ? [Readout.Part("-", .sign)] : []
    for (index, character) in text.enumerated() {
      let key: Readout.Key =
        index < whole
        ? .integer(whole - 1 - index)
        : (index == whole ? .decimalPoint : .fraction(index - whole - 1))
      parts.append(Readout.Part(character, key))
    }
    return Readout(parts)
  }

  func reservedWidth(for target: Quantity) -> Int { width }

  func resolution(for target: Quantity) -> Double { pow(10, -Double(fraction)) }
}
