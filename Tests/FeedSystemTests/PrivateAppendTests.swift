import FeedSystem
import Foundation
import Glibc
import Testing

struct PrivateAppendTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "odobar-\(UUID())").path
    try PrivateFile.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `appends, and begins a new file with its header`() throws {
    try withFolder { (folder: String) throws in
      let path = "\(folder)/file"
      #expect(try PrivateFile.append(Array("one".utf8), to: path, header: Array("head".utf8)) == 7)
      #expect(try PrivateFile.append(Array("two".utf8), to: path, header: Array("head".utf8)) == 10)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "headonetwo")
      #expect(
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a full disk leaves the file as it was`() throws {
    #expect(throws: SystemCallError(call: "write", code: ENOSPC)) {
      _ = try PrivateFile.append([1], to: "/dev/full", header: [])
    }
  }

  @Test func `a lock is had by one at a time, and goes with its holder`() throws {
    try withFolder { (folder: String) throws in
      func isFree() throws -> Bool { try FileLock("\(folder)/lock").map { _ in true } ?? false }
      do {
        let lock = try FileLock("\(folder)/lock")
        #expect(lock != nil)
        #expect(try !isFree())
        withExtendedLifetime(lock) {}
      }
      #expect(try isFree())
      #expect(throws: SystemCallError.self) { _ = try FileLock("\(folder)/nowhere/lock") }
    }
  }
}
