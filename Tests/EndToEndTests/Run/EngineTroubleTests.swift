import Foundation
import Glibc
import TestKit
import Testing

/// Engines that are stopped, besieged, out of resources, or robbed of their socket.
struct EngineTroubleTests {
  private static let config = """
    motion: {style: none}
    sources:
      s: {command: "i=$(ulimit -n); while :; do echo n=$i; i=$((i + 1)); sleep 0.02; done"}
    metrics: {n: {source: s.n, format: integer}}
    """

  private func attached(_ sandbox: Sandbox) throws -> Int {
    let status = try sandbox.run(["status", "--json"]).output
    return status.components(separatedBy: "\"shows\"").count - 1
  }

  private func hasNumber(_ line: String) throws -> Bool { try Widget(line)["n"]?.value != nil }

  /// Starts a feed by a shell, which sets it limits before.
  private func start(
    _ sandbox: Sandbox, after script: String, words: String = "json"
  )
    throws -> RunningProgram
  {
    try RunningProgram(
      ["/bin/sh", "-c", "\(script); exec \"$0\" \(words)", Project.program.path],
      environment: sandbox.environment)
  }

  // MARK: Who does not answer

  @Test func `a bar that meets an engine that is stopped works without it`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let first = try sandbox.start(["json"])
    try first.line(where: hasNumber)
    let engine = try #require(sandbox.engines.first)
    kill(engine, SIGSTOP)
    defer { kill(engine, SIGCONT) }

    let second = try sandbox.start(["json"])
    try second.line(where: hasNumber)

    #expect(second.errorText.contains("does not answer: this feed works without it"))
    kill(engine, SIGCONT)
    try first.line(where: hasNumber)
    #expect(try attached(sandbox) == 1)
  }

  @Test func `those who only stand around do not keep a bar out`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let first = try sandbox.start(["json"])
    try first.line(where: hasNumber)
    let name = try #require(sandbox.sockets.first)
    let silent = try (0..<64).map { _ in try Visitor(name, of: sandbox) }

    let second = try sandbox.start(["json"])
    try second.line(where: hasNumber)

    #expect(second.errorText.isEmpty)
    #expect(try attached(sandbox) == 2)
    withExtendedLifetime(silent) {}
  }

  enum Obstacle: CaseIterable { case silence, chatter, lock }

  @Test(arguments: Obstacle.allCases)
  func `when the last feed has ended, the engine leaves whoever is there`(
    _ obstacle: Obstacle
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["json"])
    try program.line(where: hasNumber)
    let socket = try #require(sandbox.sockets.first)
    let visitor = try Visitor(socket, of: sandbox)
    let lock = sandbox.folder.appending(
      path: "run/odobar/\(socket.replacing(".socket", with: ".lock"))")
    let file = open(lock.path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    if obstacle == .lock { try #require(flock(file, LOCK_EX | LOCK_NB) == 0) }

    program.signal(SIGTERM)
    _ = try program.end()

    try eventually("the end of all processes") {
      if obstacle == .chatter { visitor.say("status", "json") }
      return sandbox.processes.isEmpty
    }
    #expect(sandbox.sockets == [])
    withExtendedLifetime(visitor) {}
  }

  // MARK: Whose socket it is

  @Test func `an engine that lost its socket's name does no harm to the one that has it`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let first = try sandbox.start(["json"])
    try first.line(where: hasNumber)
    let name = try #require(sandbox.sockets.first)
    unlink(sandbox.folder.appending(path: "run/odobar/\(name)").path)
    let second = try sandbox.start(["json"])
    try second.line(where: hasNumber)
    #expect(sandbox.engines.count == 2)

    first.signal(SIGTERM)
    _ = try first.end()
    try eventually("one engine") { sandbox.engines.count == 1 }

    #expect(sandbox.sockets == [name])
    let third = try sandbox.start(["json"])
    try third.line(where: hasNumber)
    #expect(sandbox.engines.count == 1)
    #expect(try attached(sandbox) == 2)
  }

  @Test func `a mask that takes all from everybody takes nothing from the engine`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try start(sandbox, after: "umask 777")
    try program.line(where: hasNumber)

    #expect(program.errorText.isEmpty)
    func mode(_ path: String) throws -> Int? {
      let path = sandbox.folder.appending(path: "run/odobar/\(path)").path
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let name = try #require(sandbox.sockets.first)
    #expect(try mode("") == 0o700)
    #expect(try mode(name) == 0o700)
    #expect(try mode(name.replacing(".socket", with: ".lock")) == 0o600)
  }

  // MARK: Resources

  @Test func `feeds for which the engine has no descriptors work without it`() throws {
    let sandbox = try Sandbox(config: Self.config)
    var programs: [RunningProgram] = []
    for _ in 0..<8 {
      programs.append(try start(sandbox, after: "ulimit -n 32"))
      try programs.last?.line(where: hasNumber)
    }

    let errors = programs.map(\.errorText)
    let documented =
      "odobar: no engine: the engine has no descriptor to spare; "
      + "this feed works without one\n"
    #expect(errors.allSatisfy { $0.isEmpty || $0 == documented }, "\(errors)")
    #expect(errors.contains(documented))
    #expect(try attached(sandbox) == errors.count(where: \.isEmpty))
    for program in programs { try program.line(where: hasNumber) }
  }

  @Test func `an engine has all descriptors that it may, and its sources those they had`() throws {
    let sandbox = try Sandbox(config: Self.config)
    var programs: [RunningProgram] = []
    for _ in 0..<8 {
      programs.append(try start(sandbox, after: "ulimit -Sn 32"))
      let line = try programs[programs.count - 1].line(where: hasNumber)
      let first = programs.count == 1
      #expect(try !first || Widget(line)["n"]?.value?.whole ?? 0 < 1024)
    }

    #expect(programs.allSatisfy { $0.errorText.isEmpty })
    #expect(try attached(sandbox) == 8)
  }

  @Test func `an engine without descriptors to spare sleeps`() throws {
    let sandbox = try Sandbox(config: "metrics: {t: {stepper: {range: 0..9}}}")
    let program = try start(sandbox, after: "ulimit -n 32")
    try program.line()
    let name = try #require(sandbox.sockets.first)
    let engine = try #require(sandbox.engines.first)
    // Feeds, which are not shown out; each brings three streams.
    let feeds = try (0..<12).map { _ in try start(sandbox, after: ":") }
    for feed in feeds { try feed.line() }
    let visitors = try (0..<20).map { _ in try Visitor(name, of: sandbox) }

    // In hundredths of a second, of which there are 100.
    let before = try #require(ProcessTable.processorTime(of: engine))
    poll(nil, 0, 1000)
    #expect(try #require(ProcessTable.processorTime(of: engine)) - before < 25)
    withExtendedLifetime((visitors, feeds)) {}
  }

  @Test func `a file that may not grow ends its feed and no other`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let path = sandbox.folder.appending(path: "lines").path
    let first = try start(sandbox, after: "ulimit -f 1")
    try first.line(where: hasNumber)
    let engine = try #require(sandbox.engines.first)

    let second = try start(sandbox, after: "ulimit -f 1", words: "json > '\(path)'")

    #expect(try second.end() == .exited(1))
    #expect(second.errorText == "odobar: cannot write the output: File too large\n")
    #expect(sandbox.engines == [engine])
    try first.line(where: hasNumber)
  }

  @Test func `nobody says more to a bar's feed than a person could`() throws {
    let sandbox = try Sandbox(config: Self.config)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let program = try sandbox.start(["i3bar"], input: .shared(ends[0]))
    close(ends[0])
    defer { close(ends[1]) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    try program.line { $0.contains(/[0-9]</) }
    let line = Array("{\"name\":\"n\",\"button\":1},\n".utf8)
    let lines = Array(repeatElement(line, count: 1000).joined())

    var taken = 0
    _ = holds(for: 1) {
      taken += max(write(ends[1], lines, lines.count), 0)
      return true
    }

    // A pipe full, and what is read of it in a second.
    #expect(taken < 2_000_000)
    try program.line { $0.contains(/[0-9]</) }
  }
}
