import CLinux
import Glibc

/// Why a file could not be read.
package enum FileReadError: Error, Hashable, Sendable {
  /// It has more bytes than the bound.
  case tooLarge(limit: Int)
  /// It is a folder, a device or a pipe, and a file is wanted.
  case noFile
  /// The system refused.
  case system(SystemCallError)
}

extension FileReadError: CustomStringConvertible {
  /// The reason, without the name of the file.
  package var description: String {
    switch self {
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .noFile: "it is no regular file"
    case .system(let error): error.reason
    }
  }
}

/// Reads whole files.
package enum FileReader {
  // A file comes at once, a pipe such as `<(…)` when its writer has written.
  private static let patience: Int64 = 2_000_000_000

  /// The bytes of a file, at most so many.
  ///
  /// A pipe is read too, unless only files are wanted, but waited for two seconds at most: then
  /// ETIMEDOUT.
  package static func contents(
    of path: String, limit: Int = 1 << 20, filesOnly: Bool = false
  ) throws(FileReadError) -> [UInt8] {
    // Opening a device may do things already.
    if filesOnly, FileSystem.isSpecial(path) { throw .noFile }
    var bytes: [UInt8] = []
    do throws(SystemCallError) {
      let number = try checked("open") { odobar_open(path, O_RDONLY | O_NONBLOCK) }
      let file = Descriptor(owning: number)
      let deadline = MonotonicClock.now + patience
      var poller = Poller()
      poller.watch(number, for: .readable)
      while bytes.count <= limit {
        let before = bytes.count
        let result = try file.read(into: &bytes, limit: limit + 1 - before)
        if result == .ended { return bytes }
        // A short read is not yet the end.
        if bytes.count > before { continue }
        try poller.wait(until: deadline)
        if poller.ready.isEmpty { throw SystemCallError(call: "read", code: ETIMEDOUT) }
      }
    } catch {
      throw .system(error)
    }
    throw .tooLarge(limit: limit)
  }
}
