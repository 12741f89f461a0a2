import FeedCore
import FeedOutput
import Testing

struct TmuxControlTests {
  @Test func `asks what is shown as soon as it is attached`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar} %H:%M"])
    #expect(server.talk() == [])

    #expect(server.attach() == [.wanted(["odobar"])])
    #expect(server.survey == server.surveyCommands)
  }

  @Test func `wants nothing while nobody looks`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"], clients: [])

    #expect(server.attach() == [])
    server.clients = ["/dev/pts/1"]
    #expect(server.notify("client-session-changed /dev/pts/1 $0 main") == [.wanted(["odobar"])])
    server.clients = []
    #expect(server.notify("client-detached /dev/pts/1") == [.wanted([])])
  }

  @Test(arguments: [
    ("#{odobar_cpu}", ["odobar_cpu"]),
    ("#{?client_prefix,#{odobar_a_b},#{odobar}}", ["odobar", "odobar_a_b"]),
    ("myodobar odobar", ["odobar"]), ("#{xodobar_cpu} #{odobar_cpu_}", ["odobar_cpu_"]),
    ("%H:%M", []),
  ])
  func `finds the variables in a format`(_ format: String, _ names: [String]) {
    let server = TmuxServer(formats: ["status-left": format])

    #expect(server.attach() == (names.isEmpty ? [] : [.wanted(Set(names))]))
  }

  @Test func `finds variables in options of the user's own, and in those of a session`() {
    let server = TmuxServer(formats: ["@theme_right": "#{odobar_cpu}"])
    server.sessionFormat = "#{odobar_mem}"

    #expect(server.attach() == [.wanted(["odobar_cpu", "odobar_mem"])])
  }

  @Test func `sets what has changed and draws the status line of each client`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"], clients: ["/dev/pts/1", "b'c"])
    server.attach()

    #expect(server.show("odobar", "it's #[fg=#ff0000]1"))
    #expect(
      server.lines == [
        #"set-environment -gh odobar 'it'\''s #[fg=#ff0000]1'"#,
        "refresh-client -S -t '/dev/pts/1'", #"refresh-client -S -t 'b'\''c'"#,
      ])
    #expect(server.show("odobar", "it's #[fg=#ff0000]1"))
    #expect(server.lines == [])
  }

  @Test func `runs nobody's jobs again`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar} #(date)"])
    server.attach()

    #expect(server.show("odobar", "1"))
    let lines = server.lines
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("if -Ft '$0:+' '#{pane_input_off}' ") == true)
    #expect(!lines.contains { $0.contains("refresh-client") })
  }

  @Test func `is at most two frames ahead of the server`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"])
    server.attach()
    server.isFrozen = true

    #expect(server.show("odobar", "1"))
    #expect(server.show("odobar", "2"))
    for number in 3...9 { #expect(!server.show("odobar", "\(number)")) }
    #expect(server.lines.count == 4)
    server.isFrozen = false
    #expect(server.talk() == [.ready])
    #expect(server.show("odobar", "9"))
    #expect(server.lines.first == "set-environment -gh odobar '9'")
  }

  @Test func `looks again when a client has gone`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"], clients: ["a", "b"])
    server.attach()
    server.clients = ["b"]

    #expect(server.show("odobar", "1"))
    #expect(server.talk() == [])
    #expect(server.lines.suffix(5) == server.surveyCommands[...])
    #expect(server.show("odobar", "2"))
    #expect(server.lines == ["set-environment -gh odobar '2'", "refresh-client -S -t 'b'"])
  }

  @Test func `ends when the server says so`() {
    let server = TmuxServer(formats: [:])
    server.attach()

    #expect(server.notify("exit server exited") == [.ended(reason: "server exited")])
    var empty = TmuxControl()
    let refusal = "%begin 1 2 0\nno sessions\n%error 1 2 0\n%exit\n"
    #expect(
      empty.read(Array(refusal.utf8)).first.map { if case .ended = $0 { true } else { false } }
        == true)
  }

  @Test func `reads the same, however the bytes are cut`() {
    let text =
      "%begin 5 7 1\n%end 5 8 1\n%begin\nx\n%end 5 7 1\n%window-add @1\n%begin 6 9 1\n%error 6 9 1\n"
    let whole = TmuxReplyReader.items(Array(text.utf8), cutInto: .max)
    #expect(
      whole == [
        .reply(lines: ["%end 5 8 1", "%begin", "x"], isError: false),
        .notification(name: "window-add", rest: "@1"), .reply(lines: [], isError: true),
      ])
    for size in 1...9 { #expect(TmuxReplyReader.items(Array(text.utf8), cutInto: size) == whole) }
  }

  @Test func `gives each variable its own metrics`() throws {
    let output = TmuxVariablesOutput(
      [.init(name: "odobar", metrics: ["a", "b"]), .init(name: "odobar_b", metrics: ["b"])],
      settings: OutputSettings())
    let server = TmuxServer(formats: ["status-right": "#{odobar} #{odobar_b}"])
    server.attach()
    var line: [UInt8] = []
    let blocks = ["a", "b"].map { Block(name: $0, pieces: [.text("\($0)#1\u{1f}")]) }
    output.append(Frame(blocks: blocks), to: &line)

    #expect(server.show(line))
    #expect(
      server.lines.first
        == "set-environment -gh odobar 'a##1 │ b##1' ; set-environment -gh odobar_b 'b##1'")
  }

  @Test func `makes a variable's name of any metric's`() {
    #expect(TmuxVariable.name(of: nil) == "odobar")
    #expect(TmuxVariable.name(of: "net-rx.0 é") == "odobar_net_rx_0__")
  }
}

extension TmuxReplyReader {
  static func items(_ bytes: [UInt8], cutInto size: Int) -> [Item] {
    var reader = TmuxReplyReader()
    var items: [Item] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      items += reader.read(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return items
  }
}

/// A tmux server as far as one client in control mode sees it.
private final class TmuxServer {
  var control = TmuxControl()
  var formats: [String: String]
  var clients: [String]
  var sessionFormat = ""
  /// What was asked on attaching.
  private(set) var survey: [String] = []
  /// Answers nothing for now.
  var isFrozen = false
  /// The commands that came in since they were last looked at.
  private var received: [String] = []
  private var backlog: [String] = []
  private var number = 10

  let surveyCommands = [
    "list-clients -F '#{client_control_mode} #{session_id} #{client_name}'", "show-options -g",
    "show-options -gw",
    "list-sessions -F 'status #{status-left} #{status-right} #{status-format[0]} "
      + "#{status-format[1]} #{status-format[2]} #{status-format[3]} #{status-format[4]}'",
    "list-windows -aF 'status #{window-status-format} #{window-status-current-format}'",
  ]

  init(formats: [String: String], clients: [String] = ["/dev/pts/1"]) {
    self.formats = formats
    self.clients = clients
  }

  /// What came in, once.
  var lines: [String] {
    collect()
    defer { received = [] }
    return received
  }

  @discardableResult
  func attach() -> [TmuxControl.Event] {
    let hello = "%begin 1 1 0\n%end 1 1 0\n%session-changed $0 main\n"
    let events = control.read(Array(hello.utf8)) + talk()
    survey = lines
    return events
  }

  func notify(_ text: String) -> [TmuxControl.Event] {
    control.read(Array("%\(text)\n".utf8)) + talk()
  }

  func show(_ name: String, _ text: String) -> Bool {
    show(Array("\u{1f}\(name)\u{1f}\(text)\n".utf8))
  }

  func show(_ line: [UInt8]) -> Bool {
    let isShown = control.show(line)
    _ = talk()
    return isShown
  }

  /// Answers what has come in, until nothing more comes.
  func talk() -> [TmuxControl.Event] {
    var events: [TmuxControl.Event] = []
    collect()
    while !isFrozen, !backlog.isEmpty {
      let answers = backlog.map { answer($0) }.joined()
      backlog = []
      events += control.read(Array(answers.utf8))
      collect()
    }
    return events
  }

  private func collect() {
    let text = String(decoding: control.pending, as: UTF8.self)
    control.pending = []
    let new = text.split(separator: "\n").map(String.init)
    received += new
    backlog += new
  }

  private func answer(_ line: String) -> String {
    func block(_ body: [String], isError: Bool = false) -> String {
      number += 1
      let end = isError ? "%error" : "%end"
      return (["%begin 1 \(number) 1"] + body + ["\(end) 1 \(number) 1", ""]).joined(
        separator: "\n")
    }
    switch line {
    case surveyCommands[0]:
      return block(["1 $0 client-77"] + clients.map { "0 $0 \($0)" })
    case surveyCommands[1]:
      return block(
        ["default-command \"odobar_nothing #(x)\""]
          + formats.sorted { $0.key < $1.key }.map { "\($0.key) \"\($0.value)\"" })
    case surveyCommands[2]: return block(["window-status-format #I"])
    case surveyCommands[3]: return block(["status \(sessionFormat)"])
    case surveyCommands[4]: return block(["status #I"])
    case let line where line.hasPrefix("refresh-client"):
      let isKnown = clients.contains {
        line.hasSuffix("'\($0.split(separator: "'").joined(separator: #"'\''"#))'")
      }
      return isKnown ? block([]) : block(["can't find client"], isError: true)
    case let line where line.hasPrefix("if "): return block([]) + block([])
    default: return line.split(separator: " ; ").map { _ in block([]) }.joined()
    }
  }
}
