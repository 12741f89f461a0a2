import Glibc

/// Files that are made and never put in the place of others.
package enum NewFile {
  /// Makes a program of these bytes, and the folders that lead to it; mode 0755 less the mask.
  ///
  /// - Throws: why it could not be made; EEXIST where there is anything of this name.
  package static func writeProgram(
    _ bytes: [UInt8], to path: String
  ) throws(SystemCallError) {
    try makeFolders(leadingTo: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      owning: try checked("open") { open(path, flags, 0o755) }, access: .direct)
    var written = 0
    while written < bytes.count {
      guard case .wrote(let count) = try file.write(bytes, from: written) else {
        unlink(path)
        throw SystemCallError(call: "write", code: EIO)
      }
      written += count
    }
  }

  private static func makeFolders(leadingTo path: String) throws(SystemCallError) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
      // A part of the way that may not be written to may be there all the same.
      if !FileSystem.isFolder(folder) { throw SystemCallError(call: "mkdir", code: errno) }
    }
  }
}
