import FeedCore

/// What the scripts of other bars have in common: a text, and the number in it.
enum TextFields {
  /// The field of the first number in a text.
  static let numberField = "number"

  /// The text as the main field, and its first number as another.
  static func fields(of text: StyledText) -> [Report.Field] {
    var main = Report.Field(text)
    // A text that is a number can be formatted as one, and shown as it was printed.
    if case .number(let word) = NumberWord.read(text.text.trimmed) {
      main.reading = word.reading
      main.unit = word.unit
      main.written = text.text
    }
    guard let word = TextNumber.first(in: text.text) else { return [main] }
    return [main, Report.Field(name: numberField, reading: word.reading, unit: word.unit)]
  }

  /// A report that there is nothing to be shown.
  static func hidden(_ problem: String? = nil) -> Report {
    var report = Report(
      fields: [Report.Field(reading: .text(""))], problems: problem.map { [$0] } ?? [])
    report.appearance.isHidden = true
    return report
  }

  /// A text that may be markup; markup that is not well-formed is shown as it is, and told of.
  static func styled(
    _ text: String, isMarkup: Bool, problems: inout [String]
  ) -> StyledText {
    guard isMarkup else { return StyledText(text) }
    if let styled = PangoMarkup.read(text) { return styled }
    problems.append("'\(text.excerpt)' is no well-formed markup and shown as it is")
    return StyledText(text)
  }

  /// A text of one line or more without the tags that it may have.
  static func plain(_ text: String, isMarkup: Bool) -> String {
    isMarkup ? PangoMarkup.plainText(text) ?? text : text
  }
}

/// Finds the numbers that a person sees in a text.
enum TextNumber {
  /// The first number, with its unit where that follows; nil when there is none.
  ///
  /// Digits within words, times, dates, addresses and versions are no numbers: `eth0`, `12:30`,
  /// `2024-01-31`, `10.0.0.1`.
  static func first(in text: String) -> NumberWord? {
    // The minus of typography is one.
    let scalars = text.unicodeScalars.map { $0 == "\u{2212}" ? "-" : $0 }
    for run in runs(in: scalars) {
      if let word = word(run) { return word }
    }
    return nil
  }

  /// The stretches that a number and its unit may be, each with what follows it.
  private static func runs(in scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    var runs: [ArraySlice<Unicode.Scalar>] = []
    var index = 0
    while index < scalars.count {
      guard isPart(scalars[index]) else {
        index += 1
        continue
      }
      let end = scalars[index...].firstIndex { !isPart($0) } ?? scalars.count
      runs.append(scalars[index..<min(end + 6, scalars.count)])
      index = end
    }
    return runs
  }

  private static func word(_ run: ArraySlice<Unicode.Scalar>) -> NumberWord? {
    let whole = run.prefix { isPart($0) }
    // A full stop or a colon ends a sentence.
    var token = whole
    while let last = token.last, last == "." || last == ":" || last == "," || last == "/" {
      token.removeLast()
    }
    // `0.7G/23.5G` is a part of something; of a date with its two strokes nothing is a number.
    if let stroke = token.firstIndex(of: "/"), token.endIndex > stroke + 1,
      isDigit(token[stroke + 1]), !token[(stroke + 1)...].contains("/")
    {
      return word(token[..<stroke])
    }
    let text = String(String.UnicodeScalarView(token))
    if case .number(let word) = NumberWord.read(text) {
      guard word.unit == nil, token.count == whole.count else { return word }
      return withUnit(text, run.dropFirst(whole.count)) ?? word
    }
    let digits = String(
      String.UnicodeScalarView(token.prefix { "+-.0123456789".contains(Character($0)) }))
    if let word = scaled(digits, by: String(text.dropFirst(digits.count))) { return word }
    // A number with a unit that is not known, such as `3W2`, is none; `800MHz` is 800.
    guard token.dropFirst(digits.count).allSatisfy({ $0.properties.isAlphabetic || $0 == "°" }),
      case .number(let word) = NumberWord.read(digits)
    else { return nil }
    return word
  }

  /// `76G` and `3.1Gi`, as `df -h` and `free -h` print powers of 1024, and `3.4k` for 3400.
  private static func scaled(_ number: String, by prefix: String) -> NumberWord? {
    let text = prefix == "k" ? "\(number)e3" : "\(number) \(prefix.first.map(String.init) ?? "")iB"
    guard ["k", "K", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].contains(prefix),
      case .number(let word) = NumberWord.read(text)
    else { return nil }
    return word
  }

  /// `1.5 MiB`: a unit of its own after one blank.
  private static func withUnit(
    _ number: String, _ rest: ArraySlice<Unicode.Scalar>
  ) -> NumberWord? {
    guard rest.first == " " else { return nil }
    let unit = String(
      String.UnicodeScalarView(
        rest.dropFirst().prefix { $0.properties.isAlphabetic || "%°/".contains(Character($0)) }))
    // Single letters are more often words than units.
    guard unit.utf8.count > 1 || unit == "%",
      case .number(let word) = NumberWord.read("\(number) \(unit)")
    else { return nil }
    return word
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// What can be in one word with a number.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "+", "-", ".", ",", ":", "/", "%", "_", "°": true
    default: scalar.isASCII ? scalar.properties.isAlphabetic : false
    }
  }
}
