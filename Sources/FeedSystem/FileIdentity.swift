import Glibc

/// Tells whether two descriptors or paths lead to the same file, pipe, socket or terminal.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// nil when it is not open.
  package init?(of descriptor: Descriptor) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return nil }
    self.init(status)
  }

  /// nil when there is no file at the path, or none that may be looked at.
  package init?(ofFile path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
