import FeedCore
import Testing

@testable import FeedEngine

@Suite
struct FrameClockTests {
  private func clock(_ duration: Double, fps: Double = 24, start: Double = 1000) -> FrameClock {
    var clock = FrameClock()
    clock.join(
      start: .milliseconds(start), end: .milliseconds(start + duration), framesPerSecond: fps,
      alone: true)
    return clock
  }

  private func ticks(_ clock: FrameClock, from start: Double = 1000) -> [Double] {
    var ticks: [Double] = []
    var now = Instant.milliseconds(start)
    while let tick = clock.next(after: now) {
      ticks.append(Double(tick.nanoseconds) / 1e6)
      now = tick
    }
    return ticks
  }

  @Test func `a rhythm is a whole number of ticks that end with the motion`() {
    for duration in stride(from: 1.0, to: 3000, by: 7) {
      let ticks = ticks(clock(duration))
      #expect(ticks.count == max(Int(duration / 1000 * 24), 1))
      #expect(ticks.last == 1000 + duration)
    }
  }

  @Test func `ticks lie on whole milliseconds from the start`() {
    let ticks = ticks(clock(1200, start: 1000.25), from: 1000.25)
    #expect(ticks.dropLast().allSatisfy { ($0 - 1000.25).truncatingRemainder(dividingBy: 1) == 0 })
    #expect(ticks.first == 1043.25)
  }

  @Test func `a motion that joins keeps every tick and moves the end`() {
    var clock = clock(500)
    let before = ticks(clock)
    clock.join(
      start: .milliseconds(1100), end: .milliseconds(1930), framesPerSecond: 24, alone: false)
    #expect(ticks(clock).starts(with: before.dropLast()))
    #expect(ticks(clock).last == 1930)
  }

  @Test func `a fast motion that joins a slow rhythm divides its ticks`() {
    var clock = clock(4000, fps: 2)
    let before = ticks(clock)
    clock.join(
      start: .milliseconds(2100), end: .milliseconds(2600), framesPerSecond: 24, alone: false)
    #expect(Set(before).isSubset(of: Set(ticks(clock))))
    #expect(ticks(clock).count == 96)
  }

  @Test func `what is drawn late shows the last tick and after the end the present`() {
    let clock = clock(500)
    #expect(clock.sample(at: .milliseconds(1083)) == .milliseconds(1042))
    #expect(clock.sample(at: .milliseconds(1084)) == .milliseconds(1084))
    #expect(clock.sample(at: .milliseconds(1700)) == .milliseconds(1700))
    #expect(clock.next(after: .milliseconds(1500)) == nil)
  }

  @Test func `a rhythm that runs for a month does not drift`() {
    var clock = clock(500)
    let month = 30.0 * 86_400_000
    clock.join(
      start: .milliseconds(1200), end: .milliseconds(month + 1000), framesPerSecond: 24,
      alone: false)
    #expect(clock.next(after: .milliseconds(month + 1)) == .milliseconds(month + 42))
  }
}
