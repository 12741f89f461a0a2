import FeedCore
import TestKit
import Testing

struct StepperTests {
  @Test(arguments: try MotionVectors.steppers())
  func `stops at its limits, where a press does nothing`(
    _ limits: MotionVectors.StepperCourse
  ) throws {
    var stepper = Stepper(
      value: .integer(limits.initial), lower: .integer(limits.lower),
      upper: .integer(limits.upper), step: .integer(limits.step))
    for press in limits.presses {
      #expect(stepper.value == .integer(press.before))

      let side = press.press == "+" ? stepper.plus : stepper.minus

      #expect(side == Stepper.Side(value: .integer(press.after), isEnabled: press.enabled))
      #expect(side.isEnabled == press.animates)
      let total = try Formula(parsing: "tickets * 24").value { _ in side.value }
      #expect(total == .integer(press.derivedTotal))
      stepper.value = side.value
    }
  }

  @Test(arguments: try MotionVectors.stepperTables())
  func `never overflows, and lands on the limits from outside`(_ table: MotionVectors.StepperTable)
  {
    for row in table.rows {
      let stepper = Stepper(
        value: .integer(row.value), lower: .integer(row.lower), upper: .integer(row.upper),
        step: .integer(row.step))

      #expect(
        stepper.plus == Stepper.Side(value: .integer(row.plus.to), isEnabled: row.plus.enabled))
      #expect(
        stepper.minus == Stepper.Side(value: .integer(row.minus.to), isEnabled: row.minus.enabled))
      #expect(
        Stepper.value(
          .integer(row.value), steppedBy: .integer(row.step),
          in: .integer(row.lower)...(.integer(row.upper))) == .integer(row.plus.to))
    }
  }

  @Test func `has the range 0 to 99 and the step 1 when nothing is said`() {
    let stepper = Stepper(value: .integer(99))

    #expect(stepper.plus == Stepper.Side(value: .integer(99), isEnabled: false))
    #expect(stepper.minus == Stepper.Side(value: .integer(98), isEnabled: true))
  }

  @Test func `a tenth ten times is one, and back again nothing`() {
    var stepper = Stepper(
      value: .integer(0), lower: .integer(-10), upper: .integer(10), step: .real(0.1))

    var seen: [Double] = []
    for _ in 0..<10 {
      stepper.value = stepper.plus.value
      seen.append(stepper.value.double)
    }
    #expect(seen == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(stepper.value == .integer(1))

    for _ in 0..<20 { stepper.value = stepper.minus.value }
    #expect(stepper.value == .integer(-1))
  }

  @Test(arguments: [
    (99.995, 0.005, 100.0), (0.3, -0.1, 0.2), (1.1, 2.2, 3.3), (1e-7, 2e-7, 3e-7),
    (0.5, 0.01, 0.51),
  ])
  func `real numbers are added as they are written`(value: Double, step: Double, sum: Double) {
    let stepped = Stepper.value(
      .real(value), steppedBy: .real(step), in: .integer(-1000)...(.integer(1000)))
    #expect(stepped == Quantity.real(sum).normalized)
  }

  @Test func `numbers without a short decimal are just added`() {
    let third = 1.0 / 3
    #expect(
      Stepper.value(.real(third), steppedBy: .real(third), in: .integer(0)...(.integer(1)))
        == .real(third + third))
    #expect(
      Stepper.value(.real(1e300), steppedBy: .real(0.1), in: .integer(0)...(.real(1e301)))
        == .real(1e300))
  }

  @Test func `real limits hold for whole numbers, too`() {
    let stepper = Stepper(value: .integer(3), lower: .real(2.5), upper: .real(3.5))

    #expect(stepper.plus == Stepper.Side(value: .real(3.5), isEnabled: true))
    #expect(stepper.minus == Stepper.Side(value: .real(2.5), isEnabled: true))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no number is no trap`(_ odd: Double) {
    let value = Stepper(value: .real(odd))
    #expect(value.plus.isEnabled == !odd.isNaN)
    #expect(value.minus.isEnabled == !odd.isNaN)

    let step = Stepper(value: .integer(5), step: .real(odd))
    #expect(step.plus.isEnabled == !odd.isNaN)
    #expect(step.plus.value == .integer(odd.isNaN ? 5 : (odd > 0 ? 99 : 0)))
  }

  @Test func `quantities are ordered by worth to the last unit`() {
    let rising: [Quantity] = [
      .real(-.infinity), .real(-1e19), .integer(.min), .integer(.min + 1), .real(-0.5),
      .integer(0), .real(0.5), .integer(1), .integer(.max - 1), .integer(.max), .real(0x1p63),
      .real(.infinity),
    ]
    for (index, left) in rising.enumerated() {
      for (other, right) in rising.enumerated() {
        #expect((left < right) == (index < other), "\(left) and \(right)")
      }
    }
    #expect(!(Quantity.integer(3) < .real(3)) && !(Quantity.real(3) < .integer(3)))
    #expect(!(Quantity.integer(3) < .real(.nan)) && !(Quantity.real(.nan) < .integer(3)))
  }
}
