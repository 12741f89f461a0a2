import FeedCore
import FeedOutput
import Testing

struct TmuxControlTests {
  @Test func `asks what is shown as soon as it is attached`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar} %H:%M"])
    #expect(server.talk() == [])

    #expect(server.attach() == [.wanted([right("odobar")])])
    #expect(server.survey == server.surveyCommands)
  }

  @Test func `wants nothing while nobody looks`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"], clients: [])

    #expect(server.attach() == [])
    server.clients = ["/dev/pts/1"]
    #expect(
      server.notify("client-session-changed /dev/pts/1 $0 main") == [.wanted([right("odobar")])])
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

    let wanted = names.map { TmuxVariable(name: $0, side: .left) }
    #expect(server.attach() == (wanted.isEmpty ? [] : [.wanted(wanted)]))
  }

  @Test func `finds variables in options of the user's own, and in those of a session`() {
    let server = TmuxServer(formats: ["@theme_right": "#{odobar_cpu}"])
    server.sessionFormat = "#{odobar_mem}"

    #expect(
      server.attach() == [
        .wanted([TmuxVariable(name: "odobar_cpu", side: .elsewhere), right("odobar_mem")])
      ])
  }

  @Test func `marks a variable that stands in several places for the right end`() {
    let server = TmuxServer(formats: [
      "@a": "#{odobar}#{odobar_l}", "status-left": "#{odobar} #{odobar_l}",
      "status-right": "#{odobar}",
    ])

    #expect(
      server.attach() == [
        .wanted([right("odobar"), TmuxVariable(name: "odobar_l", side: .left)])
      ])
  }

  private func right(_ name: String) -> TmuxVariable { TmuxVariable(name: name, side: .right) }

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
    #expect(server.lines.suffix(server.surveyCommands.count) == server.surveyCommands[...])
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
      [
        .init(right("odobar"), metrics: ["a", "b"]),
        .init(TmuxVariable(name: "odobar_b", side: .left), metrics: ["b"]),
      ], settings: OutputSettings())
    let server = TmuxServer(formats: ["status-right": "#{odobar} #{odobar_b}"])
    server.attach()
    var line: [UInt8] = []
    let blocks = ["a", "b"].map { Block(name: $0, pieces: [.text("\($0)#1\u{1f}")]) }
    output.append(Frame(blocks: blocks), to: &line)

    #expect(server.show(line))
    #expect(
      server.lines.first
        == "set-environment -gh odobar '#[range=user|odo.a]a##1#[range=right] │"
        + "#[range=user|odo.b] b##1#[range=right]' ; "
        + "set-environment -gh odobar_b '#[range=user|odo.b]b##1#[range=left]'")
    #expect(server.show(output.trailer))
    #expect(
      server.lines.first
        == "set-environment -gu odobar ; set-environment -gu odobar_b")
  }

  @Test func `asks again after many frames`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"])
    server.attach()

    var surveys = 0
    for number in 0..<1000 {
      #expect(server.show("odobar", "\(number)"))
      if server.lines.contains(server.surveyCommands[0]) { surveys += 1 }
    }

    #expect((5...10).contains(surveys))
  }

  @Test func `does not hold what is to end when nobody looks`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"])
    server.exitUnattached = "on"
    #expect(server.attach() == [.wanted([right("odobar")])])
    server.clients = []

    let events = server.notify("client-detached /dev/pts/1")

    #expect(events == [.ended(reason: "nobody looks any more")])
  }

  @Test func `leaves a session that is to end, when all others have left it`() {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"])
    server.passingSessions = ["$0 1", "$1 0"]
    #expect(server.attach() == [.wanted([right("odobar")])])
    server.session = "$1"

    let events = server.notify("client-session-changed /dev/pts/1 $1 other")

    #expect(events == [.ended(reason: "nobody looks any more")])
    #expect(server.notify("session-changed $1 other") == [])
  }

  @Test(arguments: [
    (
      "right 110 120 #[range=user|odo.n]N 12#[range=right] │#[range=user|odo+n] +#[range=right] "
        + "12:00",
      [
        95: nil, 96: "odo.n", 99: "odo.n", 100: nil, 101: nil, 102: "odo+n",
        103: "odo+n", 104: nil, 109: nil, 20: nil,
      ]
    ),
    (
      "left 80 9 a ###[range=user|odo.v]日#[fg=red]本#[norange]",
      [
        0: nil, 2: nil, 3: "odo.v", 6: "odo.v", 7: nil,
      ]
    ),
    // What is too long is cut, and what is wider than the client begins before it.
    ("left 80 4 #[range=user|odo.v]abcdef", [3: "odo.v", 4: nil]),
    ("right 10 6 #[range=user|odo.v]abcdefgh", [3: nil, 4: "odo.v", 9: "odo.v"]),
    ("right 4 9 #[range=user|odo.v]abc#[norange]def", [0: "odo.v", 1: nil]),
    ("right 80 9 ", [79: nil]), ("right ", [0: nil]), ("right 80", [0: nil]),
  ])
  func `finds what stands at a column`(_ line: String, _ wanted: [Int: String?]) throws {
    let server = TmuxServer(formats: ["status-right": "#{odobar}"])
    server.attach()

    let side = String(line.prefix { $0 != " " })
    server.line = String(line.dropFirst(side.count + 1))
    for (column, range) in wanted {
      let click = try #require(TmuxClick(place: "\(side):\(column)", button: 4))
      server.control.find(click)
      let expected = range.map { TmuxControl.Event.clicked(range: $0, button: 4) }
      #expect(server.talk() == (expected.map { [$0] } ?? []), "\(column)")
      #expect(server.lines == ["show-environment -gh odo_\(side)"])
    }
  }

  @Test func `tells the parts of each metric by a range that tmux takes`() {
    let names = ["n", "volume_x", "net-rx", "a very long name", "é", "net.rx", "x#{y}", "'", ""]
    for name in names {
      for part in ["value", "minus", "plus"] {
        let place = ClickPlace(metric: name, part: part)
        #expect(place.range.utf8.count <= 15)
        #expect(
          place.range.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "_.+-".contains($0))
          })
        #expect(ClickPlace(tmuxRange: place.range, among: names.reversed()) == place)
      }
    }
    for range in ["window", "", "odo", "odo.", "odo=n", "left", "odo.nn"] {
      #expect(ClickPlace(tmuxRange: range, among: ["n"]) == nil)
    }
  }

  @Test func `makes a variable's name of any metric's`() {
    #expect(TmuxVariable.name(of: nil) == "odobar")
    #expect(TmuxVariable.name(of: "net-rx.0 é") == "odobar_net_rx_0__")
  }
}

extension ClickPlace {
  /// What the output makes of it.
  fileprivate var range: String {
    let output = TmuxVariablesOutput(
      [.init(TmuxVariable(name: "v", side: .elsewhere), metrics: [metric])],
      settings: OutputSettings())
    let piece =
      part == ClickPlace.value
      ? Piece.text("x") : .control(Control(part: part, text: "x", isEnabled: true))
    var line: [UInt8] = []
    output.append(Frame(blocks: [Block(name: metric, pieces: [piece])]), to: &line)
    let text = String(decoding: line, as: UTF8.self)
    return String(text.split(separator: "|").dropFirst().first?.prefix { $0 != "]" } ?? "")
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
  var session = "$0"
  var exitUnattached = "off"
  var passingSessions = ["$0 0"]
  /// What a binding has left.
  var line = ""
  /// What was asked on attaching.
  private(set) var survey: [String] = []
  /// Answers nothing for now.
  var isFrozen = false
  /// The commands that came in since they were last looked at.
  private var received: [String] = []
  private var backlog: [String] = []
  private var number = 10

  let surveyCommands = [
    "list-clients -F '#{client_control_mode} #{session_id} #{client_name}'",
    "show-options -s exit-unattached", "list-sessions -F '#{session_id} #{destroy-unattached}'",
    "show-options -g", "show-options -gw", "list-sessions -F 'status-left #{status-left}'",
    "list-sessions -F 'status-right #{status-right}'",
    "list-sessions -F 'status #{status-format[0]} "
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
      return block(["1 $0 client-77"] + clients.map { "0 \(session) \($0)" })
    case surveyCommands[1]: return block(["exit-unattached \(exitUnattached)"])
    case surveyCommands[2]: return block(passingSessions)
    case surveyCommands[3]:
      return block(
        ["default-command \"odobar_nothing #(x)\""]
          + formats.sorted { $0.key < $1.key }.map { "\($0.key) \"\($0.value)\"" })
    case surveyCommands[4]: return block(["window-status-format #I"])
    case surveyCommands[5]: return block(["status-left "])
    case surveyCommands[6]: return block(["status-right \(sessionFormat)"])
    case surveyCommands[7], surveyCommands[8]: return block(["status #I"])
    case "show-environment -gh odo_left": return block(["odo_left=\(self.line)"])
    case "show-environment -gh odo_right": return block(["odo_right=\(self.line)"])
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
