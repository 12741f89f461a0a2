import Foundation
import Glibc
import TestKit

/// A program that runs, is told lines and answers with lines, killed at the end.
final class Session {
  /// How a program came to its end.
  enum Ending: Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// Why a session cannot go on.
  enum Trouble: Error {
    case spawnFailed(errno: Int32)
    case silent(after: String)
    case ended(after: String, stderr: String)
  }

  private static let limitInMilliseconds: Int32 = 20_000

  private let process: pid_t
  /// A socket that is the program's standard input and output: it can be made to close on exec at
  /// once, so that no program which another test starts meanwhile keeps it open.
  private let conversation: Int32
  private let complaints: Int32
  private var unread: [UInt8] = []
  private var isReaped = false
  /// Kept for as long as the plugin may read it.
  private var machine: Machine?

  /// Starts a program with nothing in its environment but this.
  init(_ command: [String], environment: [String: String]) throws {
    let (ours, theirs) = try Self.makeSockets()
    let (ourErrors, theirErrors) = try Self.makeSockets()
    defer {
      close(theirs)
      close(theirErrors)
    }
    conversation = ours
    complaints = ourErrors

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, theirErrors, STDERR_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for string in arguments + variables {
        free(string)
      }
    }
    var process: pid_t = 0
    let result = posix_spawnp(
      &process, command[0], &actions, &attributes, &arguments, &variables)
    guard result == 0 else {
      close(ours)
      close(ourErrors)
      throw Trouble.spawnFailed(errno: result)
    }
    self.process = process
  }

  /// Starts a bundled plugin on a machine, as it is or under a certain shell.
  convenience init(
    _ plugin: String, on machine: Machine, parameters: [String: String] = [:], shell: [String] = []
  ) throws {
    // Not copied to each machine: a program just written may still be open for writing in a child
    // that another test has forked at that moment, and cannot be executed then.
    let standIns = Project.root.appending(path: "Tests/Fixtures/bin").path
    var environment = [
      "ODOBAR_INTERVAL": "0.5",
      "ODOBAR_ROOT": machine.root.path,
      "ODOBAR_SOURCE": plugin,
      "LANG": "de_DE.UTF-8",
      "PATH": "\(standIns):/usr/local/bin:/usr/bin:/bin",
    ]
    for (name, value) in parameters {
      environment["ODOBAR_PARAM_\(name.uppercased())"] = value
    }
    let program = Project.root.appending(path: "plugins/\(plugin)").path
    try self.init(shell + [program], environment: environment)
    self.machine = machine
  }

  deinit {
    if !isReaped {
      kill(process, SIGKILL)
      _ = retrying { waitpid(process, nil, 0) }
    }
    close(conversation)
    close(complaints)
  }

  /// Page faults of children that have ended: 0 as long as the program has not forked.
  var faultsOfChildren: Int? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text?.split(separator: ") ").last?.split(separator: " ")
    return fields.flatMap { Int($0[8]) }
  }

  /// Tells the program a line.
  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.send(conversation, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Tells the program a line and waits for the line it answers.
  func ask(_ line: String = "tick") throws -> Answer {
    send(line)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return Answer(String(decoding: unread[..<end], as: UTF8.self))
      }
      guard try readMore(from: conversation, after: line) else {
        throw Trouble.ended(after: line, stderr: try finish().stderr)
      }
    }
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Ends the program's input, unless told not to, and waits for its end.
  func finish(closing: Bool = true) throws -> (ending: Ending, stdout: String, stderr: String) {
    if closing {
      shutdown(conversation, Int32(SHUT_WR))
    }
    while try readMore(from: conversation, after: "the end of input") {}
    let stdout = String(decoding: unread, as: UTF8.self)
    unread = []
    while try readMore(from: complaints, after: "the end of output") {}
    let stderr = String(decoding: unread, as: UTF8.self)

    var status: Int32 = 0
    _ = retrying { waitpid(process, &status, 0) }
    isReaped = true
    let signal = status & 0x7f
    return (signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal), stdout, stderr)
  }

  /// Waits for bytes and keeps them; false at the end.
  private func readMore(from descriptor: Int32, after line: String) throws -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard retrying({ poll(&request, 1, Self.limitInMilliseconds) }) == 1 else {
      throw Trouble.silent(after: line)
    }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = retrying { read(descriptor, &buffer, buffer.count) }
    guard count > 0 else { return false }
    unread += buffer[..<count]
    return true
  }

  private static func makeSockets() throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
      throw Trouble.spawnFailed(errno: errno)
    }
    return (pair[0], pair[1])
  }
}

/// Makes a system call until no signal interrupts it: other tests of this process may raise some.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR {
      return result
    }
  }
}
