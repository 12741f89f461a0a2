/// What a tmux server shows, and to whom: asked of it now and then, told by its answers.
struct TmuxSurvey: Hashable, Sendable {
  struct Client: Hashable, Sendable {
    var name: String
    var session: String
  }

  /// The clients that people look at.
  var clients: [Client] = []
  /// Variables of ours that a format reads, and where.
  var sides: [String: TmuxVariable.Side] = [:]
  /// Some status line runs commands, which a forced redraw would start again.
  var runsJobs = false
  /// The server is to end when nobody looks.
  var endsUnattached = false
  /// Sessions that are to end when nobody looks at them.
  var passingSessions: Set<String> = []

  /// The questions, one command each.
  static let commands = [
    "list-clients -F '#{client_control_mode} #{session_id} #{client_name}'",
    "show-options -s exit-unattached",
    "list-sessions -F '#{session_id} #{destroy-unattached}'",
    "show-options -g",
    "show-options -gw",
    // Sessions and windows may have formats of their own.
    "list-sessions -F 'status-left #{status-left}'",
    "list-sessions -F 'status-right #{status-right}'",
    "list-sessions -F 'status #{status-format[0]} "
      + "#{status-format[1]} #{status-format[2]} #{status-format[3]} #{status-format[4]}'",
    "list-windows -aF 'status #{window-status-format} #{window-status-current-format}'",
  ]

  /// In order of their names.
  var variables: [TmuxVariable] {
    sides.map { TmuxVariable(name: $0.key, side: $0.value) }.sorted { $0.name < $1.name }
  }

  /// Whether one who stays in a session would be all that keeps it, or the server, alive.
  func isHeld(byOneIn session: String?) -> Bool {
    if endsUnattached, clients.isEmpty { return true }
    guard let session, passingSessions.contains(session) else { return false }
    return !clients.contains { $0.session == session }
  }

  /// Takes the answer to one of `commands`.
  mutating func take(_ lines: [String], of command: Int) {
    switch command {
    case 0: clients = lines.compactMap(Self.client)
    case 1: endsUnattached = lines.contains { $0.hasSuffix(" on") }
    case 2: passingSessions = Set(lines.compactMap(Self.passingSession))
    default: for line in lines { scan(line) }
    }
  }

  private static func client(_ line: String) -> Client? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[0] != "1" else { return nil }
    return Client(name: String(words[2]), session: String(words[1]))
  }

  private static func passingSession(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count == 2, !["0", "off"].contains(words[1]) else { return nil }
    return String(words[0])
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
      note(String(name), Self.side(of: line))
    }
  }

  private static func side(of line: String) -> TmuxVariable.Side {
    if line.hasPrefix("status-left ") { return .left }
    return line.hasPrefix("status-right ") ? .right : .elsewhere
  }

  /// One that stands in several places can be marked for one of them: the right end comes first.
  private mutating func note(_ name: String, _ side: TmuxVariable.Side) {
    switch (sides[name], side) {
    case (.right?, _), (.left?, .elsewhere): break
    default: sides[name] = side
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
