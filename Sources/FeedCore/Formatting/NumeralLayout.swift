/// The characters that a number is written with.
struct NumberMarks: Hashable, Sendable {
  var decimalPoint: Character
  /// nil: no groups.
  var group: Character?
  /// Sizes of the groups from the right; the last repeats.
  var grouping: [Int]
  var minus: Character

  private init(decimalPoint: String, group: String, grouping: [Int], minus: String) {
    self.decimalPoint = Self.mark(decimalPoint) ?? "."
    self.group = Self.mark(group)
    self.grouping = grouping
    self.minus = Self.mark(minus) ?? "-"
  }

  /// How `locale` writes plain numbers.
  static func plain(_ locale: NumberLocale) -> NumberMarks {
    NumberMarks(
      decimalPoint: locale.decimalPoint, group: locale.groupSeparator, grouping: locale.grouping,
      minus: locale.minusSign)
  }

  /// How `locale` writes numbers where groups would mislead or widen.
  static func ungrouped(_ locale: NumberLocale) -> NumberMarks {
    NumberMarks(
      decimalPoint: locale.decimalPoint, group: "", grouping: [], minus: locale.minusSign)
  }

  /// How `locale` writes amounts of money.
  static func money(_ locale: NumberLocale) -> NumberMarks {
    let money = locale.money
    return NumberMarks(
      decimalPoint: money.decimalPoint.isEmpty ? locale.decimalPoint : money.decimalPoint,
      group: money.groupSeparator, grouping: money.grouping, minus: locale.minusSign)
  }

  /// The first character of `text` that can be seen: some locales wrap the minus in direction marks.
  private static func mark(_ text: String) -> Character? {
    text.first { CellWidth.of($0) > 0 }
  }
}

/// Puts sign, prefix, grouped digits, decimals and unit together, each place with its identity.
struct NumeralLayout: Sendable {
  var marks: NumberMarks
  var sign: FormatOptions.Sign
  /// Zeros fill up to this many integer digits, at most 20; groups are left out then.
  var minimumDigits: Int
  /// Between sign and digits.
  var prefix: [Character]
  /// After the unit.
  var suffix: [Character]
  /// Cells to reserve whatever is shown.
  var width: Int

  /// The most integer digits that are written out; longer numbers have an exponent.
  static let mostDigits = 20

  init(_ options: FormatOptions, marks: NumberMarks, symbol: String = "") {
    self.marks = marks
    sign = options.sign
    minimumDigits = min(max(options.minimumDigits, 1), Self.mostDigits)
    prefix = Array(options.prefix + symbol)
    suffix = Array(options.suffix)
    width = options.width ?? 0
  }

  /// `numeral` with everything around it.
  func readout(of numeral: Numeral, unit: String) -> Readout {
    let isZero = !numeral.integer.contains { $0 != 0 } && !numeral.fraction.contains { $0 != 0 }
    let digits =
      numeral.integer.count < minimumDigits ? padded(numeral.integer) : numeral.integer
    var parts: [Readout.Part] = []
    parts.reserveCapacity(2 * digits.count + numeral.fraction.count + unit.utf8.count + 8)
    appendLead(isNegative: numeral.isNegative, isZero: isZero, to: &parts)
    let groups = groupPlaces(below: digits.count)
    for (offset, digit) in digits.enumerated() {
      let place = digits.count - 1 - offset
      if let group = marks.group, groups & 1 << UInt64(place) != 0 {
        parts.append(Readout.Part(group, .group(place)))
      }
      parts.append(Readout.Part(Self.glyph(digit), .integer(place)))
    }
    if !numeral.fraction.isEmpty { parts.append(Readout.Part(marks.decimalPoint, .decimalPoint)) }
    for (index, digit) in numeral.fraction.enumerated() {
      parts.append(Readout.Part(Self.glyph(digit), .fraction(index)))
    }
    if !unit.isEmpty || !suffix.isEmpty { parts += tail(unit: unit) }
    return Readout(parts)
  }

  /// What is shown for a number that has no digits: `–` for NaN, `∞` with its sign.
  func readout(ofNonFinite value: Double) -> Readout {
    guard !value.isNaN else { return .missing }
    let sign = signPart(isNegative: value < 0, isZero: false).map { [$0] } ?? []
    return Readout(sign + [Readout.Part("∞", .integer(0))])
  }

  /// Sign and prefix.
  func lead(isNegative: Bool, isZero: Bool) -> [Readout.Part] {
    var parts: [Readout.Part] = []
    appendLead(isNegative: isNegative, isZero: isZero, to: &parts)
    return parts
  }

  private func appendLead(isNegative: Bool, isZero: Bool, to parts: inout [Readout.Part]) {
    if let sign = signPart(isNegative: isNegative, isZero: isZero) { parts.append(sign) }
    for (offset, character) in prefix.enumerated() {
      parts.append(Readout.Part(character, .prefix(offset)))
    }
  }

  /// The characters of `unit` and the suffix, counted from the right.
  func tail(unit: String) -> [Readout.Part] {
    let characters = Array(unit) + suffix
    return characters.enumerated().map {
      Readout.Part($0.element, .suffix(characters.count - 1 - $0.offset))
    }
  }

  /// `digits` with the zeros that `minimumDigits` asks for.
  func padded(_ digits: [UInt8]) -> [UInt8] {
    Array(repeating: 0, count: max(minimumDigits - digits.count, 0)) + digits
  }

  /// The character of a digit 0…9.
  static func glyph(_ digit: UInt8) -> Character { glyphs[Int(digit)] }

  private static let glyphs: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

  private func signPart(isNegative: Bool, isZero: Bool) -> Readout.Part? {
    switch sign {
    case .never: nil
    case .auto: isNegative ? Readout.Part(marks.minus, .sign) : nil
    case .always where isNegative: Readout.Part(marks.minus, .sign)
    case .always: isZero ? nil : Readout.Part("+", .sign)
    }
  }

  /// The places of the digits that have a group mark to their left: bit n for that of 10ⁿ.
  private func groupPlaces(below count: Int) -> UInt64 {
    guard minimumDigits == 1, let last = marks.grouping.last, marks.group != nil else { return 0 }
    var places: UInt64 = 0
    var index = 0
    var end = marks.grouping[0]
    // A size that is not positive ends the groups, as CHAR_MAX does in the C library.
    var size = end
    while size > 0, end < min(count, 64) {
      places |= 1 << UInt64(end - 1)
      index += 1
      size = index < marks.grouping.count ? marks.grouping[index] : last
      end += size
    }
    return places
  }
}

extension Readout {
  /// What stands for a value that is missing or not a number.
  package static let missing = Readout([Part("–", .integer(0))])
}
