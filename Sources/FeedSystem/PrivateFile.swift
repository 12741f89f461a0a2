import Glibc

/// Files that belong to one user alone and are never seen half written.
package enum PrivateFile {
  /// Makes files whose owner can do with them what their mode says, whatever this process's mask.
  static func forOwner<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let mask = umask(0o077)
    defer { umask(mask) }
    return try body()
  }

  /// Puts `bytes` in the place of a file, whole or not at all, even if the machine goes down.
  ///
  /// Who reads meanwhile reads the old file. It can be read by its owner only (mode 0600); what the
  /// path led to as a link is left alone.
  /// - Throws: why it could not be written; then the old file is as it was.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemCallError) {
    // Another process may replace the same file: each has its own beside it until the end.
    let draft = "\(path).\(getpid())~"
    do throws(SystemCallError) {
      try write(bytes, to: draft)
      try checked("rename") { rename(draft, path) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      owning: try checked("open") { open(path, flags, 0o600) }, access: .direct)
    // A draft that a crash has left may have other bits.
    try checked("fchmod") { fchmod(file.number, 0o600) }
    var written = 0
    while written < bytes.count {
      guard case .wrote(let count) = try file.write(bytes, from: written) else {
        throw SystemCallError(call: "write", code: EIO)
      }
      written += count
    }
    // A new name for bytes that are not on the disk yet could stand for an empty file.
    try checked("fsync") { fsync(file.number) }
  }

  /// Appends to a file in one write, or not at all; makes it, beginning with `header`, if it is not
  /// there or is empty.
  ///
  /// - Returns: how long the file is now.
  /// - Throws: why it could not be written; then it is as it was.
  package static func append(
    _ bytes: [UInt8], to path: String, header: [UInt8]
  ) throws(SystemCallError) -> Int {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      owning: try checked("open") { forOwner { open(path, flags, 0o600) } }, access: .direct)
    var status = stat()
    try checked("fstat") { fstat(file.number, &status) }
    let all = status.st_size == 0 ? header + bytes : bytes
    do throws(SystemCallError) {
      guard case .wrote(let count) = try file.write(all), count == all.count else {
        throw SystemCallError(call: "write", code: ENOSPC)
      }
    } catch {
      // A part of it would be of no use to anybody.
      _ = ftruncate(file.number, status.st_size)
      throw error
    }
    return Int(status.st_size) + all.count
  }

  /// Makes a folder and those above it that are missing, for their owner only (mode 0700).
  ///
  /// A folder that is there already stays as it is.
  package static func makeFolder(_ path: String) throws(SystemCallError) {
    var made = path.hasPrefix("/") ? "" : "."
    var failure: Int32 = 0
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if forOwner({ mkdir(made, 0o700) }) != 0 { failure = errno }
    }
    // Those above may be of any kind and owner, as long as the last one is there.
    var status = stat()
    guard stat(made, &status) == 0 else { throw SystemCallError(call: "mkdir", code: failure) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemCallError(call: "mkdir", code: ENOTDIR)
    }
  }
}
