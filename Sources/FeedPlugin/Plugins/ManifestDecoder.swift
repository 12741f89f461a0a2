import FeedCore

/// From nodes to a manifest, with every fault.
struct ManifestDecoder {
  private(set) var manifest = Manifest()
  private(set) var faults: [Diagnostic] = []

  private static let keys = ["mode", "interval", "timeout", "protocol", "fields", "params"]
  private static let intervals = TimeSpan.milliseconds(50)...TimeSpan.seconds(30 * 86_400)
  private static let timeouts = TimeSpan.milliseconds(100)...TimeSpan.seconds(3600)

  mutating func decode(_ root: Node) {
    guard case .mapping(let entries, _) = root else {
      return report("expected a mapping", root.span)
    }
    for entry in entries {
      switch entry.key.text {
      case "mode": manifest.mode = mode(entry)
      case "interval": decodeInterval(entry)
      case "timeout": manifest.timeout = duration(entry, in: Self.timeouts)
      case "protocol": manifest.protocolName = protocolName(entry)
      case "fields": decodeFields(entry)
      case "params": decodeParameters(entry)
      default: unknown(entry.key, among: Self.keys)
      }
    }
  }

  private mutating func mode(_ entry: Node.Entry) -> RunMode? {
    let names = RunMode.allCases.map(\.rawValue)
    return name(entry, kind: "mode", among: names).flatMap(RunMode.init(rawValue:))
  }

  private mutating func protocolName(_ entry: Node.Entry) -> String? {
    name(entry, kind: "protocol", among: Catalog.reportParsers.names)
  }

  private mutating func decodeInterval(_ entry: Node.Entry) {
    if case .scalar(let scalar) = entry.value, scalar.text == "once" {
      manifest.runsOnce = true
    } else {
      manifest.interval = duration(entry, in: Self.intervals)
    }
  }

  private mutating func decodeFields(_ entry: Node.Entry) {
    for (key, value) in members(of: entry) {
      let stem = key.text.hasSuffix("*") ? String(key.text.dropLast()) : key.text
      guard Self.isName(stem) || (stem.isEmpty && key.text == "*") else {
        report("'\(key.text)' is no name of a field", key.span, "letters, digits, '_', '.', '-'")
        continue
      }
      var field = FieldDeclaration(name: key.text)
      switch value {
      case nil: break
      case .scalar(let scalar)?:
        if !scalar.isNothing { field.unit = unit(Node.Entry(key: key, value: .scalar(scalar))) }
      case .mapping(let options, _)?:
        for option in options {
          switch option.key.text {
          case "unit": field.unit = unit(option)
          case "settable": field.isSettable = bool(option)
          case "about": _ = text(option)
          default: unknown(option.key, among: ["unit", "settable", "about"])
          }
        }
      case .sequence(_, let span)?: report("expected a mapping for '\(key.text)'", span)
      }
      manifest.fields.append(field)
    }
  }

  private mutating func decodeParameters(_ entry: Node.Entry) {
    for (key, value) in members(of: entry) {
      guard Self.isName(key.text), !key.text.contains(".") else {
        report("'\(key.text)' is no name of a parameter", key.span, "letters, digits, '_', '-'")
        continue
      }
      var parameter = Manifest.Parameter(name: key.text)
      switch value {
      case nil: break
      case .scalar(let scalar)?:
        parameter.defaultValue = scalar.isNothing ? nil : scalar.text
      case .mapping(let options, _)?:
        for option in options {
          switch option.key.text {
          case "default": parameter.defaultValue = text(option)
          case "about": parameter.about = text(option)
          default: unknown(option.key, among: ["default", "about"])
          }
        }
      case .sequence(_, let span)?: report("expected a mapping for '\(key.text)'", span)
      }
      manifest.parameters.append(parameter)
    }
  }

  // MARK: Values

  /// A mapping, or a list of names that stand for themselves.
  private mutating func members(of entry: Node.Entry) -> [(Node.Scalar, Node?)] {
    switch entry.value {
    case .mapping(let entries, _): return entries.map { ($0.key, $0.value) }
    case .sequence(let items, _):
      return items.compactMap { item in
        if case .scalar(let scalar) = item { return (scalar, nil) }
        report("expected a name", item.span)
        return nil
      }
    case .scalar(let scalar):
      if !scalar.isNothing { report("expected a mapping for '\(entry.key.text)'", scalar.span) }
      return []
    }
  }

  private mutating func unit(_ entry: Node.Entry) -> String {
    name(entry, kind: "unit", among: FieldDeclaration.units) ?? "none"
  }

  private mutating func name(
    _ entry: Node.Entry, kind: String, among names: [String]
  ) -> String? {
    guard let text = text(entry) else { return nil }
    guard names.contains(text) else {
      report(
        "unknown \(kind) '\(text)'", entry.value.span, Suggestion.hint(for: text, among: names))
      return nil
    }
    return text
  }

  private mutating func text(_ entry: Node.Entry) -> String? {
    if case .scalar(let scalar) = entry.value { return Sanitise.text(scalar.text) }
    report("expected a single value for '\(entry.key.text)'", entry.value.span)
    return nil
  }

  private mutating func bool(_ entry: Node.Entry) -> Bool {
    guard let text = text(entry) else { return false }
    if text != "true", text != "false" {
      report("expected true or false for '\(entry.key.text)', found '\(text)'", entry.value.span)
    }
    return text == "true"
  }

  private mutating func duration(
    _ entry: Node.Entry, in range: ClosedRange<TimeSpan>
  ) -> TimeSpan? {
    guard let text = text(entry) else { return nil }
    guard let measure = try? NumberParser.parseWithUnit(text), measure.unit == .seconds else {
      report(
        "expected a duration for '\(entry.key.text)', found '\(text)'", entry.value.span,
        "such as 250ms, 2s, 5m or 1h")
      return nil
    }
    let span = TimeSpan.seconds(measure.quantity.double)
    guard range.contains(span) else {
      report("'\(text)' is out of range for '\(entry.key.text)'", entry.value.span)
      return nil
    }
    return span
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x61...0x7a).contains(byte | 0x20)
  }

  private mutating func unknown(_ key: Node.Scalar, among names: [String]) {
    report("unknown key '\(key.text)'", key.span, Suggestion.hint(for: key.text, among: names))
  }

  private mutating func report(_ message: String, _ span: SourceSpan, _ hint: String? = nil) {
    faults.append(Diagnostic(message, at: span, hint: hint))
  }
}

extension Node.Scalar {
  /// `field:` with nothing after it.
  fileprivate var isNothing: Bool {
    !isQuoted && (text.isEmpty || text == "~" || text == "null")
  }
}
