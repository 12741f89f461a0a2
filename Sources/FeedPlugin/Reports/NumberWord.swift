import FeedCore

/// A number as sources write it, with its unit where it has one.
struct NumberWord: Hashable {
  enum Outcome: Hashable {
    case number(NumberWord)
    /// NaN, an infinity, or more than a double holds.
    case notFinite
    /// `9,0`: neither 9 nor 90.
    case decimalComma
    /// Something else than a number.
    case other
  }

  var reading: Reading
  var unit: String?

  static func read(_ text: String) -> Outcome {
    do throws(NumberParser.Problem) {
      let measure = try NumberParser.parseWithUnit(text)
      guard measure.quantity.isFinite else { return .notFinite }
      let unit = measure.unit == .none ? nil : measure.unit.rawValue
      return .number(NumberWord(reading: .number(measure.quantity.normalized), unit: unit))
    } catch {
      return error == .decimalComma || hasCommaBeforeUnit(text) ? .decimalComma : .other
    }
  }

  /// What to say about a text in which a comma stands where a point should.
  static func commaReason(_ text: String) -> String {
    "expected a decimal point, found a comma in '\(text.excerpt)'"
  }

  /// `84,3 %`.
  private static func hasCommaBeforeUnit(_ text: String) -> Bool {
    let number = text.prefix { "+-.,0123456789".contains($0) }
    let unit = text.dropFirst(number.count).drop { $0 == " " }
    guard number.contains(","), units.contains(String(unit)) else { return false }
    do throws(NumberParser.Problem) {
      _ = try NumberParser.parse(String(number))
      return false
    } catch {
      return error == .decimalComma
    }
  }

  private static let units = Set(NumberParser.unitNames)
}
