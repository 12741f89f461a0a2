import Foundation
import Glibc

/// A file of a machine that waits for its reader, so that a test knows when it has been read.
struct NamedPipe {
  /// Nobody opened the pipe in time.
  struct NoReader: Error {}

  private let file: URL

  /// Makes a pipe in the place of the file.
  init(at file: URL) throws {
    self.file = file
    guard mkfifo(file.path, 0o600) == 0 else { throw NoReader() }
  }

  /// Waits for the reader, lets it read a text and removes the pipe.
  func send(_ text: String) throws { try send(text, isLast: true) }

  /// Waits for the reader and lets it read a line; more may follow.
  func sendLine(_ line: String) throws { try send(line + "\n", isLast: false) }

  private func send(_ text: String, isLast: Bool) throws {
    for _ in 0..<20_000 {
      let descriptor = open(file.path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 {
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        if isLast, unlink(file.path) != 0 { break }
        guard write(descriptor, bytes, bytes.count) == bytes.count else { break }
        return
      }
      poll(nil, 0, 1)
    }
    throw NoReader()
  }
}
