/// Our side of a conversation with a tmux server, over a client in control mode.
///
/// A frame is one write: the changed variables are set in the server's global environment, hidden
/// from new panes, and the status lines of those who look are drawn again, they alone. tmux does
/// not expand the value of a variable, so nothing in it is run or looked up.
///
/// A pure state machine: bytes in, bytes out in `pending`. Source: CONTROL MODE in tmux(1).
package struct TmuxControl: Sendable {
  /// How the client has to be started to speak with a server, given by its socket, from within a
  /// session, given by its id.
  ///
  /// It speaks UTF-8 (`-u`), never starts a server (`-N`), is sent no output of panes, and asks for
  /// no window size.
  package static func arguments(socket: String, session: String) -> [String] {
    let flags = "no-output,ignore-size"
    return ["tmux", "-u", "-S", socket, "-N", "-C", "attach", "-f", flags, "-t", session]
  }

  /// An empty line has the server let the client go.
  package static let farewell: [UInt8] = [UInt8(ascii: "\n")]

  package enum Event: Hashable, Sendable {
    /// The server has taken what it was sent: newer frames are welcome.
    case ready
    /// The variables of ours that are seen by anybody, by name; none when nobody looks.
    case wanted([TmuxVariable])
    /// Somebody has clicked on a metric; a button as X counts them.
    case clicked(range: String, button: Int)
    /// The server let us go, or would not have us.
    case ended(reason: String)
  }

  /// Bytes for the client's standard input; whoever writes them takes them away.
  package var pending: [UInt8] = []

  private var reader = TmuxReplyReader()
  private var isAttached = false
  private var survey = TmuxSurvey()
  /// The answers so far to the survey under way.
  private var nextSurvey: TmuxSurvey?
  private var needsSurvey = false
  private var wanted: [TmuxVariable] = []
  /// The session that we are in, by its id.
  private var session: String?
  private var framesSinceSurvey = 0
  /// What waits for its answers, oldest first.
  private var waiting: [Exchange] = []
  /// The values the server has.
  private var values: [String: [UInt8]] = [:]
  private var isBusy: Bool { waiting.count { $0.kind == .frame } >= Self.framesAhead }
  private var wasBusy = false

  /// Frames on their way at most: one being drawn, and one that is next.
  private static let framesAhead = 2
  /// An option that is changed is not told: what is shown is asked anew after so many frames.
  private static let framesBetweenSurveys = 128

  /// One line that was sent, with as many commands as it still waits for.
  private struct Exchange: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case survey(Int)
      case frame
      /// Belongs to a frame, which is over with its first line.
      case trigger
      case click(TmuxClick)
    }

    var kind: Kind
    var replies: Int
  }

  package init() {}

  /// Asks anew what the server shows.
  package mutating func review() { if isAttached { beginSurvey() } }

  // MARK: Frames

  /// Shows a line of `TmuxVariablesOutput`; false, and nothing sent, while the server is behind.
  package mutating func show(_ line: [UInt8]) -> Bool {
    guard isAttached, !isBusy else {
      wasBusy = true
      return false
    }
    let changed = TmuxVariablesOutput.texts(in: line).filter { values[$0.name] != $0.text }
    guard !changed.isEmpty else { return true }
    framesSinceSurvey += 1
    if framesSinceSurvey >= Self.framesBetweenSurveys { beginSurvey() }
    var command: [UInt8] = []
    for (name, text) in changed {
      values[name] = text
      if !command.isEmpty { command.append(" ; ") }
      command.append(text.isEmpty ? "set-environment -gu " : "set-environment -gh ")
      command.append(name)
      guard !text.isEmpty else { continue }
      command.append(" ")
      Self.append(quoted: text, to: &command)
    }
    send(command, .frame, replies: changed.count)
    // A line each: a client that has just left takes no other's redraw with it.
    for trigger in triggers { send(Array(trigger.text.utf8), .trigger, replies: trigger.replies) }
    return true
  }

  /// The commands that draw the status lines again, and nothing else.
  private var triggers: [(text: String, replies: Int)] {
    guard survey.runsJobs else {
      return survey.clients.map { ("refresh-client -S -t \(Self.quoted($0.name))", 1) }
    }
    // `refresh-client` would start every `#(…)` anew. Input that is on for a pane is switched on:
    // that changes nothing but the status line, which is drawn again. The next window's pane is
    // taken, so that no borders are drawn.
    return Set(survey.clients.map(\.session)).sorted().map { session in
      let pane = Self.quoted("\(session):+")
      let off = Self.quoted("select-pane -dt \(pane)")
      let on = Self.quoted("select-pane -et \(pane)")
      return ("if -Ft \(pane) '#{pane_input_off}' \(off) \(on)", 2)
    }
  }

  // MARK: Clicks

  /// Finds out what was clicked: told by `clicked` unless it is nothing of ours.
  package mutating func find(_ click: TmuxClick) {
    guard isAttached else { return }
    send(Array("show-environment -gh \(click.side.variable)".utf8), .click(click), replies: 1)
  }

  // MARK: Conversation

  /// Takes in what the server says.
  package mutating func read(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for item in reader.read(bytes) {
      switch item {
      case .attached(let isError):
        if isError { events.append(.ended(reason: "tmux has no session to show it in")) }
        guard !isError, !isAttached else { continue }
        isAttached = true
        needsSurvey = true
      case .reply(let lines, let isError): take(lines, isError: isError, &events)
      case .notification(name: "exit", let rest):
        events.append(.ended(reason: rest))
      case .notification(let name, let rest):
        if name == "session-changed" { session = rest.split(separator: " ").first.map(String.init) }
        if Self.notable.contains(name) { needsSurvey = true }
      }
    }
    if needsSurvey, nextSurvey == nil { beginSurvey() }
    if wasBusy, isAttached, !isBusy {
      wasBusy = false
      events.append(.ready)
    }
    return events
  }

  /// Notifications after which others may look, or at something else.
  private static let notable: Set<String> = [
    "client-session-changed", "client-detached", "session-changed", "sessions-changed",
    "session-window-changed", "window-add", "window-close", "unlinked-window-add",
    "unlinked-window-close", "config-error",
  ]

  private mutating func take(_ lines: [String], isError: Bool, _ events: inout [Event]) {
    guard !waiting.isEmpty else { return }
    let kind = waiting[0].kind
    if case .survey(let command) = kind, !isError { nextSurvey?.take(lines, of: command) }
    if case .click(let click) = kind, !isError, let range = click.range(in: lines) {
      events.append(.clicked(range: range, button: click.button))
    }
    // A command that fails takes the rest of its line with it.
    waiting[0].replies = isError ? 0 : waiting[0].replies - 1
    if isError, kind != .frame { needsSurvey = needsSurvey || kind == .trigger }
    guard waiting[0].replies <= 0 else { return }
    waiting.removeFirst()
    if kind == .survey(TmuxSurvey.commands.count - 1) { finishSurvey(&events) }
  }

  private mutating func beginSurvey() {
    guard nextSurvey == nil else { return }
    needsSurvey = false
    framesSinceSurvey = 0
    nextSurvey = TmuxSurvey()
    for (index, command) in TmuxSurvey.commands.enumerated() {
      send(Array(command.utf8), .survey(index), replies: 1)
    }
  }

  private mutating func finishSurvey(_ events: inout [Event]) {
    guard let found = nextSurvey else { return }
    nextSurvey = nil
    survey = found
    if found.isHeld(byOneIn: session) {
      return events.append(.ended(reason: "nobody looks any more"))
    }
    let seen = found.clients.isEmpty ? [] : found.variables
    guard seen != wanted else { return }
    wanted = seen
    events.append(.wanted(seen))
  }

  private mutating func send(_ line: [UInt8], _ kind: Exchange.Kind, replies: Int) {
    waiting.append(Exchange(kind: kind, replies: replies))
    pending += line
    pending.append("\n")
  }

  // MARK: Quoting

  /// In single quotes every byte stands for itself but the quote, and the end of the line.
  private static func append(quoted text: [UInt8], to line: inout [UInt8]) {
    line.append("'")
    for byte in text where byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "'") { line.append("'\\''") } else { line.append(byte) }
    }
    line.append("'")
  }

  private static func quoted(_ text: String) -> String {
    var line: [UInt8] = []
    append(quoted: Array(text.utf8), to: &line)
    return String(decoding: line, as: UTF8.self)
  }
}
