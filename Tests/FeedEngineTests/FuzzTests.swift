import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin
import Testing

@testable import FeedEngine

@Suite
struct FuzzTests {
  private static let numbers: [Quantity] = [
    .integer(.min), .integer(.max), 0, 1, -1, 9, 10, 999, 1000, -1000, .real(.nan),
    .real(.infinity), .real(-.infinity), .real(.greatestFiniteMagnitude),
    .real(-.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude), .real(-0.0), .real(0.1),
    .real(1e19), .real(1e300), .real(123_456.789),
  ]

  private static let formats: [(name: String, argument: String?)] = [
    ("integer", nil), ("decimal", nil), ("percent", nil), ("bytes", "binary"), ("currency", "EUR"),
    ("compact", nil), ("duration", nil), ("text", nil),
  ]

  private func reading(_ dice: inout Dice) -> Reading {
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: .missing
    case 1: .text(["", "n/a", "12 up", "13 up", "\u{1b}[2J"].randomElement(using: &dice) ?? "")
    case 2...5: .number(Self.numbers.randomElement(using: &dice) ?? 0)
    case 6...8: .number(.integer(.random(in: -2000...2000, using: &dice)))
    default: .number(.real(.random(in: -1e6...1e6, using: &dice)))
    }
  }

  private func event(_ names: [String], _ dice: inout Dice) -> [Event] {
    let name = names.randomElement(using: &dice) ?? ""
    let line =
      "v=\(Int.random(in: -50...5000, using: &dice)) w=\(Int.random(in: 0...9, using: &dice))\n"
    switch Int.random(in: 0..<40, using: &dice) {
    case 0: return [.opened]
    case 1:
      return [
        .motionLimited(
          MotionLimits(
            reduction: [.none, .jump, .fade].randomElement(using: &dice) ?? .none,
            durationScale: [1, 0.3, 2.5].randomElement(using: &dice) ?? 1,
            usualFrameRate: [nil, 10].randomElement(using: &dice) ?? nil,
            greatestFrameRate: [nil, 5].randomElement(using: &dice) ?? nil))
      ]
    case 2: return [.motionLimited(MotionLimits())]
    case 3: return [.feedBusy(Bench.feed)]
    case 4: return [.feedBlocked(FeedID(1))]
    case 5: return [.feedReady(Bench.feed), .feedReady(FeedID(1))]
    case 6: return [.feedResized(FeedID(1), Glyphs())]
    case 7: return [.failed(source: "s", message: "fault")]
    case 8: return [.periodChanged(["day", "week"].randomElement(using: &dice) ?? "")]
    case 9: return [.refreshed(Bool.random(using: &dice) ? nil : "s")]
    case 10: return [.exited(SourceID(0), .exited(Int32.random(in: 0...2, using: &dice)))]
    case 11: return [.spawnFailed(SourceID(1), "none")]
    case 12: return [.complained(SourceID(0), Array("help\n".utf8)), .muted(SourceID(0))]
    case 13...18:
      return [
        .clicked(
          Bench.feed,
          ClickEvent(
            metric: name, instance: ["plus", "minus", nil].randomElement(using: &dice) ?? nil,
            button: Int.random(in: 0...6, using: &dice)))
      ]
    case 19:
      let amounts: [Quantity] = [.real(.nan), .real(1e300), -3, .real(0.1), .integer(.max)]
      return [.stepped(metric: name, by: amounts.randomElement(using: &dice) ?? 0)]
    case 20...27:
      return [.received(SourceID(Int.random(in: 0...1, using: &dice)), Array(line.utf8))]
    default: return [.valued(metric: name, reading(&dice))]
    }
  }

  private func bench(_ seed: UInt64, _ dice: inout Dice) -> (Bench, [String]) {
    var metrics: [MetricConfiguration] = []
    for (index, style) in (Catalog.motionStyles.names + ["auto"]).enumerated() {
      let format = Self.formats[(index + Int(seed)) % Self.formats.count]
      metrics.append(
        .of(
          "m\(index)", style: style, format: format.name, argument: format.argument,
          source: ["s", "t", nil].randomElement(using: &dice) ?? nil,
          [
            .placeholder(.value), .placeholder(.gauge), .placeholder(.chart),
            .placeholder(.field("w")),
          ]
        ) {
          $0.motion.stagger = .milliseconds(Int64.random(in: 0...20, using: &dice))
          $0.motion.presence =
            MotionSettings.Presence.allCases.randomElement(using: &dice) ?? .atSwap
          $0.motion.initial = MotionSettings.Initial.allCases.randomElement(using: &dice) ?? .open
          $0.motion.trend = MotionSettings.Trend.allCases.randomElement(using: &dice) ?? .auto
          $0.motion.retarget =
            MotionSettings.Retarget.allCases.randomElement(using: &dice) ?? .shown
          $0.motion.unit = MotionSettings.UnitChoice.allCases.randomElement(using: &dice) ?? .target
          $0.motion.continuous = Bool.random(using: &dice)
          $0.motion.clamp = Bool.random(using: &dice)
          $0.motion.framesPerSecond = [1, 5, 24, 60].randomElement(using: &dice) ?? 24
          if Bool.random(using: &dice) {
            $0.motion.duration = .milliseconds(Int64.random(in: 0...900, using: &dice))
          }
          if Bool.random(using: &dice) { $0.stepper = .init(lower: -5, upper: 50, step: 3) }
          $0.gauge = .init(width: 5)
          $0.chart = .init(width: 4)
          if Bool.random(using: &dice) { $0.maximum = 1000 }
          $0.thresholds.warning = 70
          if index == 3 { $0.hideWhen = .zero }
        })
    }
    var bench = Bench(
      metrics, sources: [.of("s"), .of("t", mode: .once, every: .seconds(3))], opens: true
    ) {
      $0.panel.periods = [.init(name: "day", title: ""), .init(name: "week", title: "")]
    }
    bench.send(.feedOpened(FeedID(1), .bar(nil), Glyphs(frameRate: 60)), at: 0)
    return (bench, metrics.map(\.name))
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `whatever happens nothing traps, spins or fails to come to rest`(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    var (bench, names) = bench(seed, &dice)
    var time = 0.0
    for _ in 0..<300 {
      time += Double([0, 1, 3, 20, 90, 700].randomElement(using: &dice) ?? 1)
      for event in event(names, &dice) { bench.send(event, at: time) }
    }
    bench.send(.feedReady(Bench.feed), .feedReady(FeedID(1)), at: time)
    bench.send(.stopped, at: time)
    #expect(bench.stalls.isEmpty)
    for feed in [Bench.feed, FeedID(1)] {
      let lines = bench.shots.filter { $0.feed == feed }
      #expect(!lines.isEmpty)
    }
    bench.pass(until: time + 2000)
    #expect(bench.engine.deadline == nil)
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `after the last event all comes to rest in time, on the truth`(_ seed: UInt64) {
    var dice = Dice(seed: 100 + seed)
    var (_, names) = bench(seed, &dice)
    var metrics: [MetricConfiguration] = []
    for (index, style) in Catalog.motionStyles.names.enumerated() {
      metrics.append(
        .of("m\(index)", style: style) {
          $0.motion.stagger = .milliseconds(15)
          $0.motion.clamp = index % 2 == 0
          $0.motion.maximumDuration = .seconds(2)
        })
    }
    names = metrics.map(\.name)
    var bench = Bench(metrics, opens: true)
    var time = 0.0
    for _ in 0..<160 {
      time += Double(Int.random(in: 0...150, using: &dice))
      let name = names.randomElement(using: &dice) ?? ""
      let value = reading(&dice)
      bench.send(.valued(metric: name, value), at: time)
      if Int.random(in: 0..<40, using: &dice) == 0 { bench.send(.opened, at: time) }
    }
    let end = bench.rest()
    // The longest row is that of a number with twenty digits and its marks.
    #expect(end - time <= 2000 + 27 * 15 + 42)
    #expect(bench.shots.last?.line == bench.truth())
    #expect(bench.shots.last?.pictures.contains { $0.isMoving } == false)
    #expect(bench.stalls.isEmpty)
    for (one, next) in zip(bench.shots, bench.shots.dropFirst()) { #expect(one.line != next.line) }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `blocks that are drawn again from what is known are those that are composed anew`(
    _ seed: UInt64
  ) throws {
    var dice = Dice(seed: 200 + seed)
    var (bench, names) = bench(seed, &dice)
    bench.wall = WallTime(seconds: 1_767_571_200)
    for (number, name) in ["i3bar", "waybar", "json"].enumerated() {
      let maker = try #require(Catalog.outputs[name])
      let output = maker(OutputSettings())
      bench.send(.feedOpened(FeedID(2 + number), .bar(nil), output), at: 0)
    }
    var time = 0.0
    var compared = 0
    for _ in 0..<150 {
      time += Double([0, 1, 3, 20, 90, 700].randomElement(using: &dice) ?? 1)
      for event in event(names, &dice) { bench.send(event, at: time) }
      var engine = bench.engine
      for later in [0.0, 7, 41, 300, 20_000] {
        let moment = Instant.milliseconds(time + later)
        for place in engine.feeds.indices {
          let composed = engine.line(of: engine.feeds[place].id, at: moment)
          #expect(engine.line(forFeed: place, at: moment) == composed, "at \(time) + \(later)")
          compared += 1
        }
      }
    }
    #expect(compared == 150 * 5 * 5)
  }
}
