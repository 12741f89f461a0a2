import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

@Suite
struct FrameTests {
  @Test func `the first frame waits for nobody`() {
    let bench = Bench([.of()], sources: [.of("s")])
    #expect(bench.times == [0])
    #expect(bench.picture("n")?.label == "–")
  }

  @Test func `3 to 5 costs two frames and two wake-ups`() {
    var bench = Bench([.of()], output: Glyphs())
    bench.set("n", 3, at: 1000)
    bench.rest()
    bench.wakes = 0
    bench.shots = []
    bench.set("n", 5, at: 2000)
    bench.rest()
    #expect(bench.texts == ["4", "5"])
    #expect(bench.times == [2129, 2472])
    #expect(bench.wakes == 2)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `an equal value draws nothing and wakes nobody`() {
    var bench = Bench([.of(), .of("m", style: "roll")])
    bench.set("n", 3, at: 1000)
    bench.set("m", 3, at: 1000)
    bench.rest()
    let before = bench.shots.count
    bench.send(
      .valued(metric: "n", .number(3)), .valued(metric: "m", .number(.real(3))), at: 2000)
    #expect(bench.engine.deadline == nil)
    #expect(bench.shots.count == before)
  }

  @Test func `each change is one line at most for each line that looks different`() {
    for style in Catalog.motionStyles.names {
      var bench = Bench([.of(style: style)])
      var dice = Dice(seed: 5)
      for time in 1...40 {
        bench.set("n", .integer(.random(in: -999...99_999, using: &dice)), at: Double(time) * 333)
      }
      bench.rest()
      for (one, next) in zip(bench.shots, bench.shots.dropFirst()) {
        #expect(one.line != next.line)
      }
      #expect(bench.shots.last?.line == bench.truth())
      #expect(bench.engine.deadline == nil)
    }
  }

  @Test func `every frame tells the truth of its moment`() {
    for style in Catalog.motionStyles.names {
      var bench = Bench([.of(style: style)])
      var truth: [(at: Double, label: String)] = [(0, "–")]
      var dice = Dice(seed: 9)
      var time = 0.0
      for _ in 0..<80 {
        time += Double(Int.random(in: 1...400, using: &dice))
        let value = Int64.random(in: 0...99, using: &dice)
        bench.set("n", .integer(value), at: time)
        truth.append((time, "\(value)"))
      }
      bench.rest()
      for shot in bench.shots {
        #expect(shot.pictures.first?.label == truth.last { $0.at <= shot.at }?.label)
      }
    }
  }

  @Test func `the last frame is drawn exactly at the end and is the picture at rest`() {
    for style in Catalog.motionStyles.names where style != "none" {
      var bench = Bench([.of(style: style) { $0.motion.duration = .milliseconds(517) }])
      bench.set("n", 1000, at: 1000)
      bench.set("n", 4321, at: 2000)
      bench.rest()
      let last = bench.shots.last
      #expect(last?.pictures.first?.isMoving == false)
      #expect(last?.pictures.first?.row == "4,321")
      if style != "spring" { #expect(last?.at == 2517) }
    }
  }

  @Test func `a thousand values a second are drawn at the frame rate and never late`() {
    let floods = [("count", 24.0, 10), ("roll", 60, 1), ("none", 60, 1), ("spring", 24, 1)]
    for (style, rate, seconds) in floods {
      var bench = Bench(
        [.of(style: style) { $0.motion.framesPerSecond = rate }], output: Glass(frameRate: rate))
      for time in 1...seconds * 1000 {
        bench.set("n", .integer(Int64(time)), at: 100 + Double(time))
      }
      let during = bench.shots
      #expect(Double(during.count) <= rate * Double(seconds) + 3)
      for shot in during.dropFirst() {
        let label = shot.pictures.first?.label.replacing(",", with: "") ?? ""
        let age = shot.at - 100 - (Double(label) ?? 0)
        #expect(age < 2000 / rate)
      }
      // The number follows, too: it does not wait for the flood to end.
      guard style != "roll", let shown = bench.picture("n")?.shown else { continue }
      #expect(shown > Double(seconds) * 500)
    }
  }

  @Test func `values between two frames are one change, to the last of them and at its time`() {
    var bench = Bench([.of()], output: Glyphs())
    bench.set("n", 0, at: 1000)
    var other = bench
    for (time, value) in [(2000.0, 50), (2005, 20), (2013, 100)] {
      bench.set("n", .integer(Int64(value)), at: time)
    }
    other.set("n", 100, at: 2013)
    bench.rest()
    other.rest()
    #expect(bench.texts == other.texts)
    #expect(bench.times == other.times)
  }

  @Test func `a late wake-up draws the present and the end is still exact`() {
    var bench = Bench([.of()], output: Glyphs())
    bench.set("n", 0, at: 1000)
    bench.rest()
    bench.lateness = .milliseconds(33)
    bench.shots = []
    bench.set("n", 1_000_000, at: 2000)
    bench.rest()
    #expect(bench.shots.last?.text == "1,000,000")
    #expect(bench.shots.last?.at == 3233)
    #expect(bench.stalls.isEmpty)
  }

  @Test func `a sleep over the end draws the target once and no backlog`() {
    var bench = Bench([.of()])
    bench.set("n", 1, at: 1000)
    bench.set("n", 1000, at: 2000)
    let before = bench.shots.count
    bench.lateness = .seconds(3600)
    bench.rest(within: 10_000_000)
    #expect(bench.shots.count == before + 1)
    #expect(bench.picture("n")?.row == "1,000")
  }

  @Test func `other changes ride along with a rolling number on an even grid`() {
    var bench = Bench([
      .of(style: "roll") {
        $0.motion.framesPerSecond = 10
        $0.motion.duration = .seconds(4)
        $0.motion.easing = .linear
      }, .of("m", style: "none"),
    ])
    bench.set("n", 11_111, at: 900)
    bench.rest()
    bench.shots = []
    bench.set("n", 99_999, at: 1000)
    for flood in 0..<28 {
      bench.set("m", .integer(Int64(flood)), at: 1003 + Double(flood) * 1000 / 7)
    }
    bench.rest()
    let gaps = zip(bench.times, bench.times.dropFirst()).map { $1 - $0 }
    let mean = gaps.reduce(0, +) / Double(gaps.count)
    let variance = gaps.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(gaps.count)
    #expect(variance.squareRoot() < mean / 10)
    #expect(bench.shots.count <= 41)
    #expect(bench.times.last == 5000)
  }

  @Test func `at rest a change is drawn at once but not closer than a frame to the last`() {
    var bench = Bench([.of(style: "none")])
    bench.set("n", 1, at: 1000)
    bench.set("n", 2, at: 1010)
    bench.set("n", 3, at: 1020)
    bench.set("n", 4, at: 2000)
    bench.rest()
    #expect(bench.times.map { $0.rounded() } == [0, 1000, 1042, 2000])
  }

  @Test func `feeds with different outputs wake at the same instants`() {
    var configuration = Configuration.of([.of(style: "roll"), .of("m")])
    configuration.motion.openDuration = .zero
    configuration.metrics[0].motion.easing = .linear
    let outputs: [any Output] = [Glass(frameRate: 15), Glyphs(), Glass(frameRate: 10)]
    var bench = Bench(Engine(configuration, runsSources: false))
    for (number, output) in outputs.enumerated() {
      bench.send(.feedOpened(FeedID(number), .bar(nil), output), at: 0)
    }
    bench.set("n", 1, at: 1000)
    bench.set("n", 8, at: 2000)
    bench.set("m", 77, at: 2100)
    bench.set("m", 99, at: 2133)
    bench.rest()
    let times = (0..<3).map { number in
      bench.shots.filter { $0.feed == FeedID(number) && $0.at > 2000 }.map(\.at)
    }
    #expect(times[0] == times[2])
    #expect(Set(times[1]).isSubset(of: Set(times[0])))
    #expect(times[0].count <= 35)
  }

  @Test func `a slow rhythm keeps a click waiting for two frames at most`() {
    var bench = Bench([
      .of {
        $0.motion.framesPerSecond = 1
        $0.motion.duration = .seconds(5)
      }, .of("m", style: "none"), .of("o", style: "roll"),
    ])
    bench.send(.valued(metric: "n", .number(1)), .valued(metric: "o", .number(1)), at: 1000)
    bench.set("n", 1000, at: 2000)
    bench.set("m", 7, at: 2300)
    bench.pass(until: 2400)
    #expect(bench.picture("m")?.label == "7")
    bench.set("o", 9, at: 3100)
    bench.pass(until: 3700)
    #expect(bench.shots.count { $0.at > 3100 } >= 6)
  }

  @Test func `reduced motion settles what moves in the next frame at any moment`() {
    for offset in stride(from: 0.0, through: 1250, by: 13) {
      var bench = Bench([.of(), .of("m", style: "flip")], opens: offset > 700)
      bench.send(.valued(metric: "n", .number(1)), .valued(metric: "m", .number(1)), at: 1000)
      if offset <= 700 {
        bench.send(.valued(metric: "n", .number(999)), .valued(metric: "m", .number(99)), at: 2000)
      }
      let base = offset > 700 ? 300.0 : 2000
      bench.send(.motionLimited(MotionLimits(reduction: .jump)), at: base + offset)
      bench.pass(until: base + offset + 42)
      #expect(bench.shots.last?.pictures.contains { $0.isMoving } == false)
      #expect(bench.engine.deadline == nil)
      #expect(bench.shots.last?.line == bench.truth())
    }
  }
}
