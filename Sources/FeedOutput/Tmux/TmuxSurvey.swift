/// What a tmux server shows, and to whom: asked of it now and then, told by its answers.
struct TmuxSurvey: Hashable, Sendable {
  struct Client: Hashable, Sendable {
    var name: String
    var session: String
  }

  /// The clients that people look at.
  var clients: [Client] = []
  /// Variables of ours that a format reads.
  var variables: Set<String> = []
  /// Some status line runs commands, which a forced redraw would start again.
  var runsJobs = false

  /// The questions, one command each.
  static let commands = [
    "list-clients -F '#{client_control_mode} #{session_id} #{client_name}'",
    "show-options -g",
    "show-options -gw",
    // Sessions and windows may have formats of their own.
    "list-sessions -F 'status #{status-left} #{status-right} #{status-format[0]} "
      + "#{status-format[1]} #{status-format[2]} #{status-format[3]} #{status-format[4]}'",
    "list-windows -aF 'status #{window-status-format} #{window-status-current-format}'",
  ]

  /// Takes the answer to one of `commands`.
  mutating func take(_ lines: [String], of command: Int) {
    guard command > 0 else {
      clients = lines.compactMap(Self.client)
      return
    }
    for line in lines { scan(line) }
  }

  private static func client(_ line: String) -> Client? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[0] != "1" else { return nil }
    return Client(name: String(words[2]), session: String(words[1]))
  }

  /// Options whose text ends up in the status line, in order of what they begin with.
  private static let shown = ["status", "window-status", "pane-border-format", "@"]

  private mutating func scan(_ line: String) {
    guard Self.shown.contains(where: line.hasPrefix) else { return }
    if line.contains("#(") { runsJobs = true }
    var rest = Substring(line)
    while let range = rest.firstRange(of: TmuxVariable.prefix) {
      let before = rest[..<range.lowerBound].last
      let name = rest[range.lowerBound...].prefix { TmuxVariable.allows($0) }
      rest = rest[range.upperBound...]
      guard !(before.map(TmuxVariable.allows) ?? false) else { continue }
      variables.insert(String(name))
    }
  }
}

extension Substring {
  /// Where `text` first occurs.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}

/// The names of the variables that a status line reads: `#{odobar}` is the bar of the command,
/// `#{odobar_NAME}` another bar or a metric.
package enum TmuxVariable {
  static let prefix = "odobar"

  /// The variable of a bar or metric: tmux's names have letters, digits and `_` only.
  package static func name(of subject: String?) -> String {
    guard let subject else { return prefix }
    return prefix + "_" + String(subject.map { allows($0) ? $0 : "_" })
  }

  static func allows(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }
}
