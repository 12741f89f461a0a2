import Foundation
import Glibc
import TestKit

/// A machine for plugins to read: a copy of a fixture, to be changed at will, removed at the end.
final class Machine {
  /// What plugins take for the root of the file system.
  let root: URL

  /// Copies the fixture of this name, or starts from nothing.
  init(_ fixture: String? = "laptop") throws {
    root = FileManager.default.temporaryDirectory.appending(path: "odobar-machine-\(UUID())")
    guard let fixture else {
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      return
    }
    let machines = Project.root.appending(path: "Tests/Fixtures/machines")
    try FileManager.default.copyItem(at: machines.appending(path: fixture), to: root)
  }

  deinit {
    // What a plugin has started outlives it for a moment, and might put files back.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: root.path) {
      for process in ProcessTable.processes(marked: "ODOBAR_ROOT=\(root.path)\0") {
        kill(process, SIGKILL)
      }
      try? FileManager.default.removeItem(at: root)
    }
  }

  /// Puts a text with a line end in the place of the file at this path, all at once: who reads it
  /// meanwhile gets the old text or the new one.
  func write(_ text: String, to path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((text + "\n").utf8).write(to: file, options: .atomic)
  }

  /// Puts a pipe in the place of a file which is not there yet.
  func makePipe(at path: String) throws -> NamedPipe {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try NamedPipe(at: file)
  }

  /// Makes a pipe by which stand-ins of programs learn what they are to tell of.
  func makeEvents(at path: String = "events") throws -> EventPipe {
    try EventPipe(at: root.appending(path: path))
  }

  /// Removes the file or folder at this path.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: root.appending(path: path))
  }

  /// Lets the clock stand at so many hundredths of a second since boot.
  func setClock(hundredths: Int) throws {
    let fraction = String(hundredths % 100 + 100).dropFirst()
    try write("\(hundredths / 100).\(fraction) 1.00", to: "proc/uptime")
  }
}
