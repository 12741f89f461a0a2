/// Lengths of time, given in seconds, in their two largest units: `42s`, `5m 03s`, `3d 04h`.
///
/// The second unit has two digits, so the width stays while the unit does. Less than a second is
/// `250ms`. Rounded to the smaller unit first, then the units are chosen: 59m 59.6s is `1h 00m`.
struct DurationFormat: ConfiguredFormat {
  /// The smallest unit that is shown.
  private enum Level: Int, CaseIterable {
    case milliseconds
    case seconds
    case minutes
    case hours
    case days

    /// The length of the smallest unit shown; minutes are shown with seconds.
    var resolution: Double {
      switch self {
      case .milliseconds: 0.001
      case .seconds, .minutes: 1
      case .hours: 60
      case .days: 3600
      }
    }

    /// From how many smallest units on the next level is used.
    var limit: UInt64 {
      switch self {
      case .milliseconds: 1000
      case .seconds: 60
      case .minutes: 3600
      case .hours: 24 * 60
      case .days: .max
      }
    }

    /// How many smallest units make the larger one; nil where only one unit is shown.
    var carry: UInt64? {
      switch self {
      case .milliseconds, .seconds: nil
      case .minutes, .hours: 60
      case .days: 24
      }
    }
  }

  /// Seconds alone, for times that no calendar has: `1e300s`.
  private struct Seconds: ScaledFormat {
    let layout: NumeralLayout

    func scale(for target: Quantity) -> NumeralScale { NumeralScale(unit: "s") }
  }

  private let layout: NumeralLayout

  init(_ options: FormatOptions) throws(FormatProblem) {
    try options.check(for: "duration")
    layout = NumeralLayout(options, marks: .ungrouped(options.locale))
  }

  func readout(of value: Quantity, like target: Quantity) -> Readout {
    guard let exact = ExactDecimal(value) else {
      return layout.readout(ofNonFinite: value.double)
    }
    guard let level = Self.level(for: target.isFinite ? target : value),
      let count = Self.count(of: exact, at: level)
    else { return Seconds(layout: layout).readout(of: value, like: target) }
    return readout(count, at: level, isNegative: exact.isNegative)
  }

  func reservedWidth(for target: Quantity) -> Int {
    let widest = readout(3599, at: .minutes, isNegative: target.double < 0)
    return max(
      layout.width, widest.parts.count, readout(of: target, like: target).parts.count)
  }

  func resolution(for target: Quantity) -> Double {
    Self.level(for: target)?.resolution ?? Seconds(layout: layout).resolution(for: target)
  }

  /// The level on which `target` is shown; nil when it is too long for any, or not finite.
  private static func level(for target: Quantity) -> Level? {
    guard let exact = ExactDecimal(target), count(of: exact, at: .days) != nil else { return nil }
    if count(of: exact, at: .milliseconds) == 0 { return .seconds }
    return Level.allCases.first { level in
      count(of: exact, at: level).map { $0 < level.limit } ?? false
    }
  }

  /// How many of the level's smallest units `exact` is, to nearest, ties to even; nil when that
  /// does not fit.
  private static func count(of exact: ExactDecimal, at level: Level) -> UInt64? {
    guard exact.point <= (level == .milliseconds ? 16 : 19) else { return nil }
    switch level {
    case .milliseconds: return exact.divided(byTens: -3).rounded(to: 0).wholePart
    case .seconds, .minutes: return exact.rounded(to: 0).wholePart
    case .hours, .days:
      let length: UInt64 = level == .hours ? 60 : 3600
      let hasFraction = exact.digits.count > exact.point
      let whole = exact.truncated
      let (quotient, rest) = whole.quotientAndRemainder(dividingBy: length)
      if rest * 2 == length, !hasFraction { return quotient + quotient % 2 }
      return quotient + (rest * 2 >= length ? 1 : 0)
    }
  }

  private func readout(_ count: UInt64, at level: Level, isNegative: Bool) -> Readout {
    var parts = layout.lead(isNegative: isNegative && count > 0, isZero: count == 0)
    switch level {
    case .milliseconds: parts += token(count, "ms", .milliseconds)
    case .seconds: parts += token(count, "s", .seconds)
    case .minutes: parts += pair(count, level, ("m", .minutes), ("s", .seconds))
    case .hours: parts += pair(count, level, ("h", .hours), ("m", .minutes))
    case .days: parts += pair(count, level, ("d", .days), ("h", .hours))
    }
    return Readout(parts + layout.tail(unit: ""))
  }

  private func pair(
    _ count: UInt64, _ level: Level, _ large: (name: String, level: Level),
    _ small: (name: String, level: Level)
  ) -> [Readout.Part] {
    let (first, second) = count.quotientAndRemainder(dividingBy: level.carry ?? 1)
    return token(first, large.name + " ", large.level)
      + token(second, small.name, small.level, digitCount: 2)
  }

  /// A number and its unit; the same unit has the same keys whichever other stands beside it.
  private func token(
    _ number: UInt64, _ unit: String, _ level: Level, digitCount: Int? = nil
  ) -> [Readout.Part] {
    let plain = String(number).utf8.map { $0 - UInt8(ascii: "0") }
    let digits =
      digitCount.map { Array(repeating: 0, count: max($0 - plain.count, 0)) + plain }
      ?? layout.padded(plain)
    return digits.enumerated().map { offset, digit in
      Readout.Part(
        NumeralLayout.glyph(digit), .token(2 * level.rawValue, digits.count - 1 - offset))
    }
      + unit.enumerated().map { offset, character in
        Readout.Part(character, .token(2 * level.rawValue + 1, offset))
      }
  }
}
