import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import Testing

@Suite
struct FeedTests {
  /// A bench whose number counts from 0 to 1000 from 2000 ms on.
  private func counting() -> Bench {
    var bench = Bench([.of()])
    bench.set("n", 0, at: 1000)
    bench.set("n", 1000, at: 2000)
    return bench
  }

  @Test func `a reader that is not ready gets nothing and then the newest frame at once`() {
    var bench = counting()
    bench.send(.feedBlocked(Bench.feed), at: 2050)
    let before = bench.shots.count
    bench.set("n", 1500, at: 2100)
    bench.pass(until: 2500)
    #expect(bench.shots.count == before)
    bench.send(.feedReady(Bench.feed), at: 2511)
    #expect(bench.shots.count == before + 1)
    #expect(bench.shots.last?.at == 2511)
    #expect(bench.picture("n")?.label == "1,500")
    bench.rest()
    #expect(bench.picture("n")?.row == "1,500")
    #expect(bench.engine.deadline == nil)
  }

  @Test func `one that is continued draws what is known at once, and no placeholders`() {
    for isKnown in [true, false] {
      var bench = Bench([.of()])
      if isKnown { bench.set("n", 7, at: 1000) }
      bench.rest()
      let (before, later) = (bench.shots.count, FeedID(9))
      bench.send(
        .feedOpened(later, .metric("n"), Glass(), isContinued: true), at: 5000)
      #expect(bench.shots.count == before + (isKnown ? 1 : 0))
      #expect(!isKnown || bench.picture("n", feed: later)?.row == "7")
      bench.set("n", 8, at: 6000)
      bench.rest()
      #expect(bench.picture("n", feed: later)?.row == "8")
    }
  }

  @Test func `what a feed shows can change, and is drawn at once`() {
    var bench = Bench([.of(), .of("m")])
    bench.set("n", 7, at: 1000)
    bench.set("m", 8, at: 1000)
    bench.rest()
    bench.send(.feedTurned(Bench.feed, .metrics(["m"]), Glass()), at: 9000)
    #expect(bench.picture("n") == nil)
    #expect(bench.picture("m")?.row == "8")
    bench.send(.feedTurned(Bench.feed, .metrics(["m", "n"]), Glass()), at: 9500)
    #expect(bench.shots.last?.pictures.map(\.label) == ["8", "7"])
  }

  @Test func `nobody is woken for a reader that is not ready`() {
    var bench = counting()
    bench.send(.feedBlocked(Bench.feed), at: 2050)
    bench.wakes = 0
    bench.pass(until: 60_000)
    #expect(bench.wakes <= 1)
    #expect(bench.engine.deadline == nil)
    bench.send(.feedReady(Bench.feed), at: 60_000)
    #expect(bench.picture("n")?.row == "1,000")
    #expect(bench.engine.deadline == nil)
  }

  @Test func `a line that was lost is written again when it is still the newest`() {
    var bench = Bench([.of(style: "none")])
    bench.set("n", 1, at: 1000)
    bench.set("n", 2, at: 2000)
    bench.send(.feedBusy(Bench.feed), at: 2001)
    bench.send(.feedReady(Bench.feed), at: 3000)
    #expect(bench.shots.map { $0.pictures.first?.label } == ["–", "1", "2", "2"])
  }

  @Test func `a line that the reader still has is not written twice`() {
    var bench = Bench([.of(style: "none")])
    bench.set("n", 1, at: 1000)
    bench.set("n", 2, at: 2000)
    bench.send(.feedBusy(Bench.feed), at: 2001)
    bench.set("n", 1, at: 2500)
    bench.send(.feedReady(Bench.feed), at: 3000)
    // The reader has the 1 of before; the 2 was never begun.
    #expect(bench.shots.map { $0.pictures.first?.label } == ["–", "1", "2"])
  }

  @Test func `a value that comes as the reader gets ready makes one line, the newest`() {
    var bench = Bench([.of(style: "none")])
    bench.set("n", 1, at: 1000)
    bench.send(.feedBlocked(Bench.feed), at: 1001)
    bench.set("n", 2, at: 2000)
    bench.send(.feedReady(Bench.feed), .valued(metric: "n", .number(3)), at: 3000)
    bench.rest()
    #expect(bench.shots.map { $0.pictures.first?.label } == ["–", "1", "3"])
  }

  @Test func `a stalled reader does not hold up another`() {
    var one = counting()
    var two = Bench([.of()])
    two.send(.feedOpened(FeedID(7), .metric("n"), Glass()), at: 0)
    two.send(.feedBlocked(FeedID(7)), at: 1)
    two.set("n", 0, at: 1000)
    two.set("n", 1000, at: 2000)
    one.rest()
    two.rest()
    let lines = two.shots.filter { $0.feed == Bench.feed }
    #expect(lines.map(\.at) == one.times)
    #expect(lines.map(\.line) == one.shots.map(\.line))
    #expect(two.shots.count { $0.feed == FeedID(7) } == 1)
  }

  @Test func `a feed that opens beside a moving one gets its frame at once and joins`() {
    var bench = counting()
    bench.send(.feedOpened(FeedID(7), .metric("n"), Glyphs()), at: 2055)
    #expect(bench.shots.last?.feed == FeedID(7))
    #expect(bench.shots.last?.at == 2055)
    bench.rest()
    let times = [Bench.feed, FeedID(7)].map { feed in
      bench.shots.filter { $0.feed == feed && $0.at > 2055 }.map(\.at)
    }
    #expect(Set(times[1]).isSubset(of: Set(times[0])))
    #expect(bench.shots.last { $0.feed == FeedID(7) }?.text == "1,000")
  }

  @Test func `a reader that gets ready and blocks in turn never sees an old or a double line`() {
    var dice = Dice(seed: 3)
    for _ in 0..<8 {
      var bench = Bench([.of(), .of("m", style: "roll")])
      var time = 0.0
      var isBlocked = false
      for _ in 0..<80 {
        time += Double(Int.random(in: 1...120, using: &dice))
        if isBlocked {
          bench.send(.feedReady(Bench.feed), at: time)
        } else if Bool.random(using: &dice) {
          bench.send(.feedBlocked(Bench.feed), at: time)
        }
        isBlocked.toggle()
        let value = Int64.random(in: 0...9999, using: &dice)
        bench.set(Bool.random(using: &dice) ? "n" : "m", .integer(value), at: time)
      }
      bench.send(.feedReady(Bench.feed), at: time + 1)
      bench.rest()
      for (one, next) in zip(bench.shots, bench.shots.dropFirst()) {
        #expect(one.line != next.line)
      }
      #expect(bench.shots.last?.line == bench.truth())
      #expect(bench.stalls.isEmpty)
    }
  }

  @Test func `another size is drawn again even where nothing else changed`() {
    var bench = Bench([.of(style: "none")])
    bench.set("n", 1, at: 1000)
    bench.send(.feedResized(Bench.feed, Glass()), at: 2000)
    #expect(bench.times == [0, 1000, 2000])
  }

  @Test func `a feed that has gone costs nothing`() {
    var bench = counting()
    bench.send(.feedClosed(Bench.feed), at: 2100)
    let before = bench.shots.count
    bench.rest()
    #expect(bench.shots.count == before)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `a feed that is ended restores what its output changed, if its reader can take that`()
  {
    let output = Catalog.outputs["ansi"]?(OutputSettings()) ?? Glass()
    for isBlocked in [false, true] {
      var bench = Bench([.of(style: "none")], output: output)
      let other = FeedID(1)
      bench.send(.feedOpened(other, .bar(nil), Glass()), at: 10)
      if isBlocked { bench.send(.feedBlocked(Bench.feed), at: 20) }
      let before = bench.shots.count

      bench.send(.feedEnded(Bench.feed), at: 30)

      let written = bench.shots.dropFirst(before).map(\.line)
      #expect(written == (isBlocked ? [] : [output.trailer]))
      #expect(bench.log == ["close 0"])
      bench.set("n", 5, at: 500)
      #expect(bench.shots.last?.feed == other)
    }
  }

  @Test func `a consumer that drops lines hears the last one again, and once`() {
    var configuration = Configuration()
    configuration.bars = [BarConfiguration(name: "main", metrics: [])]
    var engine = Engine(configuration)
    let tmux = TmuxOutput(settings: OutputSettings())
    func lines(_ effects: [Effect]) -> [[UInt8]] {
      effects.compactMap { effect in
        if case .write(_, let line) = effect { line } else { nil }
      }
    }

    let first = lines(engine.handle([.feedOpened(FeedID(0), .bar(nil), tmux)], at: .zero))
    let due = engine.deadline
    let again = lines(engine.handle([.woke], at: due ?? .zero))

    #expect(first.count == 1)
    #expect(due == .zero + .milliseconds(1050))
    #expect(again == first)
    #expect(engine.deadline == nil)
  }
}
