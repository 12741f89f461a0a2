import FeedCore
import FeedPlugin

/// What the config says of scripts that were made for other bars.
extension ConfigDecoder {
  /// Decodes how a script is spoken with; gives what its file says of itself.
  mutating func script(
    _ source: inout SourceConfiguration, _ section: Section, isNamed: Bool
  ) -> XbarFile {
    if let entry = section["markup"] {
      source.isMarkup = name(entry.value, for: entry.key, among: ["none", "pango"]) == "pango"
    }
    if let entry = section["allow_actions"] { source.allowsActions = flag(entry) ?? false }
    guard let file = ScriptRun.file(of: source.arguments) else { return XbarFile() }
    // The name of a file is the one thing that tells before a script has run.
    if !isNamed, section["protocol"] == nil, XbarFile.isPlugin(file) {
      source.protocolName = "xbar"
    }
    return source.protocolName == "xbar" ? xbarFile(file, &source, section) : XbarFile()
  }

  /// Reads a plugin of xbar, which runs in its own folder.
  private mutating func xbarFile(
    _ word: String, _ source: inout SourceConfiguration, _ section: Section
  ) -> XbarFile {
    let expanded = expandingHome(word)
    let path = PathText.tidy(
      expanded.hasPrefix("/") ? expanded : PathText.joined(context.folder, expanded))
    guard case .text(let contents) = context.readFile(path) else {
      var file = XbarFile()
      file.interval = XbarFile(path: path, contents: []).interval
      return file
    }
    var values: [UInt8] = []
    if case .text(let kept) = context.readFile(path + ".vars.json") { values = kept }
    let file = XbarFile(path: path, contents: contents, values: values)
    let words =
      source.arguments.count == 3 && source.arguments[..<2] == ["/bin/sh", "-c"]
      ? source.arguments[2].split(separator: " ").map(String.init) : source.arguments
    source.arguments = words.map { $0 == word ? path : $0 }
    source.workingDirectory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    var environment = file.variables.merging(
      source.parameters.filter { file.variables[$0.key] != nil }
    ) { _, own in own }
    environment["SWIFTBAR_PLUGIN_PATH"] = path
    addFolders(for: path, contents, &source, &environment)
    source.environment.merge(environment) { own, _ in own }
    if let schedule = file.schedule, section["interval"] == nil {
      let place = section["command"] ?? section["plugin"]
      faults.append(
        Diagnostic(
          "the plugin wants to run by '\(schedule)', which is not understood",
          at: place?.value.span, hint: "give the source an 'interval'", severity: .warning))
    }
    return file
  }

  /// Folders for a plugin that asks for them; they are made when it first runs.
  private func addFolders(
    for path: String, _ contents: [UInt8], _ source: inout SourceConfiguration,
    _ environment: inout [String: String]
  ) {
    let name = String(path.split(separator: "/").last ?? "plugin")
    var folders: [String] = []
    for (variable, place) in [
      ("SWIFTBAR_PLUGIN_CACHE_PATH", ".cache"), ("SWIFTBAR_PLUGIN_DATA_PATH", ".local/share"),
    ] where XbarFile.mentions(variable, in: contents) {
      let folder = "\(context.home)/\(place)/odobar/scripts/\(name)"
      environment[variable] = folder
      folders.append("\"$\(variable)\"")
    }
    guard !folders.isEmpty else { return }
    source.arguments =
      ["/bin/sh", "-c", "mkdir -p \(folders.joined(separator: " ")); exec \"$@\"", "odobar"]
      + source.arguments
  }

  /// Runs the source only where a command says so; else it says nothing.
  mutating func setCondition(_ entry: Node.Entry, of source: inout SourceConfiguration) {
    guard let condition = text(entry) else { return }
    guard source.mode == .once else {
      report(
        "'exec_if' is for sources that run again and again", at: entry.key.span,
        hint: "give the source an 'interval'")
      return
    }
    source.arguments =
      [
        "/bin/sh", "-c",
        "if (eval \"$1\") </dev/null >/dev/null 2>&1; then shift; exec \"$@\"; fi", "odobar",
        condition,
      ] + source.arguments
  }

  // MARK: Fields

  /// A field that is chosen by keys of its own, and by tags.
  mutating func refined(_ choice: FieldChoice, _ section: Section) -> FieldChoice? {
    var choice = choice
    if let entry = section["field"] {
      guard let field = text(entry) else { return nil }
      if let own = choice.field {
        report(
          "the source names the field '\(own)' already", at: entry.key.span,
          hint: "leave one of them out")
        return nil
      }
      choice.field = field
      choice.declaration = choice.source.fields.first { $0.covers(field) }
      if choice.declaration == nil, !choice.source.fields.isEmpty {
        report(
          "source '\(choice.source.name)' has no field '\(field)'", at: entry.value.span,
          hint: Suggestion.hint(for: field, among: choice.source.fields.map(\.name)))
        return nil
      }
    }
    guard let entry = section["tags"] else { return choice }
    let isOpen = choice.source.protocolName == "auto"
    guard isOpen || choice.source.parser.conventions.selectsSeries, let field = choice.field else {
      report(
        "'tags' choose among the series of one field", at: entry.key.span,
        hint: "they go with 'field', and with the protocols influx and prometheus")
      return nil
    }
    guard case .mapping(let entries, _) = entry.value else {
      expected("a mapping", entry)
      return nil
    }
    let labels = entries.compactMap { label -> String? in
      guard let value = label.value.scalar?.text else {
        expected("a single value", label)
        return nil
      }
      return "\(label.key.text)=\(Self.quoted(value))"
    }
    guard !labels.isEmpty else { return choice }
    choice.field = field + "{\(labels.joined(separator: ","))}"
    return choice
  }

  /// Whether a source may have many series under one name.
  ///
  /// Of one whose protocol its first line tells, a name tells so that has dots or tags.
  private static func choosesSeries(_ source: SourceConfiguration, by field: String?) -> Bool {
    if source.parser.conventions.selectsSeries { return true }
    guard source.protocolName == "auto", source.fields.isEmpty, let field else { return false }
    return field.contains { $0 == "." || $0 == "{" }
  }

  private static func quoted(_ value: String) -> String {
    guard value.contains(where: { "\"\\,{} ".contains($0) }) else { return value }
    var text = "\""
    for character in value {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }

  /// Whether a field is shown as the text that it is, unless the metric has a format.
  static func isText(_ choice: FieldChoice) -> Bool {
    if choice.source.protocolName == "text" { return true }
    let isMain = choice.field == nil || choice.field == Report.mainField
    return isMain && choice.source.parser.conventions.isText
  }

  /// Lets a source know what is wanted of it where there is much to choose from.
  mutating func noteField(of metric: MetricConfiguration) {
    guard let name = metric.source,
      let index = configuration.sources.firstIndex(where: { $0.name == name }),
      Self.choosesSeries(configuration.sources[index], by: metric.field)
    else { return }
    let field = metric.field ?? ""
    if !configuration.sources[index].wanted.contains(field) {
      configuration.sources[index].wanted.append(field)
    }
  }
}
