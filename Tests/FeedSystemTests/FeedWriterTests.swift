import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct FeedWriterTests {
    private func line(_ text: String, length: Int = 0) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "."), count: length) + [10]
    }

    private func take(_ descriptor: Int32, _ count: Int) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: count)
      let got = read(descriptor, &buffer, count)
      return Array(buffer.prefix(max(got, 0)))
    }

    @Test func `starts no line before the one before was read`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { for end in [readEnd, writeEnd] { close(end) } }
      let writer = FeedWriter(Descriptor(borrowing: writeEnd))
      #expect(writer.interest == [])

      #expect(writer.write(line("one")) == .written)
      #expect(writer.write(line("two")) == .busy)
      #expect(writer.interest == .writable)
      #expect(writer.write(line("three")) == .busy)
      #expect(take(readEnd, 100) == line("one"))
      #expect(writer.flush() == .written)
      #expect(writer.interest == [])
      #expect(writer.write(line("four")) == .written)

      #expect(take(readEnd, 100) == line("four"))
      #expect(fcntl(writeEnd, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func `has room only once all is read`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(readEnd) }
      let writer = FeedWriter(Descriptor(adopting: writeEnd))
      #expect(writer.write(line("one")) == .written)

      _ = take(readEnd, 2)

      #expect(writer.flush() == .busy)
    }

    @Test(arguments: [4096, 5000, 8192, 12_000, 100_000])
    func `a long line goes out whole, and nothing follows before it is read`(_ length: Int) throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(readEnd) }
      let writer = FeedWriter(Descriptor(adopting: writeEnd))
      let long = line("long", length: length)

      for _ in 0..<2 {
        #expect(writer.write(long) == .written)
        var left = long.count
        while left > 0 {
          #expect(writer.write(line("late")) == .busy)
          // Room alone is told by a poll only where it means that all was read.
          #expect((writer.interest == .writable) != (writer.retryAt != nil))
          #expect(!writer.isReady)
          left -= take(readEnd, min(left, 3000)).count
        }
        #expect(writer.flush() == .written)
        #expect(writer.isReady && writer.interest == [] && writer.retryAt == nil)
      }

      #expect(writer.write(line("short")) == .written)
      #expect(writer.write(line("late")) == .busy)
      #expect(take(readEnd, 100) == line("short"))
      #expect(writer.write(line("next")) == .written)
    }

    @Test func `who looks again and again looks less and less often`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { for end in [readEnd, writeEnd] { close(end) } }
      let writer = FeedWriter(Descriptor(borrowing: writeEnd))
      #expect(writer.write(line("long", length: 10_000)) == .written)

      let pauses = (0..<12).map { _ in
        let before = MonotonicClock.now
        _ = writer.flush()
        return (writer.retryAt ?? 0) - before
      }

      #expect(pauses[0] >= 10_000_000 && pauses[0] < pauses[3] && pauses[3] < pauses[6])
      #expect(pauses.suffix(2).allSatisfy { (1_000_000_000..<1_500_000_000).contains($0) })
    }

    @Test func `finishes a line that was started before anything else`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(readEnd) }
      let writer = FeedWriter(Descriptor(adopting: writeEnd))
      // More than a pipe can be made to hold.
      let long = line("long", length: 3_000_000)

      #expect(writer.write(long) == .partial)
      #expect(writer.write(line("late")) == .busy)
      var got: [UInt8] = []
      while got.count < long.count {
        got += take(readEnd, long.count - got.count)
        _ = writer.flush()
      }

      #expect(got == long)
      #expect(!writer.hasRemainder)
      #expect(writer.write(line("next")) == .written)
      #expect(take(readEnd, 100) == line("next"))
    }

    @Test func `leaves a pipe that was full before to its reader`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(readEnd) }
      write(writeEnd, [UInt8](repeating: 65, count: 20_000), 20_000)
      let writer = FeedWriter(Descriptor(adopting: writeEnd))
      var read = 0
      while read < 20_000 { read += take(readEnd, 20_000).count }

      #expect(writer.write(line("one")) == .written)
      #expect(writer.write(line("two")) == .busy)
    }

    @Test func `tells that the reader has gone, asked or not`() throws {
      try Signals.ignoreBrokenPipes()
      let (readEnd, writeEnd) = barePipe()
      let writer = FeedWriter(Descriptor(adopting: writeEnd))
      var poller = Poller()
      poller.watch(writer.number, for: writer.interest)

      close(readEnd)
      try poller.wait(until: nil)

      #expect(poller.ready.map(\.isBroken) == [true])
      #expect(writer.flush() == .closed)
      #expect(writer.write(line("x")) == .closed)
    }

    @Test func `tells the reader that goes away amid a line`() throws {
      try Signals.ignoreBrokenPipes()
      let (readEnd, writeEnd) = barePipe()
      let writer = FeedWriter(Descriptor(adopting: writeEnd))
      #expect(writer.write(line("long", length: 3_000_000)) == .partial)

      close(readEnd)

      #expect(writer.flush() == .closed)
      #expect(!writer.hasRemainder)
    }

    @Test func `writes to a socket, and holds little back`() throws {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { close(ends[0]) }
      let writer = FeedWriter(Descriptor(adopting: ends[1]))

      var written = 0
      while written < 100, writer.write(line("number \(written)")) == .written { written += 1 }

      #expect((1...4).contains(written))
      #expect(writer.interest == .writable)
      #expect(String(decoding: take(ends[0], 1000), as: UTF8.self).hasPrefix("number 0\n"))
      #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func `writes to a terminal without making it non-blocking`() throws {
      let (controller, terminal) = try bareTerminal()
      defer { close(terminal) }
      let writer = FeedWriter(Descriptor(borrowing: terminal))

      #expect(Terminal.isTerminal(terminal))
      #expect(writer.write(line("hello")) == .written)

      #expect(take(controller, 100) == Array("hello\r\n".utf8))
      #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK == 0)
      close(controller)
      #expect(writer.write(line("x")) == .closed)
    }

    @Test func `appends to a file`() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("log", "old\n")
      let writer = FeedWriter(Descriptor(adopting: open(path, O_WRONLY | O_APPEND)))

      #expect(writer.write(line("one")) == .written)
      #expect(writer.write(line("two")) == .written)

      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old\none\ntwo\n")
    }

    @Test func `reports a device that is full`() throws {
      let full = FeedWriter(Descriptor(adopting: open("/dev/full", O_WRONLY)))
      let null = FeedWriter(Descriptor(adopting: open("/dev/null", O_WRONLY)))

      #expect(full.write(line("x")) == .failed(SystemCallError(call: "write", code: ENOSPC)))
      #expect(null.write(line("x", length: 100_000)) == .written)
    }
  }
}
