package import FeedConfig

/// What an engine is asked for through its socket.
package enum Request: Hashable, Sendable {
  /// To work for a feed; `build` tells whether both are of one program.
  case attach(FeedRequest, build: String)
  /// A signal, by its number, that the process of a feed got, and its sender's process group.
  case signal(Int32, group: Int32)
  case command(ControlCommand)
  /// To read the config again.
  case reload
  case status(isJSON: Bool)
  /// A click in the status line of the tmux server with this socket, at the place where its
  /// binding says.
  case press(server: String, button: ClickButton, place: String)

  package var message: Message {
    switch self {
    case .attach(let feed, let build): Message(["attach", build] + feed.words)
    case .signal(let number, let group): Message("signal", String(number), String(group))
    case .command(let command): Message(command.words)
    case .reload: Message("reload")
    case .status(let isJSON): Message("status", isJSON ? "json" : "text")
    case .press(let server, let button, let place):
      Message("press", server, button.rawValue, place)
    }
  }

  /// How the bytes of `signal` begin, whatever its number.
  package static var signalPrefix: [UInt8] { Message("signal").bytes }

  /// nil for what no such program says.
  package init?(_ message: Message) {
    let words = message.words
    switch (words.first, words.count) {
    case ("attach", 3...):
      guard let feed = FeedRequest(words: words.dropFirst(2)) else { return nil }
      self = .attach(feed, build: words[1])
    case ("signal", 3):
      guard let number = Int32(words[1]), (1...64).contains(number), let group = Int32(words[2]),
        group >= 0
      else { return nil }
      self = .signal(number, group: group)
    case ("reload", 1): self = .reload
    case ("press", 4):
      guard let button = ClickButton(rawValue: words[2]) else { return nil }
      self = .press(server: words[1], button: button, place: words[3])
    case ("status", 2): self = .status(isJSON: words[1] == "json")
    default:
      guard let command = ControlCommand(words: words) else { return nil }
      self = .command(command)
    }
  }
}

/// What an engine says.
package enum Reply: Hashable, Sendable {
  /// It works for this feed from now on.
  case attached
  /// It is another build of the program, and its process is this one.
  case otherBuild(process: Int32)
  /// It was done; a text for people, or for scripts.
  case done(String)
  /// It was not done; an exit status, and why.
  case failed(Int32, String)
  /// The feed is over; the exit status of its process, and what to complain of.
  case over(Int32, String)
  /// What is written only once is out: an engine after this one has to go on where it is.
  case begun
  /// The terminal is as it was: the process of the feed may stop itself now.
  case rest

  package var message: Message {
    switch self {
    case .attached: Message("attached")
    case .otherBuild(let process): Message("other", String(process))
    case .done(let text): Message("done", text)
    case .failed(let status, let text): Message("failed", String(status), text)
    case .over(let status, let text): Message("over", String(status), text)
    case .begun: Message("begun")
    case .rest: Message("rest")
    }
  }

  /// How the bytes of `over` begin, whatever follows.
  package static var overPrefix: [UInt8] { Message("over").bytes }

  package init?(_ message: Message) {
    let words = message.words
    let number = words.count > 1 ? Int32(words[1]) : nil
    switch (words.first, words.count, number) {
    case ("attached", 1, _): self = .attached
    case ("other", 2, let process?): self = .otherBuild(process: process)
    case ("done", 2, _): self = .done(words[1])
    case ("failed", 3, let status?): self = .failed(status, words[2])
    case ("over", 3, let status?): self = .over(status, words[2])
    case ("begun", 1, _): self = .begun
    case ("rest", 1, _): self = .rest
    default: return nil
    }
  }
}
