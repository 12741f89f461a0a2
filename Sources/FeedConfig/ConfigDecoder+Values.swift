import FeedCore

extension ConfigDecoder {
  /// The mapping in `node`, each of its keys known; keys that begin with `ignored` are for anchors.
  mutating func section(
    _ node: Node, _ vocabulary: Vocabulary, named name: String, ignoring ignored: String? = nil
  ) -> Section? {
    guard case .mapping(let entries, let span) = node else {
      report("expected a mapping for \(name), found \(node.phrase)", at: node.span)
      return nil
    }
    let known = entries.filter { entry in
      vocabulary.keys.contains(entry.key.text)
    }
    for entry in entries where !vocabulary.keys.contains(entry.key.text) {
      if let ignored, entry.key.text.hasPrefix(ignored) { continue }
      report(
        "unknown key '\(entry.key.text)'", at: entry.key.span,
        hint: vocabulary.hint(for: entry.key.text))
    }
    return Section(known, span: span)
  }

  mutating func section(_ entry: Node.Entry, _ vocabulary: Vocabulary) -> Section? {
    section(entry.value, vocabulary, named: "'\(entry.key.text)'")
  }

  /// The entries of a mapping whose keys are names that the user gives.
  mutating func namedEntries(_ entry: Node.Entry, kind: String) -> [Node.Entry] {
    guard case .mapping(let entries, _) = entry.value else {
      expected("a mapping of \(kind) by name", entry)
      return []
    }
    return entries.filter { entry in
      let name = entry.key.text
      let isName =
        !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
      if !isName {
        report(
          "'\(name)' cannot be the name of a \(kind.dropLast())", at: entry.key.span,
          hint: "letters, digits, '_' and '-'")
      }
      return isName
    }
  }

  mutating func expected(_ what: String, _ entry: Node.Entry, hint: String? = nil) {
    expected(what, entry.value, for: entry.key, hint: hint)
  }

  mutating func expected(
    _ what: String, _ node: Node, for key: Node.Scalar, hint: String? = nil
  ) {
    report(
      "expected \(what) for '\(key.text)', found \(node.phrase)",
      at: node.isNothing ? key.span : node.span, hint: hint)
  }

  mutating func text(_ entry: Node.Entry) -> String? {
    guard case .scalar(let scalar) = entry.value, !entry.value.isNothing else {
      expected("a text", entry)
      return nil
    }
    return scalar.text
  }

  /// A text that is drawn: without line breaks, controls and whatever else could tear a bar.
  mutating func drawnText(_ entry: Node.Entry) -> String? {
    text(entry).map { Sanitise.text($0, limit: 256) }
  }

  mutating func flag(_ entry: Node.Entry) -> Bool? {
    switch entry.value.plain {
    case "true": return true
    case "false": return false
    case "yes", "on", "no", "off":
      let meant = ["yes", "on"].contains(entry.value.plain) ? "true" : "false"
      expected("true or false", entry, hint: "write \(meant)")
    default: expected("true or false", entry)
    }
    return nil
  }

  mutating func integer(_ entry: Node.Entry, in range: ClosedRange<Int>) -> Int? {
    guard let value = number(entry, in: Double(range.lowerBound)...Double(range.upperBound)) else {
      return nil
    }
    guard let whole = Int(exactly: value) else {
      expected("a whole number", entry)
      return nil
    }
    return whole
  }

  mutating func number(_ entry: Node.Entry, in range: ClosedRange<Double>) -> Double? {
    guard let value = number(entry.value, for: entry.key) else { return nil }
    guard range.contains(value) else {
      report(
        "'\(entry.key.text)' must be \(range.phrase), not \(value.phrase)", at: entry.value.span)
      return nil
    }
    return value
  }

  mutating func number(_ node: Node, for key: Node.Scalar) -> Double? {
    if let plain = node.plain, let value = ValueText.number(plain) { return value }
    let isQuotedNumber =
      node.plain == nil && node.scalar.flatMap { ValueText.number($0.text) } != nil
    expected("a number", node, for: key, hint: isQuotedNumber ? "leave out the quotes" : nil)
    return nil
  }

  /// A number with or without a unit: `70`, `70%`, `1.5GiB`, `5m`.
  mutating func quantity(_ node: Node, for key: Node.Scalar) -> Quantity? {
    if let text = node.scalar?.text, let value = ValueText.quantity(text) { return value }
    expected("a number with or without a unit", node, for: key)
    return nil
  }

  mutating func duration(_ entry: Node.Entry, in range: ClosedRange<TimeSpan>) -> TimeSpan? {
    let text = entry.value.scalar?.text ?? ""
    guard let value = ValueText.duration(text) else {
      let isPlain = text.allSatisfy { $0.isNumber || $0 == "." }
      let hint = ValueText.number(text).map { _ in
        isPlain ? "with a unit: \(text)s or \(text)ms" : "with a unit: 2s"
      }
      expected("a duration like 250ms", entry, hint: hint)
      return nil
    }
    guard range.contains(value) else {
      report(
        "'\(entry.key.text)' must be between \(range.lowerBound.text) and "
          + "\(range.upperBound.text), not \(text)", at: entry.value.span)
      return nil
    }
    return value
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ entry: Node.Entry, _ type: Choice.Type = Choice.self
  ) -> Choice? {
    let names = Choice.allCases.map(\.rawValue)
    guard let name = name(entry.value, for: entry.key, among: names) else { return nil }
    return Choice(rawValue: name)
  }

  /// One of `names`; anything else is reported with a hint at them.
  mutating func name(_ node: Node, for key: Node.Scalar, among names: [String]) -> String? {
    guard let text = node.scalar?.text, !node.isNothing else {
      expected("a name", node, for: key, hint: "one of: \(names.joined(separator: ", "))")
      return nil
    }
    guard names.contains(text) else {
      let what = Self.kinds.contains(key.text) ? key.text : "value"
      let place = what == "value" ? " for '\(key.text)'" : ""
      report(
        "unknown \(what) '\(text)'\(place)", at: node.span,
        hint: Suggestion.hint(for: text, among: names))
      return nil
    }
    return text
  }

  /// Keys that are also what people call their values.
  private static let kinds: Set = [
    "format", "easing", "mode", "protocol", "preset", "trend", "state", "motion style",
  ]

  /// One value or a list of them.
  func items(_ node: Node) -> [Node] {
    guard case .sequence(let items, _) = node else { return [node] }
    return items
  }

  mutating func color(_ entry: Node.Entry) -> Color? {
    if let text = entry.value.scalar?.text, let color = Color(hex: text) { return color }
    // In YAML an unquoted # starts a comment, and nothing is left of the colour.
    expected(
      "a colour like '#7aa2f7'", entry,
      hint: entry.value.isNothing ? "a colour needs quotes: # starts a comment" : nil)
    return nil
  }

  mutating func locale(_ entry: Node.Entry) -> NumberLocale? {
    guard let name = text(entry) else { return nil }
    guard let locale = context.locale(name) else {
      // A machine without any locale has still a system: what programs print when none is set.
      if name == "system" { return .posix }
      report(
        "locale '\(name)' is not installed", at: entry.value.span, hint: context.installedLocales)
      return nil
    }
    return locale
  }

  /// `~` and `~/…` with the home folder in its place.
  func expandingHome(_ word: String) -> String {
    guard word == "~" || word.hasPrefix("~/"), !context.home.isEmpty else { return word }
    return context.home + word.dropFirst()
  }
}

extension Node {
  var scalar: Scalar? {
    guard case .scalar(let scalar) = self else { return nil }
    return scalar
  }

  /// The text of a scalar without quotes.
  var plain: String? { scalar.flatMap { $0.isQuoted ? nil : $0.text } }

  /// YAML's null: nothing after the colon, or `~`.
  var isNothing: Bool { plain.map { ["", "~", "null"].contains($0) } ?? false }

  /// What a person would call it: `a list`, `'12'`.
  var phrase: String {
    switch self {
    case .sequence(let items, _): items.isEmpty ? "an empty list" : "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): isNothing ? "nothing" : "'\(scalar.text)'"
    }
  }
}
