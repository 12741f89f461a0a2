import Glibc

/// What tells one state of a file from another.
package struct FileStamp: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t
  private let mode: mode_t
  private let size: off_t
  private let written: [Int]
  private let changed: [Int]

  /// Links are followed; nil when there is no such file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
    mode = status.st_mode
    size = status.st_size
    written = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
  }
}
