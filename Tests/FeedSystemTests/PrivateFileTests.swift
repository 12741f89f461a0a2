import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func mode(of path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func `replaces a file whole, for its owner only`() throws {
      let file = try folder.file("value", "old and longer", mode: 0o644)

      try PrivateFile.replace(file, with: Array("new".utf8))

      #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
      #expect(try mode(of: file) == 0o600)
      #expect(FileSystem.names(in: folder.url.path) == ["value"])
    }

    @Test func `who has the old file open reads the old file`() throws {
      let file = try folder.file("value", "old")
      let reader = try FileHandle(forReadingFrom: URL(filePath: file))

      try PrivateFile.replace(file, with: Array("new".utf8))

      #expect(try reader.readToEnd() == Data("old".utf8))
    }

    @Test func `a link is replaced, and what it leads to is left alone`() throws {
      let target = try folder.file("target", "precious")
      try FileManager.default.createSymbolicLink(
        atPath: path("value"), withDestinationPath: target)

      try PrivateFile.replace(path("value"), with: Array("new".utf8))

      #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
      #expect(try String(contentsOfFile: path("value"), encoding: .utf8) == "new")
    }

    @Test func `what cannot be written leaves the old file and nothing else`() throws {
      try FileManager.default.createDirectory(
        atPath: path("value"), withIntermediateDirectories: false)

      #expect(throws: SystemCallError(call: "rename", code: EISDIR)) {
        try PrivateFile.replace(path("value"), with: [1])
      }
      #expect(throws: SystemCallError(call: "open", code: ENOENT)) {
        try PrivateFile.replace(path("none/value"), with: [1])
      }
      #expect(FileSystem.names(in: folder.url.path) == ["value"])
    }

    @Test func `makes the folders that are missing, for their owner only`() throws {
      try FileManager.default.createDirectory(
        atPath: path("state"), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o755])

      try PrivateFile.makeFolder(path("state/odobar/values"))
      try PrivateFile.makeFolder(path("state/odobar/values"))

      #expect(try mode(of: path("state")) == 0o755)
      #expect(try mode(of: path("state/odobar")) == 0o700)
      #expect(try mode(of: path("state/odobar/values")) == 0o700)
    }

    @Test func `says why a folder cannot be made`() throws {
      let file = try folder.file("state", "")

      #expect(throws: SystemCallError(call: "mkdir", code: ENOTDIR)) {
        try PrivateFile.makeFolder(file)
      }
      #expect(throws: SystemCallError(call: "mkdir", code: ENOTDIR)) {
        try PrivateFile.makeFolder(file + "/values")
      }
      #expect(throws: SystemCallError.self) { try PrivateFile.makeFolder("/proc/none/values") }
    }
  }
}
