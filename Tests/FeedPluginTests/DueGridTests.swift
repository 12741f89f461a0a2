import FeedCore
import Testing

@testable import FeedPlugin

struct DueGridTests {
  private let grid = DueGrid(origin: .milliseconds(100), interval: .milliseconds(1000))

  @Test(arguments: [
    (100, 1100), (99, 100), (101, 1100), (1099, 1100), (1100, 2100), (-901, -900),
    (-900, 100), (0, 100),
  ])
  func `finds the next due time`(_ time: Int64, _ due: Int64) {
    #expect(grid.next(after: .milliseconds(time)) == .milliseconds(due))
  }

  @Test(arguments: [(100, 100), (101, 1100), (1100, 1100)])
  func `finds the due time that is not before`(_ time: Int64, _ due: Int64) {
    #expect(grid.next(notBefore: .milliseconds(time)) == .milliseconds(due))
  }

  @Test(arguments: [(100, 1100), (599, 1100), (600, 1100), (601, 2100), (1100, 2100)])
  func `keeps half an interval after a run`(_ time: Int64, _ due: Int64) {
    #expect(grid.next(afterRunAt: .milliseconds(time)) == .milliseconds(due))
  }

  @Test(arguments: [1, 10_000_000, 3_600_000_000_000, Int64.max] as [Int64])
  func `does not trap at the ends of time`(_ interval: Int64) {
    let grid = DueGrid(
      origin: Instant(nanoseconds: 5), interval: TimeSpan(nanoseconds: interval))
    for time in [Int64.min, -1, 0, .max - 1, .max] {
      _ = grid.next(after: Instant(nanoseconds: time))
      _ = grid.next(notBefore: Instant(nanoseconds: time))
      _ = grid.next(afterRunAt: Instant(nanoseconds: time))
    }
    #expect(grid.next(after: Instant(nanoseconds: .max)) == Instant(nanoseconds: .max))
  }

  @Test func `grows delays to a minute`() {
    var backoff = Backoff()
    let delays = (0..<9).map { _ in backoff.fail().seconds }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }
}
