import FeedCore
import FeedOutput

extension ConfigDecoder {
  mutating func decodeOutput(_ entry: Node.Entry) {
    guard let section = section(entry, .output) else { return }
    setBackground(section["background"].flatMap { color($0) })
    setForeground(section["foreground"].flatMap { color($0) })
    if let entry = section["separator"], let text = drawnText(entry) {
      configuration.output.separator = text
    }
    if let entry = section["colors"] {
      let names = ["0": 0, "16": 16, "256": 256, "16777216": 1 << 24, "truecolor": 1 << 24]
      let choices = ["0", "16", "256", "truecolor", "16777216"]
      if let name = name(entry.value, for: entry.key, among: choices) {
        configuration.output.colors = names[name] ?? 0
      }
    }
    if let entry = section["rise"], let rise = integer(entry, in: 0...20_000) {
      configuration.output.rise = rise
    }
    if let entry = section["look"] { look = choice(entry) ?? .plain }
    if let entry = section["client"] { decodeClient(entry) }
  }

  /// What is known of the bar's background; nil says nothing.
  mutating func setBackground(_ color: Color?) {
    guard let color else { return }
    configuration.output.background = color
    configuration.output.knowsBackground = true
  }

  /// What is known of the bar's text; nil says nothing.
  mutating func setForeground(_ color: Color?) {
    guard let color else { return }
    configuration.output.foreground = color
    configuration.output.knowsForeground = true
  }

  private mutating func decodeClient(_ entry: Node.Entry) {
    let names = ["auto"] + BarClient.allCases.map(\.rawValue)
    guard let name = name(entry.value, for: entry.key, among: names) else { return }
    configuration.output.client = BarClient(rawValue: name)
  }
}
