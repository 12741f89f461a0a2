import Foundation
import Glibc
import TestKit
import Testing

/// What the feeds write to their readers.
struct ProtocolTests {
  private static let config = """
    motion: {style: none}
    sources:
      once: {command: "echo n=1", interval: once}
      stream: {command: "echo n=2; sleep 0.1; echo n=3; exec sleep 60"}
      poll:
        mode: poll
        interval: 50ms
        command: i=0; while read -r line; do i=$((i + 1)); echo "n=$i"; done
    metrics:
      once: {source: once.n, format: integer}
      stream: {source: stream.n, format: integer}
      poll: {source: poll.n, format: integer}
      text: {stepper: {range: 0..5}, title: "<&\\"'>", icon: "<&\\"'>", label: "{icon} {value}"}
    """

  @Test func `the header of i3bar is the first write, and only that`() throws {
    let sandbox = try Sandbox(config: Self.config)
    // A socket that keeps writes apart.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    let program = try sandbox.start(["i3bar"], output: .shared(ends[1]))
    close(ends[1])
    var buffer = [UInt8](repeating: 0, count: 65536)

    let first = recv(ends[0], &buffer, buffer.count, 0)
    #expect(
      String(decoding: buffer.prefix(max(first, 0)), as: UTF8.self)
        == "{\"version\":1,\"stop_signal\":20,\"cont_signal\":18,\"click_events\":true}\n[\n")
    let second = recv(ends[0], &buffer, buffer.count, 0)
    let line = String(decoding: buffer.prefix(max(second, 0)), as: UTF8.self)
    #expect(line.hasSuffix("],\n"))
    #expect(try I3barBlock.read(String(line.dropLast())).count == 4)
    _ = program
  }

  @Test func `all that i3bar gets is lines of blocks in well-formed markup`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar"])
    #expect(
      try program.line()
        == "{\"version\":1,\"stop_signal\":20,\"cont_signal\":18,\"click_events\":true}")
    #expect(try program.line() == "[")

    for _ in 0..<12 {
      let blocks = try I3barBlock.read(try program.line())
      #expect(blocks.map(\.name) == ["once", "stream", "poll", "text"])
      for block in blocks { try block.checkMarkup() }
    }
    #expect(program.errorText.isEmpty)
  }

  @Test func `a module of waybar gets all five keys in each line`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["waybar", "poll"])

    for _ in 0..<8 {
      let module = try WaybarModule(try program.line())
      #expect(Markup.isWellFormed(module.text))
      #expect(!module.class.isEmpty)
    }
    let bar = try sandbox.start(["waybar", "main"])
    let text = try WaybarModule(try bar.line()).text
    #expect(Markup.text(of: text).contains("<&\"'>"))
  }

  @Test func `a source runs once, streams or answers questions`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["json"])

    var seen: [String: [Int64]] = [:]
    try program.line { line in
      for metric in try Widget(line).metrics {
        guard let number = metric.value?.whole, seen[metric.name]?.last != number else { continue }
        seen[metric.name, default: []].append(number)
      }
      return seen["stream"]?.last == 3 && (seen["poll"]?.last ?? 0) >= 6
        && seen["once"] != nil
    }

    #expect(seen["once"] == [1])
    #expect(seen["stream"] == [2, 3])
    let answers = try #require(seen["poll"])
    #expect(answers == answers.sorted())
  }

  @Test func `the first line comes before any source has answered`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          slow: {command: "read -r line; sleep 60", interval: 10s, timeout: 10s}
        metrics: {n: {source: slow.n, format: integer, title: N}}
        """)

    let frame = try Widget(try sandbox.start(["json"]).line())

    #expect(frame["n"]?.value == nil)
    #expect(frame["n"]?.text == "–")
    #expect(frame["n"]?.state == "normal")
  }

  @Test func `numbers count up on their way to the reader`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: count, duration: 300ms, initial: zero}
        sources: {s: {command: "echo n=100000; exec sleep 60"}}
        metrics: {n: {source: s.n, format: integer}}
        """)
    let program = try sandbox.start(["json"])

    var shown: [Int64] = []
    try program.line { line in
      if let number = try Widget(line)["n"]?.shown?.whole { shown.append(number) }
      return shown.last == 100_000
    }

    #expect(shown.count > 2)
    #expect(shown == shown.sorted())
    let still = try sandbox.start(["json", "--motion", "reduced"])
    let first = try Widget(try still.line { try Widget($0)["n"]?.shown != nil })
    #expect(first["n"]?.shown == .whole(100_000))
    #expect(!first.moving)
  }

  // MARK: What comes of clicks

  @Test(arguments: [
    "[\n{\"name\":\"n\",\"button\":4}\n,{\"name\":\"n\",\"button\":4}\n",
    "{\"name\":\"n\",\"button\":4}\n{\"name\":\"n\",\"button\":4}\n",
    "[\n,{\"name\":\"n\",\"button\":4,\"x\":1.5,\"modifiers\":[\"Shift\"],\"new\":{\"y\":[1]}}\n"
      + "nonsense\n,{\"name\":\"n\",\"button\":4}\n",
  ])
  func `clicks are understood however bars write them`(_ clicks: String) throws {
    let sandbox = try Sandbox(
      config: "metrics: {n: {stepper: {range: 0..9}, label: '{value}', motion: none}}")
    let program = try sandbox.start(["i3bar"])
    try program.write(clicks)

    try program.line { line in
      try line.hasPrefix("[{") && I3barBlock.texts(line)["n"] == "2"
    }
  }

  @Test func `what a click starts has neither our input nor our output, and outlives us`() throws {
    let sandbox = try Sandbox(
      config: """
        metrics:
          n:
            stepper: {range: 0..9}
            label: "{value}"
            motion: none
            on:
              left: "echo corrupt; cat > input; echo done > output; exec sleep 60"
        """)
    let program = try sandbox.start(["i3bar"])
    try program.write("[\n{\"name\":\"n\",\"button\":1}\n{\"name\":\"n\",\"button\":4}\n")

    try program.line { line in
      #expect(line == "[" || !line.contains("corrupt"))
      return try line.hasPrefix("[{") && I3barBlock.texts(line)["n"] == "1"
    }
    try eventually("what the click does") {
      sandbox.text(of: "config/odobar/output") == "done\n"
    }
    #expect(sandbox.text(of: "config/odobar/input") == "")
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    #expect(!sandbox.processes.isEmpty)
  }

  @Test func `a click that changes the period asks for it`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          s: {command: 'while read -r l; do echo "$l" >> asked; echo n=1; done', mode: poll,
            interval: 1h}
        metrics:
          n: {source: s.n, format: integer, motion: none, on: {left: period next}}
        panel: {periods: {day: Today, week: This week}}
        """)
    let program = try sandbox.start(["i3bar"])
    try program.line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["n"] == "1" }

    try program.write("{\"name\":\"n\",\"button\":1}\n")

    try eventually("the question") {
      sandbox.text(of: "config/odobar/asked")?.hasSuffix("\ntick week\n") == true
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGQUIT])
  func `a preview draws in its place and leaves the terminal as it was`(_ signal: Int32) throws {
    let sandbox = try Sandbox(
      config: "metrics: {n: {stepper: {range: 3..9}, label: 'N {value}', motion: none}}")
    sandbox.environment["TERM"] = "xterm-256color"
    let terminal = try PseudoTerminal()
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try sandbox.start(["preview"], input: stream, output: stream)

    let start = try terminal.drawing { $0.contains("N 3") }
    program.signal(signal)
    let end = try terminal.drawing { $0.unicodeScalars.last == "\n" }

    #expect(start.contains("\u{1b}[?25l") && !start.contains("\n"))
    #expect(end.contains("\u{1b}[?25h"))
    #expect(try program.end() == .exited(0))
    #expect(program.errorText.isEmpty)
  }

  @Test func `any number of clicks is read, whatever they say`() throws {
    let sandbox = try Sandbox(
      config: "metrics: {n: {stepper: {range: 0..9}, label: '{value}', motion: none}}")
    let program = try sandbox.start(["i3bar"])
    try program.write(
      String(repeating: "{\"name\":\"other\",\"button\":1,\"x\":10,\"y\":20}\n", count: 5000))
    try program.write(String(repeating: "x", count: 200_000) + "\n")
    try program.write("{\"name\":\"n\",\"button\":4}\n")

    try program.line { line in
      try line.hasPrefix("[{") && I3barBlock.texts(line)["n"] == "1"
    }
  }

  @Test func `the end of the input is no end of the bar`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar"])
    try program.line { $0.hasPrefix("[{") }
    program.closeInput()

    for _ in 0..<10 { try program.line() }

    #expect(program.isRunning)
    #expect(program.errorText.isEmpty)
  }
}
