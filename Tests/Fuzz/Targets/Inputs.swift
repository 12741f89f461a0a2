import FeedCore
import FeedEngine
import FeedOutput

extension FuzzTarget {
  /// A line of a bar's clicks.
  static let clicks = FuzzTarget(
    name: "clicks", summary: "a bar tells of clicks",
    words: [
      "{\"name\":\"", "\"instance\":\"", "\"button\":", "\"x\":", "\"modifiers\":[\"Shift\"]", "[",
      ",",
      "}", "\"", "1", "1e9", "-1", "\\u0000", "null",
    ]
  ) { bytes in
    if let click = ClickParser.click(in: bytes) {
      require((1...255).contains(click.button), "button \(click.button)")
    }
  }

  /// A packet at the engine's socket.
  static let messages = FuzzTarget(
    name: "messages", summary: "a packet comes to the engine's socket",
    words: [
      "odobar/1\0", "attach\0", "signal\0", "status\0", "step\0", "+1\0", "=5\0", "period\0",
      "json\0",
      "output=json\0", "subject=bar\0", "reload\0", "over\0", "\0", "refresh\0",
    ]
  ) { bytes in
    guard let message = try? Message(bytes: bytes) else { return }
    if let request = Request(message) {
      require(Request(request.message) == request, "a request that cannot be said again")
    }
    if let reply = Reply(message) {
      require(Reply(reply.message) == reply, "a reply that cannot be said again")
    }
  }

  /// A file in which the past is kept.
  static let history = FuzzTarget(
    name: "history", summary: "a file of the past is read",
    words: ["odobar history 1\n"],
    samples: [
      (0..<6).flatMap { index in
        HistoryLog.bytes(
          of: HistoryRecord(
            key: HistoryKey("m\(index % 2)"),
            resolution: HistoryRecord.Resolution.allCases[index % 3],
            start: WallTime(seconds: Int64(index) * 60),
            bucket: HistoryBucket(
              count: 3, sum: 6, minimum: 1, maximum: 3, last: 2, increase: 0.5)))
      }
    ]
  ) { bytes in
    // A file without the header is foreign, and nothing more is read of it.
    for file in [bytes, HistoryLog.header + bytes] {
      let contents = HistoryLog.read(file)
      require(contents.damagedBytes <= file.count, "more damaged than there is")
      let again = HistoryLog.header + contents.records.flatMap { HistoryLog.bytes(of: $0) }
      require(HistoryLog.read(again).records == contents.records, "records that cannot be kept")
    }
  }

  /// What a terminal sends.
  static let keys = FuzzTarget(
    name: "keys", summary: "a terminal sends keys",
    words: [
      "\u{1b}", "[", "O", "\u{1b}[200~", "\u{1b}[201~", "\u{1b}[<0;1;1M", ";", "~", "\u{1b}]11;",
    ]
  ) { bytes in
    func read(_ pieces: [[UInt8]]) -> [TerminalInput] {
      var parser = KeyParser()
      var inputs = pieces.flatMap { parser.read($0, at: .zero) }
      if let deadline = parser.deadline { inputs += parser.expire(at: deadline) }
      return inputs
    }
    let one = Choices(bytes).pieces(of: 1)
    require(read([bytes]) == read(one), "pieces make a difference")
  }

  /// What a tmux server says.
  static let tmux = FuzzTarget(
    name: "tmux", summary: "a tmux server speaks in control mode",
    words: [
      "%begin 1 1 1\n", "%end 1 1 1\n", "%error 1 1 1\n", "%exit\n", "%session-changed $0 main\n",
      "%client-detached /dev/pts/1\n", "#{odobar_cpu}", "#{odobar}", "\n", "%output",
      "%layout-change",
    ]
  ) { bytes in
    func read(_ pieces: [[UInt8]]) -> ([TmuxControl.Event], [UInt8]) {
      var control = TmuxControl()
      let events = pieces.flatMap { control.read($0) }
      _ = control.show(Array("{\"a\": 1}\n".utf8))
      return (events, control.pending)
    }
    let (whole, cut) = (read([bytes]), read(Choices(bytes).pieces(of: 1)))
    require(whole.0 == cut.0 && whole.1 == cut.1, "pieces make a difference")
  }
}
