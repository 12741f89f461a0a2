import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct PacketSocketTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "s").path
    }

    private func packet(
      _ arrival: Arrival, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Packet {
      guard case .packet(let packet) = arrival else {
        Issue.record("\(arrival)", sourceLocation: sourceLocation)
        throw CancellationError()
      }
      return packet
    }

    @Test func `messages come whole, in order, with who sent them`() throws {
      let listener = try PacketListener(at: path)
      #expect(try listener.accept() == nil)
      let here = try PacketSocket(connectingTo: path)
      let there = try #require(try listener.accept())
      guard case .nothing = there.receive() else { throw CancellationError() }

      for text in ["one", "", "three", String(repeating: "x", count: 60_000)] where text != "" {
        #expect(try here.send(Array(text.utf8)) == .wrote(text.utf8.count))
      }

      for length in [3, 5, 60_000] {
        #expect(try packet(there.receive()).bytes.count == length)
      }
      #expect(there.peer?.process == getpid())
      #expect(there.peer?.user == geteuid())
    }

    @Test func `descriptors come along, and close with their last reference`() throws {
      let listener = try PacketListener(at: path)
      let here = try PacketSocket(connectingTo: path)
      let there = try #require(try listener.accept())
      let (readEnd, writeEnd) = barePipe()
      defer { close(readEnd) }

      _ = try here.send([1], descriptors: [writeEnd, writeEnd])
      close(writeEnd)
      var received: Packet? = try packet(there.receive())

      #expect(received?.descriptors.count == 2)
      let number = try #require(received?.descriptors.first?.number)
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
      #expect(write(number, "x", 1) == 1)
      received = nil
      var bytes = [UInt8](repeating: 0, count: 8)
      #expect(read(readEnd, &bytes, 8) == 1)
      #expect(read(readEnd, &bytes, 8) == 0)
    }

    @Test func `what is too long is lost, and nothing after it`() throws {
      let listener = try PacketListener(at: path)
      let here = try PacketSocket(connectingTo: path)
      let there = try #require(try listener.accept())
      let (readEnd, writeEnd) = barePipe()
      defer { close(readEnd) }
      _ = try here.send([UInt8](repeating: 1, count: 100), descriptors: [writeEnd])
      close(writeEnd)
      _ = try here.send([2])

      guard case .oversized = there.receive(limit: 99) else { throw CancellationError() }
      #expect(try packet(there.receive()).bytes == [2])
      // What came with it is closed.
      var bytes = [UInt8](repeating: 0, count: 8)
      #expect(read(readEnd, &bytes, 8) == 0)
    }

    @Test func `the other end's end is told, after all it said`() throws {
      let listener = try PacketListener(at: path)
      var here: PacketSocket? = try PacketSocket(connectingTo: path)
      let there = try #require(try listener.accept())
      _ = try here?.send([7])
      here = nil

      #expect(try packet(there.receive()).bytes == [7])
      guard case .closed = there.receive() else { throw CancellationError() }
      #expect(try there.send([1]) == .closed)
    }

    @Test func `one that does not read is not waited for`() throws {
      let listener = try PacketListener(at: path)
      let here = try PacketSocket(connectingTo: path)
      _ = try listener.accept()

      var result = WriteResult.wrote(1)
      for _ in 0..<10_000 where result != .wouldBlock {
        result = try here.send([UInt8](repeating: 0, count: 1000))
        if result == .closed { break }
      }

      #expect(result == .closed || result == .wouldBlock)
    }

    @Test func `nobody there is told from nobody listening`() throws {
      let error = #expect(throws: SystemCallError.self) { try PacketSocket(connectingTo: path) }
      #expect(error?.isNotFound == true)
      var listener: PacketListener? = try PacketListener(at: path)
      #expect(throws: SystemCallError.self) { try PacketListener(at: path) }
      withExtendedLifetime(listener) {}
      listener = nil
      let refusal = #expect(throws: SystemCallError.self) { try PacketSocket(connectingTo: path) }
      #expect(refusal?.isRefused == true)
    }

    @Test func `only a socket that listens is taken over`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { for end in [readEnd, writeEnd] { close(end) } }
      #expect(PacketListener(inheriting: readEnd) == nil)

      let first = try PacketListener(at: path)
      let number = dup(first.descriptor.number)
      let listener = try #require(PacketListener(inheriting: number))

      let here = try PacketSocket(connectingTo: path)
      #expect(try listener.accept() != nil)
      withExtendedLifetime(here) {}
      // The number it came under is free for nothing else.
      #expect(fcntl(number, F_GETFD) >= 0)
      close(number)
    }
  }

  struct PrivateFolderTests {
    private let outer: TemporaryFolder
    private var path: String { outer.url.appending(path: "f").path }

    init() throws { outer = try TemporaryFolder() }

    @Test func `is made for its owner alone, and found again`() throws {
      let first = try PrivateFolder(path)
      let status = try FileManager.default.attributesOfItem(atPath: path)
      #expect(status[.posixPermissions] as? Int == 0o700)
      _ = try PrivateFolder(path)

      try Data("x".utf8).write(to: URL(filePath: first.path(of: "file")))
      #expect(first.names == ["file"])
      first.remove("file")
      first.remove("file")
      #expect(first.names == [])
    }

    @Test func `is not trusted if anything is wrong with it`() throws {
      let manager = FileManager.default
      for mode in [0o755, 0o770, 0o701, 0o1777] {
        try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try Data().write(to: URL(filePath: path + "/file"))
        #expect(throws: FolderProblem.open) { try PrivateFolder(path) }
        try manager.removeItem(atPath: path)
      }
      try Data().write(to: URL(filePath: path))
      #expect(throws: FolderProblem.notAFolder) { try PrivateFolder(path) }
      try manager.removeItem(atPath: path)
      try manager.createDirectory(
        atPath: path + "2", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      try manager.createSymbolicLink(atPath: path, withDestinationPath: path + "2")
      #expect(throws: FolderProblem.notAFolder) { try PrivateFolder(path) }
      #expect(throws: FolderProblem.self) { try PrivateFolder(path + "/x/y") }
      if geteuid() == 0 {
        try #require(chown(path + "2", 1, 1) == 0)
        #expect(throws: FolderProblem.foreign) { try PrivateFolder(path + "2") }
      }
    }

    @Test func `is made anew if nothing is in it`() throws {
      let manager = FileManager.default
      for mode in [0o755, 0o777, 0o500, 0] {
        try manager.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
        _ = try PrivateFolder(path)
        #expect(
          try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        try manager.removeItem(atPath: path)
      }
    }

    @Test func `stays the same folder under another name`() throws {
      let folder = try PrivateFolder(path)
      try FileManager.default.moveItem(atPath: path, toPath: path + "2")
      _ = try PrivateFolder(path)

      try Data().write(to: URL(filePath: folder.path(of: "file")))

      #expect(FileManager.default.fileExists(atPath: path + "2/file"))
    }

    @Test func `a lock is one's alone until it is let go`() throws {
      let folder = try PrivateFolder(path)
      var lock = try folder.lock("l", until: nil)
      #expect(lock != nil)
      #expect(try folder.lock("l", until: nil) == nil)
      #expect(try folder.lock("l", until: MonotonicClock.now + 5_000_000) == nil)
      #expect(try folder.lock("other", until: nil) != nil)
      withExtendedLifetime(lock) {}
      lock = nil
      #expect(try folder.lock("l", until: nil) != nil)
    }
  }
}
