import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct PollerTests {
    @Test func `never comes back before the deadline`() throws {
      var poller = Poller()
      for nanoseconds in [Int64(0), 1, 999, 1_000_001, 7_300_000] {
        let deadline = MonotonicClock.now + nanoseconds

        try poller.wait(until: deadline)

        #expect(MonotonicClock.now >= deadline)
        #expect(poller.ready.isEmpty)
      }
    }

    @Test func `comes back at once for a deadline in the past`() throws {
      var poller = Poller()
      let start = MonotonicClock.now

      try poller.wait(until: .min)

      #expect(MonotonicClock.now - start < 1_000_000_000)
    }

    @Test func `tells which are ready, and for what`() throws {
      let (readEnd, writeEnd) = barePipe()
      let (quiet, quietEnd) = barePipe()
      defer { for number in [readEnd, writeEnd, quiet, quietEnd] { close(number) } }
      var poller = Poller()
      poller.watch(quiet, for: .readable)
      poller.watch(readEnd, for: .readable)
      poller.watch(writeEnd, for: [])

      write(writeEnd, "x", 1)
      try poller.wait(until: nil)
      #expect(poller.ready.map(\.number) == [readEnd])
      #expect(poller.ready.allSatisfy { $0.isReadable && !$0.isHungUp })

      poller.watch(writeEnd, for: .writable)
      poller.forget(readEnd)
      try poller.wait(until: nil)
      #expect(poller.ready.map(\.number) == [writeEnd])
      #expect(poller.ready.map(\.isWritable) == [true])
    }

    @Test func `tells that the other end went away, even if nothing is wanted`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { close(writeEnd) }
      var poller = Poller()
      poller.watch(writeEnd, for: [])

      close(readEnd)
      try poller.wait(until: nil)

      #expect(poller.ready.map(\.isBroken) == [true])
    }
  }
}
