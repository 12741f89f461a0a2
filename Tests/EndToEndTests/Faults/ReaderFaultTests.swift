import Foundation
import Glibc
import TestKit
import Testing

/// Readers that do not read as they should.
struct ReaderFaultTests {
  private static let config = """
    motion: none
    sources: {s: {command: "while :; do i=$((i + 1)); echo n=$i; sleep 0.005; done"}}
    metrics: {n: {source: s.n, format: integer}}
    """

  static let modes: [[String]] = [[], ["--standalone"]]

  /// The program, and the end of a pipe from which it is read.
  private func start(
    _ sandbox: Sandbox, _ words: [String]
  ) throws -> (program: RunningProgram, end: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let program = try sandbox.start(words, output: .shared(ends[1]))
    close(ends[1])
    return (program, ends[0])
  }

  private func read(_ count: Int, from end: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < count, Glibc.read(end, &byte, 1) == 1 { bytes.append(byte) }
    return bytes
  }

  @Test(arguments: modes)
  func `a reader of single bytes gets whole lines`(_ mode: [String]) throws {
    let sandbox = try Sandbox(config: Self.config)
    let (program, end) = try start(sandbox, ["i3bar"] + mode)
    defer { close(end) }

    let text = String(decoding: read(4000, from: end), as: UTF8.self)

    let lines = text.split(separator: "\n").dropFirst(2).dropLast()
    #expect(lines.count >= 10)
    for line in lines { #expect(try I3barBlock.read(String(line)).count == 1) }
    withExtendedLifetime(program) {}
  }

  @Test(arguments: modes, ["i3bar", "json", "waybar", "preview"])
  func `a reader may go after any byte`(_ mode: [String], _ command: String) throws {
    let sandbox = try Sandbox(config: Self.config)
    let words = [command] + (command == "waybar" ? ["n"] : []) + mode
    // The header of i3bar has 68 bytes, and 2 for the array.
    for count in [0, 1, 67, 68, 69, 70, 71, 100, 1000, 5000] {
      let (program, end) = try start(sandbox, words)
      #expect(read(count, from: end).count == count)

      close(end)

      #expect(try program.end() == .exited(0), "after \(count) bytes")
      #expect(program.errorText.isEmpty, "\(program.errorText)")
    }
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  @Test(arguments: modes, ["i3bar", "json", "preview"])
  func `a terminal that goes away ends what draws in it`(_ mode: [String], _ command: String) throws
  {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["TERM"] = "xterm"
    let terminal = try PseudoTerminal()
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try sandbox.start([command] + mode, input: stream, output: stream)
    _ = try terminal.drawing { $0.contains(/[0-9]/) }

    terminal.close()

    _ = try program.end()
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }

  /// How signals may be when the program starts.
  enum Inheritance: String, CaseIterable {
    case ignored = "trap '' PIPE TERM INT QUIT CHLD USR1 USR2 ALRM; exec \"$0\" \"$@\""
    case blocked = "exec env --block-signal \"$0\" \"$@\""
    case usual = "exec \"$0\" \"$@\""
  }

  @Test(arguments: modes, Inheritance.allCases)
  func `it does not matter how it inherits signals`(
    _ mode: [String], _ inheritance: Inheritance
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    func start() throws -> RunningProgram {
      let program = try RunningProgram(
        ["/bin/sh", "-c", inheritance.rawValue, Project.program.path, "json"] + mode,
        environment: sandbox.environment)
      try program.line { try Widget($0)["n"]?.value != nil }
      return program
    }
    let told = try start()
    let left = try start()

    told.signal(SIGTERM)
    left.closeOutput()

    #expect(try told.end() == .exited(0))
    #expect(try left.end() == .exited(0))
    try eventually("the end of all") { sandbox.processes.isEmpty }
  }
}
