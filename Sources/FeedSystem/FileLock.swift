import Glibc

/// A lock that one process at a time can have; it goes with the process, however that ends.
package final class FileLock {
  private let file: Descriptor

  /// Takes the lock of a file, which is made if it is not there; nil if another has it (`flock`).
  package init?(_ path: String) throws(SystemCallError) {
    file = Descriptor(
      owning: try checked("open") {
        PrivateFile.forOwner { open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
      }, access: .direct)
    let number = file.number
    do throws(SystemCallError) {
      try checked("flock") { flock(number, LOCK_EX | LOCK_NB) }
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return nil
    }
  }

  /// Leaves a text in the file, for those who do not get the lock.
  package func note(_ text: String) {
    guard ftruncate(file.number, 0) == 0 else { return }
    let bytes = Array(text.utf8)
    _ = pwrite(file.number, bytes, bytes.count, 0)
  }
}
