import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct FileReaderTests {
    @Test func `reads a whole file, up to the bound`() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("text", String(repeating: "x", count: 100_000))

      #expect(try FileReader.contents(of: path, limit: 100_000).count == 100_000)
      #expect(throws: FileReadError.tooLarge(limit: 99_999)) {
        try FileReader.contents(of: path, limit: 99_999)
      }
      #expect(try FileReader.contents(of: "/dev/null").isEmpty)
      #expect(try FileReader.contents(of: "/proc/self/stat").count > 10)
    }

    @Test func `never reads on in an endless file`() {
      #expect(throws: FileReadError.tooLarge(limit: 10)) {
        try FileReader.contents(of: "/dev/zero", limit: 10)
      }
    }

    @Test func `waits for what a pipe brings`() throws {
      let (readEnd, writeEnd) = barePipe()
      write(writeEnd, "from a pipe", 11)
      close(writeEnd)
      defer { close(readEnd) }

      let bytes = try FileReader.contents(of: "/proc/self/fd/\(readEnd)")

      #expect(String(decoding: bytes, as: UTF8.self) == "from a pipe")
    }

    @Test(arguments: ["/", "/dev/zero", "/dev/ptmx", "/dev/null"])
    func `waits for nothing where only files are wanted`(path: String) {
      #expect(throws: FileReadError.noFile) {
        try FileReader.contents(of: path, filesOnly: true)
      }
    }

    @Test func `a file that comes and goes is never taken for something else`() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("file", "x")
      let other = path + "-"
      let ender = Thread {
        while !Thread.current.isCancelled {
          rename(path, other)
          rename(other, path)
        }
      }
      ender.start()
      defer { ender.cancel() }

      var seen = 0
      for _ in 0..<20_000 {
        #expect(!FileSystem.isSpecial(path))
        do throws(FileReadError) {
          seen += try FileReader.contents(of: path, filesOnly: true).count
        } catch {
          #expect(error == .system(SystemCallError(call: "open", code: ENOENT)))
        }
      }
      #expect(seen > 0)
    }

    @Test func `says why not`() {
      let missing = SystemCallError(call: "open", code: ENOENT)
      let folder = SystemCallError(call: "read", code: EISDIR)

      #expect(throws: FileReadError.system(missing)) { try FileReader.contents(of: "/no/such") }
      #expect(throws: FileReadError.system(folder)) { try FileReader.contents(of: "/") }
      #expect(FileReadError.system(missing).description == "No such file or directory")
      #expect(missing.description == "open: No such file or directory")
    }
  }
}
