/// What the config may say about a format, beside its name.
package struct FormatOptions: Sendable {
  package enum Sign: String, Hashable, Sendable, CaseIterable {
    /// A minus before negative numbers.
    case auto
    /// A plus before positive numbers, too.
    case always
    /// No sign at all.
    case never
  }

  /// What follows the name: `binary` in `bytes: binary`, `EUR` in `currency: EUR`.
  package var argument: String?
  /// `second` makes a rate of an amount: `/s`.
  package var per: String?
  package var locale: NumberLocale = .posix
  package var sign: Sign = .auto
  /// Zeros are put before the number until it has this many integer digits, 1…20.
  package var minimumDigits: Int = 1
  /// Digits after the decimal point, 0…9; nil leaves it to the format.
  package var fraction: Int?
  /// Cells to reserve; nil reserves the widest form of the target's unit.
  package var width: Int?
  package var prefix: String = ""
  package var suffix: String = ""

  package init() {}
}

/// Why a format cannot be made of its options.
package struct FormatProblem: Error, Hashable, Sendable {
  /// The key that is wrong; nil for the argument.
  package var key: String?
  package var message: String
  package var hint: String?

  package init(key: String? = nil, message: String, hint: String? = nil) {
    self.key = key
    self.message = message
    self.hint = hint
  }
}

/// Makes a format of its options.
package typealias FormatMaker = @Sendable (FormatOptions) throws(FormatProblem) -> any Formatter
