import FeedCore
import FeedPlugin

extension ConfigDecoder {
  /// How often a source runs that nobody gave an interval.
  private static let defaultInterval = TimeSpan.seconds(10)
  private static let intervals = TimeSpan.milliseconds(50)...TimeSpan.seconds(30 * 86_400)
  /// The words that i3blocks has for intervals.
  private static let intervalWords: [String: SourceConfiguration.Mode] = [
    "once": .once, "repeat": .once, "persist": .stream,
  ]
  /// Between the starts of what is started again as soon as it ends.
  private static let repeatInterval = TimeSpan.milliseconds(250)
  static let timeouts = TimeSpan.milliseconds(100)...TimeSpan.seconds(3600)

  mutating func decodeSources(_ entry: Node.Entry) {
    for source in namedEntries(entry, kind: "sources") {
      var decoded: SourceConfiguration?
      let fault = firstFault { decoded = $0.source(source) }
      if let fault {
        brokenSources[source.key.text] = fault
      } else if let decoded {
        configuration.sources.append(decoded)
      }
    }
    checkSignals(entry)
  }

  private mutating func source(_ entry: Node.Entry) -> SourceConfiguration? {
    guard let section = section(entry, .source) else { return nil }
    let plugin = section["plugin"].flatMap { findPlugin($0) }
    let command = section["command"].flatMap { self.command($0) }
    checkProgram(section, of: entry.key)

    var source = SourceConfiguration(
      name: entry.key.text, arguments: plugin.map { [$0.path] } ?? command ?? [])
    source.workingDirectory = context.folder
    source.fields = plugin?.fields ?? []
    source.protocolName = plugin?.protocolName ?? source.protocolName
    if let entry = section["protocol"] {
      source.protocolName = name(entry.value, for: entry.key, among: context.protocols) ?? "auto"
    }
    if let entry = section["signal"] {
      // From SIGRTMIN to SIGRTMAX as the C library leaves them to programs.
      source.signal = integer(entry, in: 1...30)
    }
    if let entry = section["params"] {
      source.parameters = strings(entry)
      checkParameters(entry, known: plugin?.parameters)
    }
    if let entry = section["env"] {
      source.environment = strings(entry)
      checkVariables(entry)
    }
    let script = script(&source, section, isNamed: plugin?.protocolName != nil)
    source.timeout = plugin?.timeout ?? source.parser.conventions.timeout ?? source.timeout
    if let entry = section["timeout"], let timeout = duration(entry, in: Self.timeouts) {
      source.timeout = timeout
    }
    schedule(&source, section, plugin, script)
    if let entry = section["exec_if"] { setCondition(entry, of: &source) }
    return source
  }

  private mutating func checkProgram(_ section: Section, of name: Node.Scalar) {
    switch (section["plugin"], section["command"]) {
    case (nil, nil):
      report(
        "source '\(name.text)' has neither 'plugin' nor 'command'", at: name.span,
        hint: "name a plugin, or a command that prints numbers")
    case (_?, let command?):
      report(
        "source '\(name.text)' has both 'plugin' and 'command'", at: command.key.span,
        hint: "leave one of them out")
    default: break
    }
  }

  private mutating func findPlugin(_ entry: Node.Entry) -> PluginFound? {
    guard let name = text(entry) else { return nil }
    switch context.findPlugin(expandingHome(name)) {
    case .found(let plugin): return plugin
    case .unusable(let reason):
      report("plugin '\(name)' cannot be used: \(reason)", at: entry.value.span)
    case .notFound(let known):
      report(
        "no plugin '\(name)' was found", at: entry.value.span,
        hint: known.isEmpty
          ? "'odobar plugins' lists them" : Suggestion.hint(for: name, among: known.sorted()))
    }
    return nil
  }

  /// A string is for the shell, a list is run as it is.
  mutating func command(_ entry: Node.Entry) -> [String]? {
    switch entry.value {
    case .scalar(let scalar):
      guard scalar.text.contains(where: { !$0.isWhitespace }), !entry.value.isNothing else { break }
      warnOfComment(after: scalar)
      return ["/bin/sh", "-c", scalar.text]
    case .sequence(let items, _):
      let words = items.compactMap { item -> String? in
        guard let word = item.scalar else {
          expected("words", item, for: entry.key)
          return nil
        }
        return expandingHome(word.text)
      }
      guard words.first?.isEmpty == false else { break }
      return words
    case .mapping: break
    }
    expected("a command line or a list of words", entry)
    return nil
  }

  /// `curl x #top` is a command and a comment; `# so` with a space is meant as one.
  private mutating func warnOfComment(after scalar: Node.Scalar) {
    guard !scalar.isQuoted, let line = line(scalar.span.end.line, of: scalar.span.file) else {
      return
    }
    let rest = line.dropFirst(scalar.span.end.column - 1).drop { $0 == " " || $0 == "\t" }
    guard rest.first == "#", let next = rest.dropFirst().first, next != " ", next != "#" else {
      return
    }
    let mark = Mark(line: scalar.span.end.line, column: rest.startIndex - line.startIndex + 1)
    let end = Mark(line: mark.line, column: line.count + 1)
    faults.append(
      Diagnostic(
        "this is a comment, not part of the command",
        at: SourceSpan(file: scalar.span.file, start: mark, end: end),
        hint: "quote the command, or put a space after '#'", severity: .warning))
  }

  private mutating func line(_ number: Int, of file: String) -> ArraySlice<UnicodeScalar>? {
    if texts[file] == nil { texts[file] = files[file].map { SourceText($0.text) } }
    return texts[file]?.line(number)
  }

  private mutating func strings(_ entry: Node.Entry) -> [String: String] {
    guard case .mapping(let entries, _) = entry.value else {
      expected("a mapping", entry)
      return [:]
    }
    var strings: [String: String] = [:]
    for entry in entries {
      guard let scalar = entry.value.scalar else {
        expected("a single value", entry)
        continue
      }
      strings[entry.key.text] = expandingHome(scalar.text)
    }
    return strings
  }

  private mutating func checkParameters(_ entry: Node.Entry, known: [String]?) {
    guard let known, case .mapping(let entries, _) = entry.value else { return }
    for entry in entries where !known.contains(entry.key.text) {
      report(
        "the plugin has no parameter '\(entry.key.text)'", at: entry.key.span,
        hint: known.isEmpty ? "it has none" : Suggestion.hint(for: entry.key.text, among: known))
    }
  }

  private mutating func checkVariables(_ entry: Node.Entry) {
    guard case .mapping(let entries, _) = entry.value else { return }
    for entry in entries {
      let isName = entry.key.text.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (Character(UnicodeScalar($0)).isLetter && $0 < 128)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      guard !isName || entry.key.text.first.map(\.isNumber) ?? true else { continue }
      report(
        "'\(entry.key.text)' cannot be the name of a variable", at: entry.key.span,
        hint: "letters, digits and '_'")
    }
  }

  /// Mode and interval, which decide about each other.
  ///
  /// What the config says wins over the manifest. Without a mode, a source with an interval starts
  /// anew each time, one without runs on and reports when it likes. `interval: once` runs a
  /// program a single time.
  private mutating func schedule(
    _ source: inout SourceConfiguration, _ section: Section, _ plugin: PluginFound?,
    _ script: XbarFile
  ) {
    let chosen: SourceConfiguration.Mode? = section["mode"].flatMap { choice($0) }
    var interval = plugin?.interval ?? script.interval
    if let entry = section["interval"] {
      if let word = entry.value.scalar?.text, let mode = Self.intervalWords[word] {
        if let chosen, chosen != mode {
          report(
            "'interval: \(word)' does not go with 'mode: \(chosen.rawValue)'",
            at: entry.value.span, hint: "leave one of them out")
        }
        source.mode = mode
        source.interval = word == "repeat" ? Self.repeatInterval : nil
        if word == "repeat", section["timeout"] == nil { source.timeout = Self.timeouts.upperBound }
        return
      }
      interval = self.interval(entry)
    } else if plugin?.runsOnce == true, chosen == nil {
      source.mode = .once
      return
    }
    let usual = source.parser.conventions.interval
    if chosen == nil, plugin?.mode == nil, script.isStream {
      source.mode = .stream
      return
    }
    if interval == nil, chosen != .stream, plugin?.mode == nil { interval = usual }
    source.mode = chosen ?? plugin?.mode ?? (interval == nil ? .stream : .once)
    source.interval = interval ?? (source.mode == .stream ? nil : Self.defaultInterval)
  }

  private mutating func interval(_ entry: Node.Entry) -> TimeSpan? {
    if let number = entry.value.plain.flatMap(ValueText.number), number <= 0 {
      report(
        "'interval' must be between 50ms and 30d, not \(number.phrase)", at: entry.value.span,
        hint: "'once' runs it a single time; leave it out for a program that runs on")
      return nil
    }
    return duration(entry, in: Self.intervals)
  }

  private mutating func checkSignals(_ entry: Node.Entry) {
    guard case .mapping(let sources, _) = entry.value else { return }
    var owners: [Int: String] = [:]
    for source in configuration.sources {
      guard let signal = source.signal else { continue }
      if let owner = owners[signal],
        let node = sources.first(where: { $0.key.text == source.name })?.value["signal"]
      {
        report("signal \(signal) already refreshes '\(owner)'", at: node.span)
      }
      owners[signal] = owners[signal] ?? source.name
    }
  }
}

extension Node {
  /// The value of a key in a mapping.
  subscript(key: String) -> Node? {
    guard case .mapping(let entries, _) = self else { return nil }
    return entries.first { $0.key.text == key }?.value
  }
}

extension ConfigDecoder {
  /// What a metric's `source` names.
  struct FieldChoice {
    var source: SourceConfiguration
    /// nil: the source's first.
    var field: String?
    /// nil when nothing declares it.
    var declaration: FieldDeclaration?
  }

  /// `net.rx`, or `net` for its first field; nil is a fault, reported here or with the source.
  mutating func fieldChoice(_ entry: Node.Entry) -> FieldChoice? {
    guard let text = text(entry) else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if brokenSources[name] != nil { return nil }
    guard let source = configuration.sources.first(where: { $0.name == name }) else {
      let known = configuration.sources.map(\.name) + brokenSources.keys.sorted()
      report(
        "there is no source '\(name)'", at: entry.value.span,
        hint: known.isEmpty
          ? "no sources are configured" : Suggestion.hint(for: name, among: known))
      return nil
    }
    guard parts.count == 2 else {
      return FieldChoice(source: source, field: nil, declaration: source.fields.first)
    }
    let field = String(parts[1])
    guard !field.isEmpty else {
      expected("a source and its field like net.rx", entry)
      return nil
    }
    let declaration = source.fields.first { $0.covers(field) }
    if declaration == nil, !source.fields.isEmpty {
      report(
        "source '\(name)' has no field '\(field)'", at: entry.value.span,
        hint: Suggestion.hint(for: field, among: source.fields.map(\.name)))
      return nil
    }
    return FieldChoice(source: source, field: field, declaration: declaration)
  }
}

extension FieldDeclaration {
  /// Whether this declares `field`, by its name or as one of a family `core*`.
  func covers(_ field: String) -> Bool {
    guard name.hasSuffix("*") else { return name == field }
    return field.hasPrefix(name.dropLast()) && field.count >= name.count
  }
}
