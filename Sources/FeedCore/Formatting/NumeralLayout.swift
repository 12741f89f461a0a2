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
    let digits = padded(numeral.integer)
    let isZero = !(numeral.integer + numeral.fraction).contains { $0 != 0 }
    var parts = lead(isNegative: numeral.isNegative, isZero: isZero)
    let groups = groupPlaces(below: digits.count)
    for (offset, digit) in digits.enumerated() {
      let place = digits.count - 1 - offset
      if let group = marks.group, groups.contains(place) {
        parts.append(Readout.Part(group, .group(place)))
      }
      parts.append(Readout.Part(Self.glyph(digit), .integer(place)))
    }
    if !numeral.fraction.isEmpty { parts.append(Readout.Part(marks.decimalPoint, .decimalPoint)) }
    for (index, digit) in numeral.fraction.enumerated() {
      parts.append(Readout.Part(Self.glyph(digit), .fraction(index)))
    }
    return Readout(parts + tail(unit: unit))
  }

  /// What is shown for a number that has no digits: `–` for NaN, `∞` with its sign.
  func readout(ofNonFinite value: Double) -> Readout {
    guard !value.isNaN else { return .missing }
    return Readout(
      signParts(isNegative: value < 0, isZero: false) + [Readout.Part("∞", .integer(0))])
  }

  /// Sign and prefix.
  func lead(isNegative: Bool, isZero: Bool) -> [Readout.Part] {
    signParts(isNegative: isNegative, isZero: isZero)
      + prefix.enumerated().map { Readout.Part($0.element, .prefix($0.offset)) }
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
  static func glyph(_ digit: UInt8) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "0") + digit))
  }

  private func signParts(isNegative: Bool, isZero: Bool) -> [Readout.Part] {
    switch sign {
    case .never: []
    case .auto where isNegative: [Readout.Part(marks.minus, .sign)]
    case .auto: []
    case .always where isNegative: [Readout.Part(marks.minus, .sign)]
    case .always: isZero ? [] : [Readout.Part("+", .sign)]
    }
  }

  /// The places of the digits that have a group mark to their left.
  private func groupPlaces(below count: Int) -> Set<Int> {
    guard minimumDigits == 1, let last = marks.grouping.last, marks.group != nil else { return [] }
    var places: Set<Int> = []
    var sizes = marks.grouping.makeIterator()
    var end = sizes.next() ?? last
    // A size that is not positive ends the groups, as CHAR_MAX does in the C library.
    var size = end
    while size > 0, end < count {
      places.insert(end - 1)
      size = sizes.next() ?? last
      end += size
    }
    return places
  }
}

extension Readout {
  /// What stands for a value that is missing or not a number.
  package static let missing = Readout([Part("–", .integer(0))])
}
