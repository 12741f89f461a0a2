import FeedCore

/// Reads numbers, amounts and durations as a config writes them.
enum ValueText {
  /// A decimal number, with an exponent or without; no infinities.
  static func number(_ text: String) -> Double? { exactNumber(text)?.double }

  /// The same, exact as far as whole numbers go.
  static func exactNumber(_ text: String) -> Quantity? {
    let value = try? NumberParser.parse(text)
    return value.flatMap { $0.isFinite ? $0.normalized : nil }
  }

  /// A number with or without a unit, in the base of the unit; percent as it is.
  static func quantity(_ text: String) -> Quantity? {
    let value = try? NumberParser.parseWithUnit(text).quantity
    return value.flatMap { $0.isFinite ? $0.normalized : nil }
  }

  /// `250ms`, `1.2s`, `5m`, `1h`, `1d`; a number alone is none.
  static func duration(_ text: String) -> TimeSpan? {
    let (digits, unit) = split(text)
    guard let value = number(digits), let length = times[unit] else { return nil }
    return .seconds(value * length)
  }

  /// `0..100`, each end with a unit or without.
  static func range(_ text: String) -> (lower: Quantity, upper: Quantity)? {
    let characters = Array(text)
    for index in characters.indices.dropLast() where characters[index...].starts(with: "..") {
      let lower = String(characters[..<index])
      let upper = String(characters[(index + 2)...])
      if let lower = quantity(lower), let upper = quantity(upper) { return (lower, upper) }
    }
    return nil
  }

  /// In seconds.
  private static let times = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]

  /// The number and what follows it, the space between them left out.
  private static func split(_ text: String) -> (String, String) {
    let digits = text.prefix { "0123456789+-.".contains($0) }
    return (String(digits), String(text.dropFirst(digits.count).drop { $0 == " " }))
  }
}

extension TimeSpan {
  /// As a config writes it, in the largest unit that needs no fraction.
  var text: String {
    let units: [(Int64, String)] = [
      (86_400_000_000_000, "d"), (3_600_000_000_000, "h"), (60_000_000_000, "m"),
      (1_000_000_000, "s"),
    ]
    for (length, name) in units where nanoseconds % length == 0 && nanoseconds != 0 {
      return "\(nanoseconds / length)\(name)"
    }
    return "\(nanoseconds / 1_000_000)ms"
  }
}

extension Double {
  /// Without a fraction that says nothing.
  var phrase: String { Quantity.real(self).plain }
}

extension ClosedRange<Double> {
  var phrase: String {
    upperBound == .greatestFiniteMagnitude
      ? "at least \(lowerBound.phrase)" : "between \(lowerBound.phrase) and \(upperBound.phrase)"
  }
}
