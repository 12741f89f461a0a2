import FeedCore
import FeedData
import FeedOutput

/// The colours of all metrics that set none of their own.
struct Theme: Hashable {
  var colors: [MetricState: Color] = [:]
  var accent: Color?
  var tile = BlockStyle.Tile()
  /// Of the bar, where the theme knows it.
  var foreground: Color?
  var background: Color?

  /// For dark bars: the bar's own colour as long as all is well.
  static let standard = Theme(colors: [
    .warning: Color(red: 0xeb, green: 0xcb, blue: 0x8b),
    .critical: Color(red: 0xf7, green: 0x76, blue: 0x8e),
    .stale: Color(red: 0x8a, green: 0x90, blue: 0x9c),
    .error: Color(red: 0xf7, green: 0x76, blue: 0x8e),
    .disabled: Color(red: 0x82, green: 0x88, blue: 0x94),
  ])

  static let light = Theme(
    colors: [
      .warning: Color(red: 0x8a, green: 0x5a, blue: 0x00),
      .critical: Color(red: 0xb4, green: 0x1f, blue: 0x2f),
      .stale: Color(red: 0x6a, green: 0x6f, blue: 0x78),
      .error: Color(red: 0xb4, green: 0x1f, blue: 0x2f),
      .disabled: Color(red: 0x8c, green: 0x92, blue: 0x9b),
    ],
    foreground: Color(red: 0x1c, green: 0x20, blue: 0x26), background: .white)

  /// The themes that need no file, by name.
  static let named: [(name: String, theme: Theme)] = [("default", standard), ("light", light)]
}

extension ConfigDecoder {
  /// A name, a file that holds a mapping, or the mapping itself.
  mutating func decodeTheme(_ entry: Node.Entry) {
    if case .mapping = entry.value {
      theme = theme(entry.value)
    } else if let name = text(entry) {
      if let named = Theme.named.first(where: { $0.name == name }) {
        theme = named.theme
      } else if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        if let root = themeFile(name, at: entry.value.span) { theme = theme(root) }
      } else {
        let names = Theme.named.map(\.name)
        report(
          "unknown theme '\(name)'", at: entry.value.span,
          hint: Suggestion.hint(for: name, among: names) + ", or a file like ./night.yaml")
      }
    }
    setForeground(theme.foreground)
    setBackground(theme.background)
  }

  private mutating func theme(_ node: Node) -> Theme {
    guard let section = section(node, .theme, named: "the theme") else { return theme }
    var theme = Theme.standard
    for state in MetricState.allCases {
      if let entry = section[state.rawValue] { theme.colors[state] = color(entry) }
    }
    theme.accent = section["accent"].flatMap { color($0) }
    if let entry = section["tile"] { theme.tile = tile(entry, over: theme.tile) }
    theme.foreground = section["foreground"].flatMap { color($0) }
    theme.background = section["background"].flatMap { color($0) }
    return theme
  }

  private mutating func themeFile(_ name: String, at span: SourceSpan) -> Node? {
    let origin =
      files[span.file] ?? ConfigFile(name: "", path: context.folder + "/config", text: [])
    let (path, shown) = origin.beside(name, home: context.home)
    configuration.files.append(path)
    let bytes: [UInt8]
    switch context.readFile(path) {
    case .text(let text): bytes = text
    case .unreadable(let reason):
      report("the theme '\(name)' cannot be read: \(reason)", at: span)
      return nil
    }
    do throws(Diagnostic) {
      let document = try YAMLReader.read(bytes, file: shown)
      faults += document.faults
      return document.root
    } catch {
      faults.append(error)
      return nil
    }
  }
}
