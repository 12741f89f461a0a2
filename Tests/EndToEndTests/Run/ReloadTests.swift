import Foundation
import Glibc
import TestKit
import Testing

/// A config that is edited while bars run.
struct ReloadTests {
  private static func config(
    _ title: String = "N", other: String = "echo n=1; exec sleep 60", more: String = ""
  ) -> String {
    """
    motion: {style: none}
    sources:
      steady: {command: "echo x >> steady; while :; do echo n=7; sleep 0.05; done"}
      other: {command: "echo x >> other; \(other)"}
    metrics:
      n: {source: steady.n, format: integer, icon: \(title)}
      o: {source: other.n, format: integer, icon: O}
    \(more)
    """
  }

  private static let fault = "  p: {source: steady.n, formt: integer}"

  private func runs(_ sandbox: Sandbox, _ source: String) -> Int {
    (sandbox.text(of: "config/odobar/\(source)") ?? "").split(separator: "\n").count
  }

  /// Waits for a line in which metrics look like this.
  private func wait(_ program: RunningProgram, for texts: String...) throws {
    try program.line {
      try $0.hasPrefix("[{") && Set(texts).isSubset(of: I3barBlock.texts($0).values)
    }
  }

  static let modes: [[String]] = [[], ["--standalone"]]

  @Test(arguments: modes)
  func `an edit is seen at once, and only what it changes starts again`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"] + mode)
    try wait(program, for: "N 7", "O 1")

    try sandbox.write(Self.config("M"), to: "config/odobar/config.yaml")
    try wait(program, for: "M 7")
    #expect(runs(sandbox, "steady") == 1 && runs(sandbox, "other") == 1)

    try sandbox.write(
      Self.config("L", other: "echo n=2; exec sleep 60"), to: "config/odobar/config.yaml")
    try wait(program, for: "L 7", "O 2")
    #expect(runs(sandbox, "steady") == 1 && runs(sandbox, "other") == 2)
    #expect(sandbox.processes(of: "other").count == 1)
    #expect(program.errorText.isEmpty, "\(program.errorText)")
  }

  /// How editors save.
  static let ways = [
    "cat new > config.yaml", "mv new config.yaml",
    "mv config.yaml config.yaml~; mv new config.yaml",
    "rm config.yaml; sleep 0.03; mv new config.yaml",
    "mv new /tmp/$$ && ln -sf /tmp/$$ config.yaml; sleep 1; rm /tmp/$$",
    "cd ..; cp -r odobar copy; mv copy/new copy/config.yaml; rm -r odobar; mv copy odobar",
    "for i in 1 2 3 4 5; do cat new > config.yaml; sleep 0.02; : > config.yaml; done; cat new > config.yaml",
  ]

  @Test(arguments: ways)
  func `however it is saved`(_ way: String) throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"])
    try wait(program, for: "N 7")
    try sandbox.write(Self.config("M"), to: "config/odobar/new")

    let editor = try RunningProgram(
      ["/bin/sh", "-c", way], environment: sandbox.environment,
      directory: sandbox.config.deletingLastPathComponent().path)

    try wait(program, for: "M 7")
    _ = try editor.end()
    #expect(program.isRunning)
  }

  @Test(arguments: modes)
  func `a config with a fault leaves all as it is, and says so until it is mended`(
    _ mode: [String]
  ) throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"] + mode)
    try wait(program, for: "N 7")

    try sandbox.write(Self.config("M", more: Self.fault), to: "config/odobar/config.yaml")

    try program.line { $0.contains("config.yaml:8:25: unknown key") }
    try eventually("the message") { program.errorText.contains("unknown key 'formt'") }
    #expect(program.errorText.contains("8 | \(Self.fault)"), "\(program.errorText)")
    #expect(runs(sandbox, "steady") == 1 && runs(sandbox, "other") == 1)

    try sandbox.write(Self.config("M"), to: "config/odobar/config.yaml")
    try program.line {
      try $0.hasPrefix("[{") && I3barBlock.texts($0)["n"] == "M 7" && !$0.contains("unknown key")
    }
    #expect(program.errorText.components(separatedBy: "unknown key").count == 2)
  }

  @Test func `a bar that began with a fault takes the mended config, and the next fault not`()
    throws
  {
    let sandbox = try Sandbox(config: Self.config("M", more: Self.fault))
    let program = try sandbox.start(["i3bar"])
    try program.line { $0.contains("unknown key") }

    try sandbox.write(Self.config("L"), to: "config/odobar/config.yaml")
    try wait(program, for: "L 7")
    try sandbox.write("nonsense: [", to: "config/odobar/config.yaml")
    try program.line {
      try $0.contains("config.yaml:1:") && I3barBlock.texts($0)["n"] == "L 7"
    }
    try FileManager.default.removeItem(at: sandbox.config)
    try program.line { $0.contains("cannot read") }
    try sandbox.write(Self.config("K"), to: "config/odobar/config.yaml")
    try wait(program, for: "K 7")
  }

  @Test func `included files and themes are watched like the config`() throws {
    let sandbox = try Sandbox(config: "include: [parts/n.yaml]\nmotion: {style: none}\n")
    try sandbox.write("theme: ./t.yaml\n" + Self.config(), to: "config/odobar/parts/n.yaml")
    try sandbox.write("stale: '#111111'\n", to: "config/odobar/parts/t.yaml")
    let program = try sandbox.start(["i3bar"])
    try wait(program, for: "N 7")

    try sandbox.write(
      "theme: ./t.yaml\n" + Self.config("M"), to: "config/odobar/parts/n.yaml")
    try wait(program, for: "M 7")
    try sandbox.write("stall: '#111111'\n", to: "config/odobar/parts/t.yaml")
    try program.line { $0.contains("parts/t.yaml:1:1: unknown key") }
    try sandbox.write("stale: '#222222'\n", to: "config/odobar/parts/t.yaml")
    try program.line { !$0.contains("parts/t.yaml:1:1: unknown key") }
    try sandbox.write("motion: {style: nane}\n" + Self.config(), to: "config/odobar/parts/n.yaml")
    try program.line { $0.contains("parts/n.yaml:") }
  }

  @Test(arguments: modes)
  func `a config that is not there when the bar starts is taken when it comes`(
    _ mode: [String]
  ) throws {
    let sandbox = try Sandbox(config: Self.config())
    let path = sandbox.config.path
    try FileManager.default.removeItem(at: sandbox.config)
    let program = try sandbox.start(["i3bar", "-c", path] + mode)
    try program.line { $0.contains("cannot read") }

    try sandbox.write(Self.config(), to: "config/odobar/config.yaml")
    try wait(program, for: "N 7")
    try sandbox.write(Self.config("M"), to: "config/odobar/config.yaml")
    try wait(program, for: "M 7")
  }

  @Test func `a config that comes to a place that goes before is taken`() throws {
    let sandbox = try Sandbox()
    // The shipped one meanwhile.
    let program = try sandbox.start(["i3bar", "--standalone"])
    try program.line { $0.hasPrefix("[{") }

    try sandbox.write(Self.config(), to: "config/odobar/config.yaml")
    try wait(program, for: "N 7")
    try FileManager.default.removeItem(at: sandbox.config)
    try program.line { $0.contains("cannot read") }
    try sandbox.write(Self.config("M"), to: "config/odobar/config.yaml")
    try wait(program, for: "M 7")
  }

  @Test func `a change while the config is being read is not lost`() throws {
    let sandbox = try Sandbox(config: Self.config())
    for round in 0..<8 {
      try sandbox.write(Self.config("A\(round)"), to: "config/odobar/config.yaml")
      let program = try sandbox.start(["i3bar", "--standalone"])
      // Somewhere between the first look at it and the first that tells of changes.
      usleep(UInt32(5000 * round))
      try sandbox.write(Self.config("B\(round)"), to: "config/odobar/new")
      try FileManager.default.removeItem(at: sandbox.config)
      try FileManager.default.moveItem(
        at: sandbox.config.deletingLastPathComponent().appending(path: "new"), to: sandbox.config)
      try wait(program, for: "B\(round) 7")
    }
  }

  @Test func `a pipe that nobody writes to holds up nothing`() throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"])
    try wait(program, for: "N 7")
    let pipes = try (0..<5).map { number in
      let pipe = sandbox.config.deletingLastPathComponent().appending(path: "pipe\(number)")
      try #require(mkfifo(pipe.path, 0o600) == 0)
      return "pipe\(number)"
    }
    try sandbox.write(
      "include: [\(pipes.joined(separator: ", ")), /dev/zero]\n" + Self.config(),
      to: "config/odobar/config.yaml")

    let run = try sandbox.run(["reload"])
    #expect(run.status == 78)
    #expect(run.errors.contains("cannot be read: it is no regular file"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 7)
  }

  @Test func `thousands of faults are told of as quickly as can be read`() throws {
    let faults = (0..<4000).map { "  k\($0): {source: steady.n, formt: integer}\n" }.joined()
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"])
    try wait(program, for: "N 7")
    try sandbox.write(Self.config(more: faults), to: "config/odobar/config.yaml")

    let run = try sandbox.run(["reload"])

    #expect(run.status == 78)
    #expect(run.errors.contains("3980 more faults"), "\(run.errors)")
  }

  /// Runs a command where nothing tells of changes of files; nil where that cannot be brought about.
  private static let unwatched = [
    "unshare", "-Ur", "sh", "-c", "echo 0 >/proc/sys/user/max_inotify_instances && exec \"$@\"",
    "sh",
  ]
  private static var canBeUnwatched: Bool {
    let trial = try? RunningProgram(unwatched + ["true"], environment: ["PATH": "/usr/bin:/bin"])
    return (try? trial?.finish().ending) == .exited(0)
  }

  @Test(.enabled(if: canBeUnwatched))
  func `where changes cannot be noticed it says so, and reads the config when asked`() throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try RunningProgram(
      Self.unwatched + [Project.program.path, "i3bar", "--standalone"],
      environment: sandbox.environment)
    try wait(program, for: "N 7")
    #expect(program.errorText.contains("changes of the config are not noticed: inotify_init: "))

    try sandbox.write(Self.config("M"), to: "config/odobar/config.yaml")
    program.signal(SIGHUP)
    try wait(program, for: "M 7")
  }

  @Test(arguments: modes)
  func `a hang-up reads the config again`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"] + mode)
    try wait(program, for: "N 7")

    for round in 0..<3 {
      program.signal(SIGHUP)
      try sandbox.write(Self.config("R\(round)"), to: "config/odobar/config.yaml")
      program.signal(SIGHUP)
      try wait(program, for: "R\(round) 7")
    }
    #expect(runs(sandbox, "steady") == 1)
  }

  @Test func `the command says what came of it`() throws {
    let sandbox = try Sandbox(config: Self.config())
    let program = try sandbox.start(["i3bar"])
    try wait(program, for: "N 7")

    let good = try sandbox.run(["reload"])
    #expect(good.status == 0)
    #expect(good.output == "reloaded: 2 sources, 2 metrics, 1 bar\n")
    try sandbox.write(Self.config(more: Self.fault), to: "config/odobar/config.yaml")
    let bad = try sandbox.run(["reload"])
    #expect(bad.status == 78)
    #expect(bad.errors.contains("config.yaml:8:25: unknown key 'formt'"), "\(bad.errors)")
    #expect(bad.errors.hasSuffix("odobar: the config before it is still in use\n"))
    let status = try sandbox.run(["status"]).output
    #expect(status.contains("  ~/config/odobar/config.yaml:8:25: unknown key 'formt'"), "\(status)")
    #expect(program.isRunning)
  }

  @Test func `what others write beside the config wakes nobody for long, and reloads nothing`()
    throws
  {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "echo x >> runs; echo n=1", interval: 50ms}}
        metrics: {n: {source: s.n, format: integer, motion: none}}
        """)
    let program = try sandbox.start(["i3bar"])
    try program.line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["n"] == "1" }

    try eventually("many runs") { runs(sandbox, "runs") >= 30 }

    // A reload would start it again at once.
    #expect(program.errorText.isEmpty)
    #expect(try program.linesSoFar().isEmpty)
  }
}
