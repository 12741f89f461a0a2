import FeedSystem
import Testing

extension SystemTests {
  struct ClockWatchTests {
    /// The clock is not set by a test: that nothing is told while nothing happens is what can be seen.
    @Test func `tells nothing while the clock runs, and never waits`() throws {
      let watch = try ClockWatch()
      var poller = Poller()
      poller.watch(watch.descriptor.number, for: .readable)

      watch.acknowledge()
      try poller.wait(until: MonotonicClock.now + 20_000_000)

      #expect(poller.ready.isEmpty)
    }
  }
}
