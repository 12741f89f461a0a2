/// Turns a number into a readout.
///
/// While a number moves, it is shown in the unit and with the decimals of its target, so that
/// nothing but digits changes on the way; at the end `value` is the target itself.
/// Rounding is to nearest, ties to even, and comes before the choice of a unit.
package protocol Formatter: Sendable {
  /// The readout of `value` in the unit and precision that `target` calls for.
  func readout(of value: Quantity, like target: Quantity) -> Readout

  /// How many cells the widest number takes that this format shows in the unit of `target`.
  func reservedWidth(for target: Quantity) -> Int

  /// The decimal point, if some numbers of a unit have one and others none; else nil.
  var optionalMark: Character? { get }

  /// The worth of the last digit shown, for a number with the unit and precision of `target`.
  func resolution(for target: Quantity) -> Double
}

extension Formatter {
  package var optionalMark: Character? { nil }
}
