import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct DescriptorTests {
    @Test func `reads what is there, then says drained, then ended`() throws {
      let (readEnd, writeEnd) = barePipe()
      let input = Descriptor(adopting: readEnd).reopenedForReading()
      var bytes: [UInt8] = []

      write(writeEnd, "abc", 3)

      #expect(try input.read(into: &bytes) == .drained)
      #expect(try input.read(into: &bytes) == .drained)
      #expect(bytes == Array("abc".utf8))
      close(writeEnd)
      #expect(try input.read(into: &bytes) == .ended)
    }

    @Test func `stops at the bound, so that a flood cannot starve others`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(writeEnd) }
      let input = Descriptor(adopting: readEnd).reopenedForReading()
      write(writeEnd, [UInt8](repeating: 65, count: 5000), 5000)
      var bytes: [UInt8] = []

      #expect(try input.read(into: &bytes, limit: 4096) == .more)
      #expect(bytes.count == 4096)
      #expect(try input.read(into: &bytes, limit: 4096) == .drained)
      #expect(bytes.count == 5000)
    }

    @Test func `keeps the flags of the shared description`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(writeEnd) }
      let before = fcntl(readEnd, F_GETFL)
      let shared = Descriptor(adopting: readEnd)
      let input = shared.reopenedForReading()
      var bytes: [UInt8] = []

      #expect(try input.read(into: &bytes) == .drained)

      #expect(input.number != readEnd)
      #expect(fcntl(readEnd, F_GETFL) == before)
      #expect(before & O_NONBLOCK == 0)
    }

    @Test func `does not block on a description that cannot be opened again`() throws {
      let (readEnd, writeEnd) = barePipe()
      let input = Descriptor(adopting: readEnd)
      let output = Descriptor(adopting: writeEnd)
      var bytes: [UInt8] = []

      #expect(try input.read(into: &bytes) == .drained)
      var sent = 0
      while case .wrote(let count) = try output.write([UInt8](repeating: 1, count: 100_000)) {
        sent += count
      }

      #expect(sent == 65536)
      #expect(try input.read(into: &bytes) == .drained)
      #expect(bytes.count == sent)
    }

    @Test func `does not block on a socket`() throws {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let near = Descriptor(adopting: ends[0]).reopenedForReading()
      let far = Descriptor(adopting: ends[1]).reopenedForWriting()
      var bytes: [UInt8] = []

      #expect(try near.read(into: &bytes) == .drained)
      #expect(try far.write(Array("hi".utf8)) == .wrote(2))
      #expect(try near.read(into: &bytes) == .drained)
      #expect(bytes == Array("hi".utf8))
      #expect(fcntl(ends[0], F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func `tells that nobody reads`() throws {
      try Signals.ignoreBrokenPipes()
      let (readEnd, writeEnd) = barePipe()
      let output = Descriptor(adopting: writeEnd).reopenedForWriting()

      close(readEnd)

      #expect(try output.write([1]) == .closed)
    }

    @Test func `closes what it owns when the last reference goes`() throws {
      let (readEnd, writeEnd) = barePipe()
      let input = Descriptor(adopting: readEnd).reopenedForReading()
      var output: Descriptor? = Descriptor(adopting: writeEnd).reopenedForWriting()
      var bytes: [UInt8] = []
      #expect(try input.read(into: &bytes) == .drained)
      #expect(output != nil)

      output = nil

      #expect(try input.read(into: &bytes) == .ended)
    }
  }
}
