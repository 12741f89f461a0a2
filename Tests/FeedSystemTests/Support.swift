import FeedSystem
import Foundation
import Testing

/// All suites of this target, one after the other: they share signals, children and descriptors.
@Suite(.serialized, .timeLimit(.minutes(1)))
enum SystemTests {}

/// Looks again and again until something holds, for at most ten seconds.
func eventually(
  _ what: Comment, within seconds: Double = 60, _ condition: () throws -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
  let deadline = MonotonicClock.now + Int64(seconds * 1e9)
  while try !condition() {
    if MonotonicClock.now > deadline {
      Issue.record("still waiting: \(what)", sourceLocation: sourceLocation)
      return
    }
    poll(nil, 0, 2)
  }
}

/// A pipe as two bare descriptors.
func barePipe() -> (read: Int32, write: Int32) {
  var ends: [Int32] = [0, 0]
  #expect(pipe(&ends) == 0)
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Both sides of a pseudo-terminal as bare descriptors.
func bareTerminal() throws -> (controller: Int32, terminal: Int32) {
  let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
  var isLocked: Int32 = 0
  var number: Int32 = 0
  // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  try #require(ioctl(controller, 0x4004_5431, &isLocked) == 0)
  try #require(ioctl(controller, 0x8004_5430, &number) == 0)
  return (controller, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
}

/// The state letter of a process; nil if there is none.
func state(of pid: Int32) -> Character? {
  guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
    let end = text.lastIndex(of: ")")
  else { return nil }
  return text[end...].dropFirst(2).first
}

/// Whether a process runs, or is stopped; a zombie does not.
func isAlive(_ pid: Int32) -> Bool { state(of: pid).map { $0 != "Z" && $0 != "X" } ?? false }

/// A line such as `SigIgn` of a process's status.
func status(_ name: String, of pid: Int32) throws -> String {
  let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
  let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
  return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) } ?? ""
}

/// A folder that is gone with the value.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
    let path = url.appending(path: name).path
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }
}

extension Children {
  /// A shell running a script, in this process's environment.
  func shell(_ script: String) throws(SpawnError) -> Child {
    try spawn(Command(["/bin/sh", "-c", script], environment: Environment.current.entries))
  }

  /// Waits for the end of a child; reaps all.
  func end(of child: Child, sourceLocation: SourceLocation = #_sourceLocation) {
    eventually(
      "end of \(child.pid)",
      {
        _ = reap()
        return child.status != nil
      }, sourceLocation: sourceLocation)
  }
}

extension Descriptor {
  /// All until the end.
  func readAll(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    var bytes: [UInt8] = []
    try eventually(
      "end of file", { try read(into: &bytes) == .ended }, sourceLocation: sourceLocation)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The next line, newline excluded; what follows it must not be there yet.
  func readLine(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    var bytes: [UInt8] = []
    try eventually(
      "a line",
      {
        let result = try read(into: &bytes, limit: 1)
        return result == .ended || bytes.last == UInt8(ascii: "\n")
      }, sourceLocation: sourceLocation)
    return String(decoding: bytes.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
