import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import Testing

/// Bars that are hidden: nothing is drawn for them, and nothing is asked for them alone.
struct HiddenTests {
  private static let other = FeedID(1)

  /// A bar of all, and a module that shows only one; `b` is computed from `a`.
  private func bench(_ change: (inout Configuration) -> Void = { _ in }) -> Bench {
    var bench = Bench(
      [
        .of("a", style: "none", source: "a"), .of("c", style: "none", source: "c"),
      ], sources: [.of("a"), .of("c")], change)
    bench.send(.feedOpened(Self.other, .metric("c"), Glass()), at: 1)
    bench.say("1", from: 0, at: 10)
    bench.say("2", from: 1, at: 10)
    bench.pass(until: 500)
    bench.log = []
    return bench
  }

  @Test func `sources that only hidden feeds show are not asked`() {
    var bench = bench()
    bench.send(.feedPaused(Bench.feed), at: 600)
    for second in 1...5 {
      bench.pass(until: Double(second) * 1000)
      bench.say("\(second)", from: 1, at: Double(second) * 1000 + 10)
    }
    #expect(Set(bench.log) == ["send 1 tick"])
    let hidden = bench.shots.filter { $0.feed == Bench.feed && $0.at > 600 }
    #expect(hidden.isEmpty)

    // When it is seen again, what is known is there at once, and what is due is asked.
    bench.log = []
    bench.send(.feedResumed(Bench.feed), at: 5600)
    #expect(bench.log == ["send 0 tick"])
    #expect(bench.shots.last?.at == 5600 && bench.shots.last?.feed == Bench.feed)
    #expect(bench.picture("c")?.label == "5")
  }

  @Test func `while all are hidden nothing happens by itself`() {
    var bench = bench()
    bench.send(.feedPaused(Bench.feed), .feedPaused(Self.other), at: 600)
    #expect(bench.engine.deadline == nil)
    bench.say("7", from: 0, at: 700)
    #expect(bench.engine.deadline == nil)
    let count = bench.shots.count

    bench.send(.feedResumed(Self.other), at: 90_500)
    #expect(bench.log == ["send 1 tick"])
    bench.say("9", from: 1, at: 90_510)
    bench.pass(until: 90_700)
    #expect(bench.shots.dropFirst(count).allSatisfy { $0.feed == Self.other })
    #expect(bench.picture("c", feed: Self.other)?.label == "9")
  }

  @Test func `what the past is made of is asked all the same`() {
    var bench = bench { configuration in
      configuration.panel.rows = [.init(metric: "a")]
      configuration.panel.keepsHistory = true
    }
    bench.send(.feedPaused(Bench.feed), .feedPaused(Self.other), at: 600)
    bench.pass(until: 1100)
    #expect(bench.log.filter { $0.hasPrefix("send") } == ["send 0 tick"])
  }

  @Test func `a hidden number that is stepped is told to its source at once`() {
    var bench = Bench(
      [
        .of("v", style: "none", source: "v") {
          $0.stepper = .init(lower: 0, upper: 100, step: 5)
        }
      ], sources: [.of("v", every: .seconds(60))])
    bench.say("50", from: 0, at: 10)
    bench.send(.feedPaused(Bench.feed), at: 600)
    bench.log = []
    bench.send(.stepped(metric: "v", by: 5), at: 1000)
    bench.pass(until: 1100)
    #expect(bench.log.contains { $0.hasPrefix("send 0 set") }, "\(bench.log)")
  }

  @Test func `who closes the last visible feed leaves the hidden ones hidden`() {
    var bench = bench()
    bench.send(.feedPaused(Bench.feed), at: 600)
    bench.send(.feedClosed(Self.other), at: 700)
    bench.pass(until: 5000)
    #expect(bench.log == [])
  }
}
