/// What an engine has to know of a feed whose streams it is handed.
package struct FeedRequest: Hashable, Sendable {
  /// The dialect, by its name in the catalog.
  package var output: String
  package var subject: FeedSubject
  package var readsClicks = false
  /// The period to change to.
  package var period: String?
  /// Of its environment, what decides how it is drawn: `TERM`, `COLORTERM`, `NO_COLOR`.
  package var environment: [String: String] = [:]
  /// The socket of the tmux server in whose status line it is shown, and whose client in control
  /// mode has its streams.
  package var tmuxServer: String?
  /// Its header is out already: an engine before this one had begun.
  package var isContinued = false
  /// Nobody looks at it for now.
  package var isPaused = false

  package init(output: String, subject: FeedSubject) {
    self.output = output
    self.subject = subject
  }
}

extension FeedRequest {
  var words: [String] {
    ["output=\(output)", "subject=\(subject.word)"]
      + (period.map { ["period=\($0)"] } ?? []) + (readsClicks ? ["clicks"] : [])
      + (tmuxServer.map { ["tmux=\($0)"] } ?? [])
      + (isContinued ? ["continued"] : []) + (isPaused ? ["paused"] : [])
      + environment.sorted { $0.key < $1.key }.map { "environment=\($0.key)=\($0.value)" }
  }

  init?(words: some Sequence<String>) {
    var output: String?
    var subject: FeedSubject?
    var request = FeedRequest(output: "", subject: .bar(nil))
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : nil
      switch (parts[0], value) {
      case ("output", let value?): output = value
      case ("subject", let value?): subject = FeedSubject(word: value)
      case ("period", let value?): request.period = value
      case ("clicks", nil): request.readsClicks = true
      case ("tmux", let value?): request.tmuxServer = value
      case ("continued", nil): request.isContinued = true
      case ("paused", nil): request.isPaused = true
      case ("environment", let value?):
        let pair = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return nil }
        request.environment[String(pair[0])] = String(pair[1])
      default: return nil
      }
    }
    guard let output, let subject else { return nil }
    request.output = output
    request.subject = subject
    self = request
  }
}

extension FeedSubject {
  var word: String {
    switch self {
    case .bar(nil): "bar"
    case .bar(let name?): "bar:\(name)"
    case .metric(let name): "metric:\(name)"
    case .either(let name): "either:\(name)"
    case .panel: "panel"
    case .metrics(let names): "metrics:" + names.joined(separator: "\u{1f}")
    }
  }

  init?(word: String) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count > 1 ? String(parts[1]) : nil
    switch (parts[0], name) {
    case ("bar", let name): self = .bar(name)
    case ("metric", let name?): self = .metric(name)
    case ("either", let name?): self = .either(name)
    case ("panel", nil): self = .panel
    case ("metrics", let names?):
      self = .metrics(names.split(separator: "\u{1f}").map(String.init))
    default: return nil
    }
  }
}
