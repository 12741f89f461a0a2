package import Foundation

/// Where things of this package are on disk, found from this source file.
package enum Project {
  /// The root of the package.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The built program, beside the running test bundle.
  package static var program: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "odobar")
  }
}
