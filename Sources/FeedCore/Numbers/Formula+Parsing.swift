extension Formula {
  /// Longer ones are no formulas.
  static let longest = 1000

  /// Reads `tickets * 24`: numbers, names, `+ - * /`, `min`, `max`, `round` and parentheses.
  ///
  /// A name is a metric's, or a source's and its field's with a dot between. One that is not made
  /// of letters, digits and `_` stands in backticks or single quotes: `` `cpu-temp` / 2 ``.
  /// - Throws: the first thing that is wrong, with its place.
  package init(parsing text: String) throws(TextProblem) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.longest else {
      throw TextProblem(
        offset: Self.longest, message: "a formula has at most \(Self.longest) characters")
    }
    var parser = FormulaParser(scalars: scalars)
    try parser.parse()
    self.init(references: parser.references, offsets: parser.offsets, steps: parser.steps)
  }
}

/// Reads a formula from left to right, and writes what is done to the stack.
private struct FormulaParser {
  let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private(set) var references: [Formula.Reference] = []
  private(set) var offsets: [Int] = []
  private(set) var steps: [Formula.Step] = []

  /// More parentheses in each other are no formula either.
  private static let deepest = 32

  init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func parse() throws(TextProblem) {
    skipBlanks()
    guard index < scalars.count else {
      throw TextProblem(offset: 0, message: "the formula is empty", hint: "like tickets * 24")
    }
    try sum()
    if index < scalars.count { throw problemWithRest }
  }

  /// Why what follows a whole value cannot follow it.
  private var problemWithRest: TextProblem {
    switch scalars[index] {
    case ")": problem("')' closes nothing")
    case ",": problem("',' stands outside of a function", hint: "numbers have a point: 1.5")
    default: problem("expected an operator before '\(word)'", hint: "one of: + - * /")
    }
  }

  // MARK: Grammar

  private mutating func sum() throws(TextProblem) {
    try product()
    while let sign = take("+", "-") {
      try product()
      steps.append(sign == "+" ? .add : .subtract)
    }
  }

  private mutating func product() throws(TextProblem) {
    try factor()
    while let sign = take("*", "/") {
      try factor()
      steps.append(sign == "*" ? .multiply : .divide)
    }
  }

  private mutating func factor() throws(TextProblem) {
    var isNegative = false
    while let sign = take("+", "-") { if sign == "-" { isNegative.toggle() } }
    try value()
    if isNegative { steps.append(.negate) }
  }

  private mutating func value() throws(TextProblem) {
    skipBlanks()
    guard index < scalars.count else {
      throw problem("the formula ends where a value is expected")
    }
    let start = index
    switch scalars[index] {
    case "(":
      index += 1
      try within(start) { parser throws(TextProblem) in try parser.sum() }
    case "`", "'": try quotedName()
    case "0"..."9", ".": try number()
    case let scalar where Self.beginsName(scalar): try nameOrCall()
    default:
      throw problem("expected a value, found '\(scalars[index])'", hint: "a number or a name")
    }
    skipBlanks()
  }

  /// Reads what stands between the parenthesis at `start` and its partner.
  private mutating func within(
    _ start: Int, _ body: (inout FormulaParser) throws(TextProblem) -> Void
  ) throws(TextProblem) {
    guard depth < Self.deepest else {
      throw TextProblem(
        offset: start, message: "more than \(Self.deepest) parentheses in each other")
    }
    depth += 1
    try body(&self)
    depth -= 1
    if take(")") != nil { return }
    guard index < scalars.count else {
      throw TextProblem(
        offset: start, message: "'(' is never closed",
        hint: "within {…} a formula with a comma needs quotes")
    }
    throw problemWithRest
  }

  private mutating func number() throws(TextProblem) {
    let rest = scalars[index...].prefix { $0.isASCII }.map { UInt8($0.value) }
    guard let end = NumberParser.endOfNumber(in: rest) else {
      throw problem("expected a value, found '\(scalars[index])'", hint: "a number or a name")
    }
    let number = NumberParser.quantity(String(decoding: rest[..<end], as: UTF8.self))
    guard number.isFinite else { throw problem("the number is too large") }
    steps.append(.number(number.normalized))
    index += end
  }

  // MARK: Names

  private mutating func nameOrCall() throws(TextProblem) {
    let start = index
    let parts = Self.text(scalars[index...].prefix { Self.isInName($0) || $0 == "." })
    index += parts.unicodeScalars.count
    skipBlanks()
    guard index < scalars.count, scalars[index] == "(" else { return refer(to: parts, at: start) }
    guard let function = Formula.Function(rawValue: parts) else {
      throw TextProblem(
        offset: start, message: "there is no function '\(parts)'",
        hint: Suggestion.hint(for: parts, among: Formula.Function.allCases.map(\.rawValue)))
    }
    let opening = index
    index += 1
    var count = 0
    try within(opening) { parser throws(TextProblem) in
      repeat {
        try parser.sum()
        count += 1
      } while parser.take(",") != nil
    }
    guard function.arity.contains(count) else {
      throw TextProblem(
        offset: start, message: "'\(parts)' does not take \(count) values", hint: function.usage)
    }
    steps.append(.call(function, count: count))
  }

  private mutating func quotedName() throws(TextProblem) {
    let quote = scalars[index]
    guard let end = scalars[(index + 1)...].firstIndex(of: quote) else {
      throw problem("the name has no closing \(quote)")
    }
    guard end > index + 1 else { throw problem("the name is empty") }
    refer(to: Self.text(scalars[(index + 1)..<end]), at: index)
    index = end + 1
  }

  private mutating func refer(to name: String, at offset: Int) {
    // Names of metrics and sources have no dot; those of fields may.
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let reference = Formula.Reference(
      name: String(parts[0]), field: parts.count > 1 ? String(parts[1]) : nil)
    if let known = references.firstIndex(of: reference) {
      return steps.append(.reference(known))
    }
    steps.append(.reference(references.count))
    references.append(reference)
    offsets.append(offset)
  }

  // MARK: Scalars

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    beginsName(scalar) || scalar.properties.numericType != nil
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// What stands at the index, for messages.
  private var word: String {
    let word = Self.text(scalars[index...].prefix(while: Self.isInName))
    return word.isEmpty ? String(scalars[index]) : word
  }

  private mutating func skipBlanks() {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
  }

  private mutating func take(_ wanted: Unicode.Scalar...) -> Unicode.Scalar? {
    skipBlanks()
    guard index < scalars.count, wanted.contains(scalars[index]) else { return nil }
    defer { index += 1 }
    return scalars[index]
  }

  private func problem(_ message: String, hint: String? = nil) -> TextProblem {
    TextProblem(offset: index, message: message, hint: hint)
  }
}
