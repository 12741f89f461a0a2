import Foundation
import Glibc
import TestKit
import Testing

/// What sources do, and what becomes of it.
struct SourceTests {
  /// A config with one source, as YAML flow, and its metric `n`.
  private static func config(_ source: String, _ metric: String = "format: integer") -> String {
    """
    sources: {s: {\(source)}}
    metrics: {n: {source: s.n, \(metric), motion: none, title: N}}
    """
  }

  // MARK: Lines

  @Test func `a last line without its newline counts`() throws {
    let sandbox = try Sandbox(config: Self.config("command: \"printf n=5\", interval: 1h"))

    try sandbox.start(["json"]).line { try Widget($0)["n"]?.value == .whole(5) }
  }

  @Test func `of lines that come together the newest is shown`() throws {
    let sandbox = try Sandbox(
      config: Self.config(#"command: "printf 'n=1\\nn=2\\nn=3\\n'; exec sleep 60""#))
    let program = try sandbox.start(["json"])

    let line = try program.line { try Widget($0)["n"]?.value != nil }

    #expect(try Widget(line)["n"]?.value == .whole(3))
  }

  @Test func `fields of several lines that come together are all taken`() throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "printf 'a=1\\\\nb=2\\\\na=3\\\\n'; exec sleep 60"}}
        metrics:
          a: {source: s.a, format: integer, motion: none}
          b: {source: s.b, format: integer, motion: none}
        """)

    let line = try sandbox.start(["json"]).line { try Widget($0)["a"]?.value != nil }

    #expect(try Widget(line)["a"]?.value == .whole(3))
    #expect(try Widget(line)["b"]?.value == .whole(2))
  }

  @Test func `bytes that are no text harm nobody`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          t:
            protocol: text
            command: printf 'a\\377b\\000c\\033[31md\\n'; exec sleep 60
          n: {command: "printf '\\\\377\\\\n\\\\000\\\\nn=1\\\\n'; exec sleep 60"}
        metrics:
          t: {source: t, format: text, motion: none}
          n: {source: n.n, format: integer, motion: none}
        """)
    let program = try sandbox.start(["i3bar"])

    let line = try program.line { line in
      guard line.hasPrefix("[{") else { return false }
      let texts = try I3barBlock.texts(line)
      return texts["n"] == "1" && texts["t"]?.hasPrefix("a") == true
    }

    for block in try I3barBlock.read(line) { try block.checkMarkup() }
    #expect(!line.unicodeScalars.contains { $0.value < 32 })
    #expect(try I3barBlock.texts(line)["t"]?.contains("d") == true)
  }

  // MARK: Failures

  @Test func `a source that fails is stale, then an error with what it last complained`() throws {
    let sandbox = try Sandbox(
      config: Self.config(
        #"command: "if [ -e broken ]; then echo first >&2; echo no route >&2; exit 3; fi; "#
          + #"echo n=7", interval: 50ms"#))
    let program = try sandbox.start(["json"])
    try program.line { try Widget($0)["n"]?.value == .whole(7) }
    try sandbox.write("", to: "config/odobar/broken")

    let stale = try program.line { try Widget($0)["n"]?.state != "normal" }
    #expect(try Widget(stale)["n"]?.state == "stale")
    #expect(try Widget(stale)["n"]?.text == "7")
    try program.line { try Widget($0)["n"]?.state == "error" }

    let bar = try sandbox.start(["i3bar"])
    try bar.line { line in
      try line.hasPrefix("[{") && I3barBlock.texts(line)["n"] == "⚠ N: no route"
    }
    try FileManager.default.removeItem(at: sandbox.folder.appending(path: "config/odobar/broken"))
    bar.signal(SIGUSR1)
    try bar.line { try I3barBlock.texts($0)["n"] == "7" }
  }

  @Test(arguments: [
    ("command: [/nonexistent/program, x]", "/nonexistent/program"),
    ("command: nosuchprogram", "nosuchprogram: not found"),
    ("command: \"exit 4\"", "exited with 4"),
    ("command: \"kill -SEGV $$\"", "killed by"),
    ("command: \"echo '{oops'\", interval: 1h", "no JSON at byte 2"),
  ])
  func `a program that cannot do its work is told of in its place`(
    _ source: String, _ words: String
  ) throws {
    let sandbox = try Sandbox(config: Self.config(source))
    let program = try sandbox.start(["waybar", "n"])

    let line = try program.line { try WaybarModule($0).alt == "error" }

    #expect(try WaybarModule(line).tooltip.contains(words))
    #expect(program.isRunning)
  }

  @Test func `a program that takes too long is ended with all that it started`() throws {
    let sandbox = try Sandbox(
      config: Self.config(
        "command: \"sleep 61 & sh -c 'sleep 62 & wait' & wait\", interval: 1h, timeout: 300ms"))
    let program = try sandbox.start(["waybar", "n"])
    try eventually("its processes") { sandbox.processes(of: "s").count >= 4 }

    let line = try program.line { try WaybarModule($0).alt == "error" }

    #expect(try WaybarModule(line).tooltip.contains("timed out after 300 ms"))
    try eventually("their end") { sandbox.processes(of: "s").isEmpty }
    #expect(program.isRunning)
  }

  @Test func `a program that is ended may clean up, and one that will not is killed`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          tidy:
            interval: 1h
            timeout: 200ms
            command: trap 'echo gone > tidy; exit' TERM; sleep 60 & wait
          stubborn:
            interval: 1h
            timeout: 200ms
            command: trap '' TERM; while :; do sleep 60; done
        metrics:
          n: {source: tidy.n, format: integer}
          m: {source: stubborn.n, format: integer}
        """)
    let program = try sandbox.start(["json"])
    try eventually("the stubborn one") { !sandbox.processes(of: "stubborn").isEmpty }

    try eventually("the cleaning up") {
      sandbox.text(of: "config/odobar/tidy") == "gone\n"
    }
    try eventually("the end of both") {
      sandbox.processes(of: "stubborn").isEmpty && sandbox.processes(of: "tidy").isEmpty
    }
    #expect(program.isRunning)
  }

  @Test func `a source that fails is not started over and over`() throws {
    let sandbox = try Sandbox(config: Self.config("command: \"date +%s%N >> starts; exit 1\""))
    let program = try sandbox.start(["json"])
    func starts() -> [Double] {
      (sandbox.text(of: "config/odobar/starts") ?? "").split(separator: "\n")
        .compactMap { Double($0).map { $0 / 1e9 } }
    }

    try eventually("the second start") { starts().count >= 2 }

    let times = starts()
    #expect(times.count == 2)
    #expect(times[1] - times[0] >= 0.99)
    _ = program
  }

  @Test func `a source that hangs does not hold up another`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: none}
        sources:
          hang: {command: "exec sleep 60", interval: 100ms, timeout: 30s}
          deaf: {command: "exec sleep 60", mode: poll, interval: 50ms, timeout: 30s}
          clock: {command: "i=0; while read -r l; do i=$((i+1)); echo n=$i; done", mode: poll,
            interval: 50ms}
        metrics:
          hang: {source: hang.n, format: integer}
          deaf: {source: deaf.n, format: integer}
          n: {source: clock.n, format: integer}
        """)
    let program = try sandbox.start(["json"])
    let start = ContinuousClock.now

    try program.line { (try Widget($0)["n"]?.value?.whole ?? 0) >= 20 }

    #expect(ContinuousClock.now - start < .seconds(5))
  }

  // MARK: Floods

  @Test func `a flood holds up nobody and fills no memory`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: none}
        sources:
          flood: {command: "exec yes n=1"}
          waste: {command: "yes '{\\"n\\": 1}' | tr -d '\\\\n'"}
          complaints: {command: "yes trouble >&2"}
          clock: {command: "i=0; while read -r l; do i=$((i+1)); echo n=$i; done", mode: poll,
            interval: 50ms}
        metrics:
          flood: {source: flood.n, format: integer}
          waste: {source: waste.n, format: integer}
          n: {source: clock.n, format: integer}
        """)
    let program = try sandbox.start(["json"])
    try program.line { (try Widget($0)["n"]?.value?.whole ?? 0) >= 4 }
    let before = try #require(ProcessTable.memory(of: program.process))
    let start = ContinuousClock.now

    try program.line { (try Widget($0)["n"]?.value?.whole ?? 0) >= 12 }

    #expect(ContinuousClock.now - start < .seconds(4))
    let after = try #require(ProcessTable.memory(of: program.process))
    #expect(after - before < 4096, "KiB, from \(before)")
  }

  // MARK: Descriptors and environment

  @Test func `what a source does to its input is nothing to ours`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: none}
        sources:
          reader: {command: "cat > read; exec sleep 60"}
          flags: {command: "dd iflag=nonblock oflag=nonblock count=0 2>/dev/null; echo n=1",
            interval: 50ms}
        metrics:
          flags: {source: flags.n, format: integer}
          reader: {source: reader.n, format: integer}
          n: {stepper: {range: 0..9}, label: "{value}"}
        """)
    let program = try sandbox.start(["i3bar"])
    try program.line { $0.hasPrefix("[{") }
    let flags = (0...2).map { ProcessTable.flags(of: $0, in: program.process) }
    #expect(!flags.contains(nil))

    for step in 1...5 {
      try program.write("{\"name\":\"n\",\"button\":4}\n")
      try program.line { try I3barBlock.texts($0)["n"] == "\(step)" }
    }
    try eventually("some runs") { sandbox.text(of: "config/odobar/read") != nil }

    #expect((0...2).map { ProcessTable.flags(of: $0, in: program.process) } == flags)
    #expect(sandbox.text(of: "config/odobar/read") == "")
  }

  @Test func `a source gets its streams and nothing else, and knows what it is`() throws {
    let sandbox = try Sandbox(
      config: Self.config(
        "command: \"ls /proc/self/fd > fds; env > env; pwd > place; echo n=1\", "
          + "interval: 1h, params: {some_thing: 5}, env: {MORE: x}"))
    let program = try sandbox.start(["json"])
    try program.line { try Widget($0)["n"]?.value == .whole(1) }

    // The third is the folder that is listed.
    #expect(sandbox.text(of: "config/odobar/fds") == "0\n1\n2\n3\n")
    let folder = sandbox.config.deletingLastPathComponent()
    #expect(sandbox.text(of: "config/odobar/place") == folder.path.withoutSlash + "\n")
    let variables = Set((sandbox.text(of: "config/odobar/env") ?? "").split(separator: "\n"))
    for variable in [
      "ODOBAR_SOURCE=s", "ODOBAR_INTERVAL=3600", "ODOBAR_PARAM_SOME_THING=5", "MORE=x",
      "BLOCK_NAME=s", "LANG=C.UTF-8",
    ] {
      #expect(variables.contains(Substring(variable)), "\(variable)")
    }
  }

  @Test func `descriptors do not get more, however often sources start`() throws {
    let failing = (0..<10).map {
      "  s\($0): {command: \"echo x >> runs; exit 1\", interval: 50ms}"
    }
    let others = [
      "  good: {command: \"echo x >> runs; echo n=1\", interval: 50ms}",
      "  gone: {command: [/nonexistent], interval: 50ms}",
    ]
    let metrics = (0..<10).map { "  m\($0): {source: s\($0).n, format: integer}" }
    let sandbox = try Sandbox(
      config: (["sources:"] + failing + others + ["metrics:"] + metrics).joined(separator: "\n"))
    let program = try sandbox.start(["i3bar", "--standalone"])
    func runs() -> Int { sandbox.text(of: "config/odobar/runs")?.count ?? 0 }
    var open = Int.max
    try eventually("some runs") {
      if runs() > 0 { open = min(open, ProcessTable.descriptors(of: program.process).count) }
      return runs() >= 2 * 20
    }

    try eventually("fifty rounds") { runs() >= 2 * 55 }

    // None at all is left of those that have ended.
    try eventually("as few as before") {
      ProcessTable.descriptors(of: program.process).count <= open
    }
    #expect(ProcessTable.descendants(of: program.process).count < 16)
  }

  // MARK: Signals for sources

  @Test func `signals that nobody asked for harm neither us nor a source`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: none}
        sources:
          s: {command: "echo x >> runs; echo n=1", interval: 1h, signal: 5}
          steady: {command: "echo n=1; exec sleep 60"}
        metrics:
          n: {source: s.n, format: integer}
          steady: {source: steady.n, format: integer}
        """)
    let program = try sandbox.start(["json"])
    try program.line {
      let frame = try Widget($0)
      return frame["n"]?.value != nil && frame["steady"]?.value != nil
    }
    let steady = try #require(sandbox.processes(of: "steady").first)

    // The C library keeps the first two real-time signals for itself.
    for number in Int32(34)...64 {
      program.signal(number)
      kill(steady, number)
    }
    for number in [SIGUSR2, SIGPIPE, SIGWINCH, SIGCHLD, SIGCONT] {
      program.signal(number)
    }
    program.signal(SIGUSR1)

    // One run at the start, at least one for its signal or for the refresh of all.
    try eventually("another run") { (sandbox.text(of: "config/odobar/runs") ?? "").count >= 4 }
    #expect(program.isRunning)
    #expect(ProcessTable.isAlive(steady))
  }
}

extension String {
  fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
