import CLinux
import Glibc

/// A program that a test started, with its standard streams; killed at the end if it still runs.
package final class RunningProgram {
  /// What the program has as one of its standard streams.
  package enum Stream {
    /// A pipe of which the test holds the other end.
    case pipe
    case null
    /// Not open at all.
    case closed
    /// A descriptor of the test, for the program's use as well.
    case shared(Int32)
  }

  /// How a program came to its end.
  package enum Ending: Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// What the test waited for in vain.
  package struct Trouble: Error, CustomStringConvertible {
    package let description: String
  }

  package let process: Int32
  private var input: Int32?
  private var output: Int32?
  private var errors: Int32?
  private var unread: [UInt8] = []
  private var complaints: [UInt8] = []
  private var ending: Ending?

  /// Starts a program with nothing in its environment but this.
  package init(
    _ command: [String], environment: [String: String], directory: String? = nil,
    input: Stream = .pipe, output: Stream = .pipe, errors: Stream = .pipe
  ) throws {
    // A program that ends while it is written to is no end of the tests.
    Glibc.signal(SIGPIPE, SIG_IGN)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let plumbing = try [input, output, errors].enumerated().map { number, stream in
      try Plumbing(stream, number: Int32(number), &actions)
    }
    defer { for end in plumbing.compactMap(\.theirs) { close(end) } }
    (self.input, self.output, self.errors) = (plumbing[0].ours, plumbing[1].ours, plumbing[2].ours)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGCHLD] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let inDirectory = directory.map { ["/bin/sh", "-c", Self.changeDirectory, "sh", $0] } ?? []
    let command = inDirectory + command
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var process: Int32 = 0
    let result = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables)
    guard result == 0 else {
      for end in plumbing.compactMap(\.ours) { close(end) }
      throw Trouble(description: "cannot start \(command[0]): error \(result)")
    }
    self.process = process
  }

  private static let changeDirectory = #"cd "$1" && shift && exec "$@""#

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      _ = retrying { waitpid(process, nil, 0) }
    }
    for end in [input, output, errors].compactMap(\.self) { close(end) }
  }

  // MARK: Talking

  /// Writes to the program's input, waiting for it to read.
  package func write(_ text: String, within seconds: Double = 60) throws {
    guard let input else { return }
    let deadline = Deadline(in: seconds)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var request = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
      guard retrying({ poll(&request, 1, deadline.milliseconds) }) == 1 else {
        throw Trouble(description: "the program does not read its input")
      }
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count >= 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the program's input.
  package func closeInput() {
    if let input { close(input) }
    input = nil
  }

  /// Goes away as the reader of the program's output.
  package func closeOutput() {
    if let output { close(output) }
    output = nil
  }

  /// Sends a signal to the program alone.
  package func signal(_ number: Int32) { kill(process, number) }

  // MARK: Listening

  /// The next line of the output, without its newline.
  @discardableResult
  package func line(within seconds: Double = 60) throws -> String {
    let deadline = Deadline(in: seconds)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard try listen(until: deadline, for: "a line") else {
        throw Trouble(description: "the output ended before a line came; \(errorText)")
      }
    }
  }

  /// The first line to come that has what is wanted.
  @discardableResult
  package func line(
    within seconds: Double = 60, where isWanted: (String) throws -> Bool
  ) throws -> String {
    let deadline = Deadline(in: seconds)
    var last: String?
    while true {
      do {
        let line = try line(within: deadline.seconds)
        if try isWanted(line) { return line }
        last = line
      } catch let trouble as Trouble {
        throw Trouble(description: "\(trouble); the last line was \(last ?? "none")")
      }
    }
  }

  /// What comes next on the output, as much as one read gives.
  package func chunk(within seconds: Double = 60) throws -> String {
    if unread.isEmpty, try !listen(until: Deadline(in: seconds), for: "output") { return "" }
    defer { unread = [] }
    return String(decoding: unread, as: UTF8.self)
  }

  /// All lines that have come by now, but for one that is not complete.
  package func linesSoFar() throws -> [String] {
    while let output, isReadable(output), try listen(until: Deadline(in: 1), for: "output") {}
    guard let end = unread.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { unread.removeSubrange(...end) }
    return String(decoding: unread[..<end], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What the program has written to its standard error so far.
  package var errorText: String {
    while let errors, isReadable(errors), take(from: errors, into: &complaints) {}
    return String(decoding: complaints, as: UTF8.self)
  }

  /// Waits for the end of the output and of the program.
  package func finish(
    within seconds: Double = 60
  ) throws -> (ending: Ending, output: String, errors: String) {
    let deadline = Deadline(in: seconds)
    while try listen(until: deadline, for: "the end of the output") {}
    defer { unread = [] }
    let ending = try end(within: deadline.seconds)
    return (ending, String(decoding: unread, as: UTF8.self), errorText)
  }

  /// Waits for the end of the program, whatever becomes of its output.
  package func end(within seconds: Double = 60) throws -> Ending {
    if let ending { return ending }
    var status: Int32 = 0
    try eventually("the end of the program", within: seconds) {
      retrying { waitpid(process, &status, WNOHANG) } == process
    }
    let signal = status & 0x7f
    let ending = signal == 0 ? Ending.exited(status >> 8 & 0xff) : .killed(by: signal)
    self.ending = ending
    return ending
  }

  /// Whether the program runs; also false if it has ended and nobody has waited for it yet.
  package var isRunning: Bool { ending == nil && ProcessTable.isAlive(process) }

  /// Waits for bytes on either stream and keeps them; false at the end of the output.
  private func listen(until deadline: Deadline, for what: String) throws -> Bool {
    guard let output else { return false }
    var requests = [output, errors].compactMap(\.self).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = nfds_t(requests.count)
    guard retrying({ poll(&requests, count, deadline.milliseconds) }) > 0 else {
      throw Trouble(description: "waited for \(what) in vain; \(errorText)")
    }
    if let errors, requests.last?.fd == errors, requests.last?.revents != 0,
      !take(from: errors, into: &complaints)
    {
      close(errors)
      self.errors = nil
    }
    return requests[0].revents == 0 || take(from: output, into: &unread)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return retrying { poll(&request, 1, 0) } == 1 && Int32(request.revents) & POLLIN != 0
  }

  /// Reads once; false at the end.
  private func take(from descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = retrying { read(descriptor, &buffer, buffer.count) }
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }
}

/// The two ends of one standard stream.
private struct Plumbing {
  var ours: Int32?
  var theirs: Int32?

  /// Makes the stream and has the program get it under its number.
  init(
    _ stream: RunningProgram.Stream, number: Int32, _ actions: inout posix_spawn_file_actions_t
  ) throws {
    switch stream {
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard odobar_pipe(&ends) == 0 else {
        throw RunningProgram.Trouble(description: "no pipe: error \(errno)")
      }
      let (ours, theirs) = number == 0 ? (ends[1], ends[0]) : (ends[0], ends[1])
      if number == 0 { _ = fcntl(ours, F_SETFL, O_NONBLOCK) }
      posix_spawn_file_actions_adddup2(&actions, theirs, number)
      (self.ours, self.theirs) = (ours, theirs)
    case .null:
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, number)
    case .shared(let descriptor):
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
  }
}

/// Makes a system call until no signal interrupts it: other tests of this process may raise some.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
