import Foundation
import Glibc
import TestKit
import Testing

/// Machines on which something is missing.
struct SurroundingFaultTests {
  private static let config = """
    motion: none
    sources:
      s: {command: "i=0; while :; do i=$((i + 1)); echo n=$i; sleep 0.02; done"}
    metrics:
      n: {source: s.n, format: integer}
      tickets: {stepper: {range: 0..9}}
    panel: {history: true}
    """

  static let modes: [[String]] = [[], ["--standalone"]]

  /// Starts a feed by a shell, which prepares the place before.
  private func start(
    _ sandbox: Sandbox, after script: String, _ words: [String],
    output: RunningProgram.Stream = .pipe
  ) throws -> RunningProgram {
    try RunningProgram(
      ["/bin/sh", "-c", "\(script); exec \"$0\" \"$@\"", Project.program.path] + words,
      environment: sandbox.environment, output: output)
  }

  private func showsNumber(_ line: String) throws -> Bool { try Widget(line)["n"]?.value != nil }

  private func end(_ program: RunningProgram, in sandbox: Sandbox) throws {
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  // MARK: The environment

  @Test(
    arguments: modes,
    [
      ["HOME"], ["XDG_RUNTIME_DIR"], ["XDG_STATE_HOME", "HOME"], ["PATH"], ["LANG"],
      [
        "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "PATH",
        "LANG",
      ],
    ])
  func `it runs without variables that others have`(_ mode: [String], _ names: [String]) throws {
    let sandbox = try Sandbox(config: Self.config)
    for name in names { sandbox.environment[name] = nil }
    let program = try sandbox.start(["json", "-c", sandbox.config.path] + mode)

    try program.line(where: showsNumber)

    #expect(program.errorText.isEmpty, "\(program.errorText)")
    try end(program, in: sandbox)
  }

  @Test(arguments: modes)
  func `the folder for sockets may go while it runs`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config)
    let first = try sandbox.start(["json"] + mode)
    try first.line(where: showsNumber)

    try FileManager.default.removeItem(at: sandbox.folder.appending(path: "run"))

    for _ in 0..<5 { try first.line() }
    let second = try sandbox.start(["json"] + mode)
    try second.line(where: showsNumber)
    for _ in 0..<5 { try first.line() }
    second.signal(SIGTERM)
    #expect(try second.end() == .exited(0))
    try end(first, in: sandbox)
  }

  // MARK: Descriptors

  @Test(arguments: modes, 0..<8)
  func `it does not matter which of its streams are closed`(_ mode: [String], _ open: Int) throws {
    let sandbox = try Sandbox(config: Self.config)
    let closing = (0...2).filter { open & 1 << $0 == 0 }.map { "\($0)>&-" }.joined(separator: " ")
    let program = try start(sandbox, after: "exec \(closing)", ["json"] + mode)

    guard open & 2 != 0 else {
      #expect(try program.end() == .exited(1))
      return try eventually("the end of all") { sandbox.processes.isEmpty }
    }

    try program.line(where: showsNumber)
    try end(program, in: sandbox)
  }

  @Test(arguments: modes)
  func `however few descriptors it may have, it shows a line and ends when it should`(
    _ mode: [String]
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    for limit in [5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 28, 32] {
      let program = try start(sandbox, after: "ulimit -n \(limit)", ["json"] + mode)

      _ = try Widget(program.line())

      #expect(program.isRunning, "\(limit)")
      program.signal(SIGTERM)
      #expect(try program.end() == .exited(0), "\(limit)")
    }
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  // MARK: Files

  /// Whether what a process mounts can be for itself alone.
  static let canMount: Bool = {
    let program = try? RunningProgram(
      ["/usr/bin/unshare", "-rm", "mount", "-t", "tmpfs", "none", "/proc"],
      environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
    return (try? program?.end()) == .exited(0)
  }()

  /// A feed in a place of its own, in which this is mounted.
  private func start(
    _ sandbox: Sandbox, mounting mounts: String, _ words: [String]
  ) throws -> RunningProgram {
    try RunningProgram(
      ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", "\(mounts) && exec \"$0\" \"$@\""]
        + [Project.program.path] + words, environment: sandbox.environment)
  }

  @Test(.enabled(if: canMount), arguments: modes)
  func `it runs without /proc`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try start(
      sandbox, mounting: "mount -t tmpfs none /proc", ["json", "--bar", "main"] + mode)

    try program.line(where: showsNumber)

    try end(program, in: sandbox)
  }

  @Test(.enabled(if: canMount), arguments: modes, ["ro", "size=4k,nr_inodes=3", "size=4k"])
  func `a disk that takes nothing more costs nothing but what is kept`(
    _ mode: [String], _ options: String
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let state = sandbox.folder.appending(path: "state").path
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let program = try start(
      sandbox, mounting: "mount -t tmpfs -o \(options) none '\(state)'", ["i3bar"] + mode)
    try program.line { $0.hasPrefix("[{") }

    for number in 1...3 {
      try program.write("{\"name\":\"tickets\",\"button\":4}\n")
      try program.line { try I3barBlock.texts($0)["tickets"]?.contains("\(number)") == true }
    }

    #expect(program.isRunning)
    try end(program, in: sandbox)
  }

  @Test(arguments: modes)
  func `files that may not grow cost nothing but what is kept`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try start(sandbox, after: "ulimit -f 0", ["i3bar"] + mode)
    try program.line { $0.hasPrefix("[{") }

    for number in 1...3 {
      try program.write("{\"name\":\"tickets\",\"button\":4}\n")
      try program.line { try I3barBlock.texts($0)["tickets"]?.contains("\(number)") == true }
    }

    try end(program, in: sandbox)
  }
}
