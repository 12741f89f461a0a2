import CLinux
import Glibc

/// Why a folder cannot be trusted.
package enum FolderProblem: Error, Hashable, Sendable {
  case system(SystemCallError)
  /// A link, or no folder at all.
  case notAFolder
  /// Another user's.
  case foreign
  /// Others may enter it.
  case open
}

extension FolderProblem {
  fileprivate var isOfMode: Bool {
    switch self {
    case .open: true
    case .system(let error): error.code == EACCES
    case .notAFolder, .foreign: false
    }
  }
}

extension FolderProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let error): error.reason
    case .notAFolder: "it is no folder"
    case .foreign: "it belongs to another user"
    case .open: "others may enter it; 'chmod 700' closes it"
    }
  }
}

/// A folder that is this user's alone, held open: whatever takes its name later is another.
package final class PrivateFolder {
  private let descriptor: Descriptor

  /// Opens it, and makes it first if it is not there (mode 0700).
  ///
  /// One of another mode is replaced if nothing is in it.
  package init(_ path: String) throws(FolderProblem) {
    do throws(FolderProblem) {
      descriptor = try Self.open(path)
    } catch {
      guard error.isOfMode, rmdir(path) == 0 else { throw error }
      descriptor = try Self.open(path)
    }
  }

  private static func open(_ path: String) throws(FolderProblem) -> Descriptor {
    if PrivateFile.forOwner({ mkdir(path, 0o700) }) != 0, errno != EEXIST {
      throw .system(SystemCallError(call: "mkdir", code: errno))
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    let number = odobar_open(path, flags)
    guard number >= 0 else {
      throw errno == ENOTDIR || errno == ELOOP
        ? .notAFolder : .system(SystemCallError(call: "open", code: errno))
    }
    let folder = Descriptor(owning: number)
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw .system(SystemCallError(call: "fstat", code: errno))
    }
    guard status.st_uid == geteuid() else { throw .foreign }
    guard status.st_mode & 0o077 == 0 else { throw .open }
    guard status.st_mode & 0o700 == 0o700 else {
      throw .system(SystemCallError(call: "open", code: EACCES))
    }
    return folder
  }

  /// A path to something in it that is short, however long the folder's own is, and that leads
  /// here even if the folder has another name by now.
  package func path(of name: String) -> String { "/proc/self/fd/\(descriptor.number)/\(name)" }

  /// What is in it, in no order.
  package var names: [String] { FileSystem.names(in: path(of: "")) }

  /// Takes a name away; nothing happens if it is not there.
  package func remove(_ name: String) { unlink(path(of: name)) }

  /// Tells whether a name goes on standing for the same file; nil if it is not there.
  package func identity(of name: String) -> FileIdentity? {
    FileIdentity(ofFile: path(of: name))
  }

  /// Waits for the lock of this name.
  ///
  /// - Parameters:
  ///   - name: of a file in the folder, which is made and stays.
  ///   - deadline: of `MonotonicClock`; nil does not wait.
  /// - Returns: nil if another process still holds it by then.
  /// - Throws: What `open` or `flock` says.
  package func lock(_ name: String, until deadline: Int64?) throws(SystemCallError) -> FileLock? {
    while true {
      if let lock = try FileLock(path(of: name)) { return lock }
      guard let deadline, MonotonicClock.now < deadline else { return nil }
      // A lock that a stopped process holds must not hold up everybody for ever.
      _ = odobar_poll(nil, 0, 1_000_000)
    }
  }
}
