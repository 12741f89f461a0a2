import CLinux
import Glibc

/// Tells when files change, however they are written: in place, by another file that takes their
/// name, through links, and also when the folder itself goes and comes back.
///
/// Folders are watched (`inotify`), as a watch on a file stays with the old one when a new one takes
/// its name. What happened there is not taken at its word: a file has changed when it is another
/// than before.
package final class FileWatch {
  /// To be polled for reading: then ask for `changes()`.
  package let descriptor: Descriptor
  /// What is watched, and what each was when last looked at.
  private var states: [String: FileStamp?] = [:]
  /// Watches by the number that the kernel gave them.
  private var folders: Set<Int32> = []
  private var bytes: [UInt8] = []

  /// Watches nothing yet.
  package init() throws(SystemCallError) {
    descriptor = Descriptor(owning: try checked("inotify_init") { odobar_open_watch() })
  }

  /// Watches these files from now on, and no others: absolute paths of files that may not be there.
  ///
  /// One whose state is known from when it was read, or that was watched before, is compared with
  /// that: `changes()` tells at once what has happened since.
  package func watch(_ paths: [String], since known: [String: FileStamp?] = [:]) {
    let before = states
    states = [:]
    for path in paths { states[path] = known[path] ?? before[path] ?? FileStamp(of: path) }
    watchFolders()
  }

  /// Those that have changed, come or gone since they were last looked at.
  package func changes() -> Set<String> {
    bytes.removeAll(keepingCapacity: true)
    // What is said there is not needed: it only has to be taken.
    _ = try? descriptor.read(into: &bytes)
    watchFolders()
    var changed: Set<String> = []
    for (path, old) in states {
      let new = FileStamp(of: path)
      guard new != old else { continue }
      states[path] = .some(new)
      changed.insert(path)
    }
    return changed
  }

  /// Sees to it that all folders are watched in which something can happen to the files.
  private func watchFolders() {
    var wanted: Set<Int32> = []
    for folder in Set(states.keys.flatMap(Self.folders)) {
      // A folder that has gone meanwhile: one above it is watched as well.
      let number = odobar_watch_folder(descriptor.number, folder)
      if number >= 0 { wanted.insert(number) }
    }
    for number in folders.subtracting(wanted) {
      odobar_unwatch_folder(descriptor.number, number)
    }
    folders = wanted
  }

  /// More links than this on a way are a circle.
  private static let longestWay = 40

  /// Where something can happen to a file: its folder, those of links on the way to it, and the
  /// nearest that is there.
  static func folders(of path: String) -> [String] {
    var found: [String] = []
    var parts = path.split(separator: "/").map(String.init)[...]
    var here = ""
    var links = 0
    while let name = parts.popFirst() {
      let next = "\(here)/\(name)"
      var status = stat()
      // A folder also tells when it goes itself.
      guard lstat(next, &status) == 0 else { return found + [root(here)] }
      if status.st_mode & S_IFMT == S_IFLNK, let target = FileSystem.target(ofLink: next),
        links < longestWay
      {
        links += 1
        found.append(root(here))
        parts = (target.split(separator: "/").map(String.init) + parts)[...]
        if target.hasPrefix("/") { here = "" }
      } else if parts.isEmpty {
        // It may be a folder itself.
        found += [root(here), next]
      } else {
        here = next
      }
    }
    return found
  }

  private static func root(_ path: String) -> String { path.isEmpty ? "/" : path }
}
