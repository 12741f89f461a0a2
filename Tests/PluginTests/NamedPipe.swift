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
  func send(_ text: String) throws {
    for _ in 0..<20_000 {
      let descriptor = open(file.path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 {
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard unlink(file.path) == 0, write(descriptor, bytes, bytes.count) == bytes.count else {
          break
        }
        return
      }
      poll(nil, 0, 1)
    }
    throw NoReader()
  }
}

/// A pipe that holds lines for readers that come and go: what is sent while nobody reads waits.
final class EventPipe {
  /// The pipe cannot be made, or is full.
  struct Trouble: Error {}

  private let descriptor: Int32

  /// Makes a pipe in the place of the file.
  init(at file: URL) throws {
    guard mkfifo(file.path, 0o600) == 0 else { throw Trouble() }
    // Open on both sides: else what is in it would be gone whenever a reader leaves.
    descriptor = open(file.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Trouble() }
  }

  deinit { close(descriptor) }

  /// Lets the next reader read a line.
  func send(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Trouble() }
  }
}
