import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import Synchronization
import Testing

@Suite
struct CostTests {
  /// Counts how often a line is made.
  private final class Meter: Output, Sendable {
    let lines = Mutex(0)
    let frameRate = 24.0
    let drawsProgress = true

    func append(_ frame: Frame, to line: inout [UInt8]) {
      lines.withLock { $0 += 1 }
      Glass().append(frame, to: &line)
    }
  }

  @Test func `a line is made once for each frame although the engine looks ahead`() {
    let meter = Meter()
    var bench = Bench((0..<5).map { .of("m\($0)", style: "roll") }, output: meter)
    for index in 0..<5 { bench.set("m\(index)", 10_000, at: 1000) }
    bench.rest()
    meter.lines.withLock { $0 = 0 }
    bench.shots = []
    for index in 0..<5 { bench.set("m\(index)", .integer(Int64(index) * 7777), at: 2000) }
    bench.rest()
    #expect(bench.shots.count >= 10)
    #expect(meter.lines.withLock { $0 } <= bench.shots.count + 2)
  }

  @Test func `at rest no line is made and nothing is due`() {
    let meter = Meter()
    var bench = Bench([.of(source: "s")], sources: [.of("s", every: .seconds(1))], output: meter)
    bench.say("v=1", at: 1)
    bench.rest(within: 500)
    meter.lines.withLock { $0 = 0 }
    for second in 1...100 { bench.say("v=1", at: Double(second) * 1000 + 2) }
    #expect(meter.lines.withLock { $0 } == 0)
    #expect(bench.wakes <= 101)
  }

  @Test func `a stalled reader costs no lines`() {
    let meter = Meter()
    var bench = Bench([.of(style: "none")], output: meter)
    bench.send(.feedBlocked(Bench.feed), at: 10)
    meter.lines.withLock { $0 = 0 }
    for time in 1...1000 { bench.set("n", .integer(Int64(time)), at: 10 + Double(time) * 60) }
    #expect(meter.lines.withLock { $0 } == 0)
    bench.send(.feedReady(Bench.feed), at: 100_000)
    #expect(meter.lines.withLock { $0 } == 1)
    #expect(bench.picture("n")?.label == "1,000")
  }
}
