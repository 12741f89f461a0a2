import FeedCore

/// Reads `name=value name=value`.
///
/// Values are numbers, numbers with a unit (`1.5 MiB` may have its blank), words, or strings in
/// double or single quotes, in which a backslash takes the next character as it is.
enum PairReport {
  private struct Pair {
    var name: String
    var value: String
    var isQuoted = false
    var isClosed = true

    /// It has a value of which nobody knows what is meant.
    var isRefused: Bool {
      if !isClosed { return true }
      guard !isQuoted, case .decimalComma = NumberWord.read(value) else { return false }
      return true
    }
  }

  /// Whether a text is pairs, whatever their values are.
  static func isPairs(_ text: String) -> Bool { pairs(in: Array(text.utf8)) != nil }

  /// The report; nil when the text is not all pairs.
  ///
  /// - Throws: what is wrong with the first value when something is wrong with all of them.
  static func read(_ text: String) throws(Rejection) -> Report? {
    guard let pairs = pairs(in: Array(text.utf8)) else { return nil }
    var list = FieldList()
    for pair in pairs { add(pair, to: &list) }
    let isUseless = pairs.allSatisfy(\.isRefused)
    if isUseless, let problem = list.problems.first { throw Rejection(problem) }
    return Report(fields: list.fields, problems: list.problems)
  }

  private static func add(_ pair: Pair, to list: inout FieldList) {
    func field(_ reading: Reading, unit: String? = nil) {
      list.add(Report.Field(name: pair.name, reading: reading, unit: unit))
    }
    func missing(_ problem: String) {
      field(.missing)
      list.add(problem: "field '\(pair.name)': \(problem)")
    }
    if !pair.isClosed { return missing("no closing quote") }
    if pair.isQuoted { return field(.text(Sanitise.text(pair.value))) }
    if pair.value.isEmpty { return missing("expected a value, found nothing") }
    switch NumberWord.read(pair.value) {
    case .number(let word): field(word.reading, unit: word.unit)
    case .notFinite: missing("'\(pair.value.excerpt)' is no finite number")
    case .decimalComma: missing(NumberWord.commaReason(pair.value))
    case .other: field(.text(Sanitise.text(pair.value)))
    }
  }

  private static func pairs(in bytes: [UInt8]) -> [Pair]? {
    var pairs: [Pair] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      if let pair = takePair(from: &rest) {
        pairs.append(pair)
      } else {
        // A word of its own is only right as the unit of the number before it.
        let unit = String(decoding: takeWord(from: &rest), as: UTF8.self)
        guard let last = pairs.last, !last.isQuoted,
          case .number = NumberWord.read("\(last.value) \(unit)")
        else { return nil }
        pairs[pairs.count - 1].value += " \(unit)"
      }
    }
    return pairs
  }

  private static func takePair(from rest: inout ArraySlice<UInt8>) -> Pair? {
    guard let first = rest.first, isNameStart(first),
      let equals = rest.firstIndex(where: { !isNamePart($0) }),
      rest[equals] == UInt8(ascii: "=")
    else { return nil }
    var pair = Pair(name: String(decoding: rest[..<equals], as: UTF8.self), value: "")
    rest = rest[(equals + 1)...]
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      pair.isQuoted = true
      pair.isClosed = takeQuoted(from: &rest, quote, into: &pair.value)
    } else {
      pair.value = String(decoding: takeWord(from: &rest), as: UTF8.self)
    }
    return pair
  }

  private static func takeWord(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = rest.firstIndex(where: isBlank) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Whether the closing quote was found.
  private static func takeQuoted(
    from rest: inout ArraySlice<UInt8>, _ quote: UInt8, into value: inout String
  ) -> Bool {
    var found: [UInt8] = []
    var index = rest.startIndex + 1
    defer { value = String(decoding: found, as: UTF8.self) }
    while index < rest.endIndex {
      if rest[index] == quote {
        rest = rest[(index + 1)...]
        return true
      }
      let isEscape = rest[index] == UInt8(ascii: "\\") && index + 1 < rest.endIndex
      if isEscape { index += 1 }
      found.append(rest[index])
      index += 1
    }
    rest = rest[rest.endIndex...]
    return false
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x61...0x7a).contains(byte | 0x20)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }
}
