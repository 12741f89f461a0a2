/// What the cases of steppers say, whoever steps.
extension MotionVectors {
  /// Presses on a stepper, one after the other, and the total that is computed from it.
  package struct StepperCourse: Decodable, CustomStringConvertible {
    package struct Press: Decodable {
      package let press: String
      package let before: Int64
      package let enabled: Bool
      package let after: Int64
      package let animates: Bool
      /// 24 for each.
      package let derivedTotal: Int64

      private enum CodingKeys: String, CodingKey {
        case press, before, enabled, after, animates
        case derivedTotal = "derived_total"
      }
    }

    package let id: String
    package let initial: Int64
    package let step: Int64
    package let lower: Int64
    package let upper: Int64
    package let presses: [Press]

    package var description: String { id }
  }

  /// What a press on either side of a stepper comes to.
  package struct StepperTable: Decodable, CustomStringConvertible {
    package struct Row: Decodable {
      package struct Side: Decodable {
        package let enabled: Bool
        package let to: Int64
      }

      package let step: Int64
      package let lower: Int64
      package let upper: Int64
      package let value: Int64
      package let plus: Side
      package let minus: Side
    }

    package let id: String
    package let rows: [Row]

    package var description: String { id }
  }

  package static func steppers() throws -> [StepperCourse] {
    try cases("stepper", as: StepperCourse.self)
  }

  package static func stepperTables() throws -> [StepperTable] {
    try cases("stepper_table", as: StepperTable.self)
  }
}
