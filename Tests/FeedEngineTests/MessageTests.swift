import FeedConfig
import FeedCore
import FeedEngine
import Testing

/// What goes through an engine's socket, there and back, and what does not get through.
struct MessageTests {
  static let requests: [Request] = {
    var bar = FeedRequest(output: "i3bar", subject: .bar(nil))
    bar.readsClicks = true
    bar.isContinued = true
    bar.tmuxServer = "/tmp/tmux-0/a b=c"
    bar.environment = ["TERM": "xterm=1", "NO_COLOR": "", "COLORTERM": "a b\nc"]
    return [
      .attach(bar, build: "0badcafe"),
      .attach(FeedRequest(output: "json", subject: .bar("main")), build: "x"),
      .attach(FeedRequest(output: "waybar", subject: .either("bar:x")), build: "x"),
      .attach(FeedRequest(output: "plain", subject: .metric("é")), build: "x"),
      .attach(FeedRequest(output: "tmux", subject: .metrics(["a", "b:c"])), build: "x"),
      .attach(FeedRequest(output: "tmux", subject: .metrics([])), build: "x"),
      .press(server: "/tmp/a b", button: .left, place: "right:91"),
      .press(server: "/tmp/a b", button: .scrollUp, place: "odo+volume"),
      .signal(1, group: 0), .signal(64, group: 4711), .reload, .status(isJSON: true),
      .status(isJSON: false),
      .command(.step(metric: "volume", .by(5))),
      .command(.step(metric: "volume", .by(.real(-0.25)))),
      .command(.step(metric: "volume", .to(-3))), .command(.period("week")),
      .command(.refresh(nil)), .command(.refresh("net")), .command(.replay(nil)),
      .command(.replay("main")), .command(.click(metric: "n", button: .right, part: nil)),
      .command(.click(metric: "n", button: .scrollDown, part: "minus")),
    ]
  }()

  static let replies: [Reply] = [
    .attached, .rest, .otherBuild(process: 4321), .done(""), .done("two\nlines"),
    .failed(64, "no metric"), .over(0, ""), .over(1, "a full disk"),
  ]

  @Test(arguments: requests)
  func `what is asked comes over whole`(request: Request) throws {
    #expect(Request(try Message(bytes: request.message.bytes)) == request)
  }

  @Test(arguments: replies)
  func `what is answered comes over whole`(reply: Reply) throws {
    #expect(Reply(try Message(bytes: reply.message.bytes)) == reply)
  }

  @Test func `beginnings that are known without reading the rest`() {
    #expect(
      Request.signal(15, group: 7).message.bytes == Request.signalPrefix + Array("15\07\0".utf8))
    #expect(Reply.over(1, "x").message.bytes == Reply.overPrefix + Array("1\0x\0".utf8))
  }

  @Test func `a zero in a word ends it`() throws {
    let message = try Message(bytes: Message("done", "a\0b").bytes)
    #expect(message.words == ["done", "a"])
  }

  static let strange: [[UInt8]] = [
    [], [0], [0, 0], Array("odobar/1".utf8), Array("status\0text\0".utf8), [0xff, 0],
    Array("odobar/1\0".utf8) + [0xc3, 0], Array("GET / HTTP/1.1\r\n\r\n".utf8),
    Array("odobar/1\0".utf8) + Array(repeating: 0, count: 100),
  ]

  @Test(arguments: strange)
  func `what is no message is none`(bytes: [UInt8]) {
    #expect(throws: MessageFault.malformed) { try Message(bytes: bytes) }
  }

  @Test func `another version is told from nonsense`() {
    #expect(throws: MessageFault.version("odobar/2")) {
      try Message(bytes: Array("odobar/2\0status\0text\0".utf8))
    }
  }

  @Test(arguments: [
    [], ["attach"], ["attach", "b", "output=json"], ["attach", "b", "subject=bar"],
    ["attach", "b", "output=json", "subject=room"],
    ["attach", "b", "output=json", "subject=metric"],
    ["attach", "b", "output=json", "subject=bar", "more"], ["signal", "0", "0"],
    ["signal", "65", "0"], ["signal", "x", "0"], ["signal", "9"], ["signal", "9", "-1"],
    ["signal", "9", "9", "9"], ["reload", "x"], ["status"], ["step", "a"],
    ["step", "a", "5"], ["step", "a", "+nan"], ["step", "a", "+"], ["step", "a", "+-5"],
    ["step", "a", "=1e999"], ["period"], ["refresh", "a", "b"], ["dance"],
  ])
  func `a request that means nothing is none`(words: [String]) {
    #expect(Request(Message(words)) == nil)
  }

  @Test func `whatever comes, it is taken apart or refused`() {
    var dice = SystemRandomNumberGenerator()
    let good = Self.requests.map(\.message.bytes) + Self.replies.map(\.message.bytes)
    for _ in 0..<20_000 {
      var bytes = good.randomElement(using: &dice) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 0...bytes.count, using: &dice)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bytes.insert(.random(in: 0...255, using: &dice), at: place)
        case 1 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &dice)
        case 2 where place < bytes.count: bytes.removeSubrange(place...)
        default: bytes += good.randomElement(using: &dice) ?? []
        }
      }
      guard let message = try? Message(bytes: bytes) else { continue }
      // What is understood can be said again.
      if let request = Request(message) { #expect(Request(request.message) == request) }
      if let reply = Reply(message) { #expect(Reply(reply.message) == reply) }
    }
  }
}
