/// Reads what desktops write down about motion.
package enum DesktopSettings {
  /// What is said, and where.
  package struct Finding: Hashable, Sendable {
    package var wish: MotionSurvey.Wish
    package var reason: String
  }

  /// Of a `settings.ini` of GTK, by what people call it.
  package static func gtk(_ text: String, named name: String) -> Finding? {
    let settings = KeyFile(text)["Settings"] ?? [:]
    if let motion = settings["gtk-interface-reduced-motion"], isReduction(motion) {
      return Finding(wish: .less, reason: "gtk-interface-reduced-motion is set in \(name)")
    }
    if let flag = settings["gtk-enable-animations"], isFalse(flag) {
      return Finding(wish: .off, reason: "gtk-enable-animations is off in \(name)")
    }
    return nil
  }

  /// What durations are multiplied with, of a `kdeglobals`: 0 is no animation at all.
  package static func kdeDurationFactor(_ text: String) -> Double? {
    guard let value = KeyFile(text)["KDE"]?["AnimationDurationFactor"], let factor = Double(value),
      factor.isFinite, factor >= 0
    else { return nil }
    return min(factor, 10)
  }

  /// Of `gsettings list-recursively`, which prints `SCHEMA KEY VALUE` a line.
  package static func gsettings(_ text: String) -> Finding? {
    var found: Finding?
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3 else { continue }
      switch words[1] {
      case "reduced-motion" where isReduction(words[2]):
        return Finding(wish: .less, reason: "\(desktop(words[0])) reduced-motion is set")
      case "enable-animations" where isFalse(words[2]):
        found = Finding(wish: .off, reason: "\(desktop(words[0])) enable-animations is off")
      default: break
      }
    }
    return found
  }

  /// Whose a schema is.
  private static func desktop(_ schema: String) -> String {
    let names = [
      "org.gnome.": "GNOME", "org.cinnamon.": "Cinnamon", "io.elementary.": "elementary",
    ]
    return names.first { schema.hasPrefix($0.key) }?.value ?? schema
  }

  private static func isFalse(_ value: String) -> Bool {
    ["0", "false", "no", "off"].contains(value.lowercased())
  }

  private static func isReduction(_ value: String) -> Bool {
    ["1", "true", "reduce", "reduced"].contains(value.lowercased().filter { $0 != "'" })
  }
}

/// Text in groups, as desktops write their settings: `[Group]`, then `key=value`.
struct KeyFile {
  private var groups: [String: [String: String]] = [:]

  init(_ text: String) {
    var group = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(line)
      if line.first == "[", let end = line.firstIndex(of: "]") {
        group = String(line[line.index(after: line.startIndex)..<end])
      } else if let equals = line.firstIndex(of: "="), !line.hasPrefix("#") {
        let key = Self.trimmed(line[..<equals])
        groups[group, default: [:]][String(key)] =
          String(Self.trimmed(line[line.index(after: equals)...]))
      }
    }
  }

  subscript(group: String) -> [String: String]? { groups[group] }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
