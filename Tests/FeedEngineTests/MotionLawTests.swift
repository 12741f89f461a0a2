import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import Testing

/// What holds for every style of the catalog through the whole engine, whatever the numbers.
@Suite
struct MotionLawTests {
  static let styles = Catalog<any MotionStyle>.motionStyles.names

  /// Numbers of all sizes.
  private func number(_ dice: inout Dice) -> Int64 {
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: [.min, .max, 0, -1, 999, 1000, -9, 10].randomElement(using: &dice) ?? 0
    case 1: Int64.random(in: .min ... .max, using: &dice)
    default: Int64.random(in: -3000...3000, using: &dice)
    }
  }

  private func metric(_ style: String, _ dice: inout Dice) -> MetricConfiguration {
    .of(style: style, [.placeholder(.value)]) {
      $0.motion.presence = MotionSettings.Presence.allCases.randomElement(using: &dice) ?? .atSwap
      $0.motion.trend = MotionSettings.Trend.allCases.randomElement(using: &dice) ?? .auto
      $0.motion.flaps = [.direct, .direct, .sequence].randomElement(using: &dice) ?? .direct
      $0.motion.continuous = Bool.random(using: &dice)
      $0.motion.stagger = .milliseconds([0, 0, 15].randomElement(using: &dice) ?? 0)
      $0.motion.retarget = MotionSettings.Retarget.allCases.randomElement(using: &dice) ?? .shown
      $0.motion.duration = [nil, .milliseconds(300)].randomElement(using: &dice) ?? nil
    }
  }

  /// A bench that has been at rest on `start` for long.
  private func bench(
    _ metric: MetricConfiguration, at start: Int64, output: any Output = Glass(),
    reduction: Reduction = .none, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Bench {
    var bench = Bench([metric], output: output, reduction: reduction, change)
    bench.set("n", .integer(start), at: 0)
    bench.rest()
    bench.shots = []
    return bench
  }

  @Test(arguments: styles)
  func `a line is written once, and no more lines than pictures`(_ style: String) {
    var dice = Dice(seed: 21)
    for _ in 0..<60 {
      var bench = bench(metric(style, &dice), at: number(&dice))
      bench.set("n", .integer(number(&dice)), at: 2000)
      let end = bench.rest()
      let lines = bench.shots.map(\.line)
      #expect(Set(lines).count == lines.count, "\(bench.texts)")
      // No frame more than the rate has, beside that of the event.
      #expect(Double(lines.count) <= (end - 2000) * 24 / 1000 + 2)
    }
  }

  @Test(arguments: styles)
  func `reduced motion is one line a value`(_ style: String) {
    var dice = Dice(seed: 22)
    for _ in 0..<40 {
      let start = number(&dice)
      var bench = bench(metric(style, &dice), at: start, reduction: .jump)
      var values = [start]
      var changes = 0
      for step in 1...4 {
        values.append(number(&dice))
        changes += values[step] == values[step - 1] ? 0 : 1
        bench.set("n", .integer(values[step]), at: Double(step) * 700)
        #expect(bench.engine.deadline == nil)
      }
      #expect(bench.shots.count == changes)
      #expect(bench.picture("n").map { $0.shown == Double(values[4]) } ?? (changes == 0))
    }
  }

  @Test(arguments: styles)
  func `after the end nobody is woken and nothing is written`(_ style: String) {
    var dice = Dice(seed: 23)
    for _ in 0..<40 {
      var bench = bench(metric(style, &dice), at: number(&dice))
      bench.set("n", .integer(number(&dice)), at: 2000)
      bench.rest()
      #expect(bench.engine.deadline == nil)
      let count = bench.shots.count
      for pause in [1, 50, 100_000] { bench.send(.woke, at: bench.milliseconds + Double(pause)) }
      #expect(bench.shots.count == count && bench.engine.deadline == nil)
    }
  }

  @Test(arguments: styles)
  func `who wakes up after the end draws the target, and only that`(_ style: String) {
    var dice = Dice(seed: 24)
    for _ in 0..<40 {
      var bench = bench(metric(style, &dice), at: number(&dice))
      let target = number(&dice)
      bench.set("n", .integer(target), at: 2000)
      guard bench.engine.deadline != nil else { continue }
      bench.shots = []
      bench.lateness = .seconds(20)
      bench.rest()
      #expect(bench.shots.count <= 1 && bench.wakes > 0)
      let picture = bench.shots.last?.pictures.first
      if let picture {
        #expect(!picture.isMoving && picture.shown == Double(target))
        #expect(String(picture.row.drop { $0 == " " }) == picture.label)
      }
      #expect(bench.engine.deadline == nil)
    }
  }

  @Test(arguments: styles)
  func `the width changes at most once for each value`(_ style: String) {
    var dice = Dice(seed: 25)
    for _ in 0..<60 {
      var bench = bench(metric(style, &dice), at: number(&dice))
      for step in 1...3 {
        bench.pass(until: bench.milliseconds + 299)
        let widths = widths(&bench, changingTo: .integer(number(&dice)), isLast: step == 3)
        #expect(zip(widths, widths.dropFirst()).count { $0 != $1 } <= 1, "\(widths)")
      }
    }
  }

  @Test(arguments: styles)
  func `the width of a number as it is reported changes at most once, too`(_ style: String) {
    let numbers = [100, 0.3, 9.5, 0.25, -1.5, 12.75, 999, 0.001, 1e-7, 1e21, 0]
    var dice = Dice(seed: 41)
    for _ in 0..<40 {
      var metric = MetricConfiguration.of(style: style, format: "text", [.placeholder(.value)])
      metric.motion.flaps = [.direct, .sequence].randomElement(using: &dice) ?? .direct
      var bench = bench(metric, at: 100)
      for step in 1...4 {
        bench.pass(until: bench.milliseconds + 299)
        let value = numbers.randomElement(using: &dice) ?? 0
        let widths = widths(&bench, changingTo: .real(value), isLast: step == 4)
        #expect(zip(widths, widths.dropFirst()).count { $0 != $1 } <= 1, "\(widths) to \(value)")
      }
    }
  }

  /// The widths of the row before a change, and in all frames after it.
  private func widths(
    _ bench: inout Bench, changingTo value: Quantity, isLast: Bool
  ) -> [Int] {
    bench.shots = []
    let before = bench.engine.line(of: Bench.feed, at: bench.now).map { Picture.read($0) }
    bench.set("n", value, at: bench.milliseconds + 1)
    if isLast { bench.rest() } else { bench.pass(until: bench.milliseconds + 250) }
    return [before?.first?.row.count ?? 0]
      + bench.shots.map { $0.pictures.first?.row.count ?? 0 }
  }

  @Test(arguments: styles)
  func `the label is the target and the state the truth from the first`(_ style: String) throws {
    var dice = Dice(seed: 26)
    for _ in 0..<40 {
      var metric = metric(style, &dice)
      metric.thresholds.warning = 0
      metric.colors[.warning] = Color.black
      var bench = bench(metric, at: number(&dice))
      for _ in 0..<3 {
        let target = number(&dice)
        bench.set("n", .integer(target), at: bench.milliseconds + 200)
        let label = metric.formatter.readout(of: .integer(target), like: .integer(target)).text
        for _ in 0..<4 {
          bench.pass(until: bench.milliseconds + Double.random(in: 0...60, using: &dice))
          let line = try #require(bench.truth())
          let picture = try #require(Picture.read(line).first)
          #expect(picture.label == label)
          #expect(picture.state == (target >= 0 ? "warning" : "normal"))
        }
      }
    }
  }

  @Test(arguments: styles)
  func `how often frames are drawn changes nothing of what they show`(_ style: String) throws {
    for seed in 27..<39 as Range<UInt64> {
      var dice = Dice(seed: seed)
      let metric = metric(style, &dice)
      let start = number(&dice)
      let values = (0..<3).map { _ in number(&dice) }
      let pauses = (0..<3).map { _ in Double.random(in: 300...900, using: &dice) }
      let moments = (0..<12).map { _ in Double.random(in: 0...1500, using: &dice) }.sorted()
      let seen = [7.0, 24, 60].map { rate -> [[UInt8]?] in
        var bench = bench(metric, at: start, output: Glass(frameRate: rate))
        var lines: [[UInt8]?] = []
        for (value, pause) in zip(values, pauses) {
          // Values that come within one frame are one: here none does.
          bench.set("n", .integer(value), at: bench.milliseconds + pause)
        }
        let last = bench.milliseconds
        for moment in moments {
          bench.pass(until: last + moment)
          lines.append(bench.truth())
        }
        return lines
      }
      #expect(seen[0] == seen[1] && seen[1] == seen[2])
    }
  }

  @Test(arguments: styles)
  func `numbers go one way from value to value, and rest in time`(_ style: String) {
    var dice = Dice(seed: 40)
    for _ in 0..<40 {
      var metric = metric(style, &dice)
      metric.motion.maximumDuration = .seconds(2)
      var bench = bench(metric, at: number(&dice))
      for _ in 0..<3 {
        let target = Double(number(&dice))
        let time = bench.milliseconds + Double.random(in: 60...700, using: &dice)
        bench.pass(until: time)
        let from = bench.truth().flatMap { Picture.read($0).first?.shown } ?? 0
        bench.shots = []
        bench.set("n", .integer(Int64(exactly: target) ?? .max), at: time)
        let seen = [from] + bench.shots.compactMap { $0.pictures.first?.shown }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { from <= target ? $0 <= $1 : $0 >= $1 })
      }
      let last = bench.milliseconds
      // Twenty-seven places at the most, each a little later than the last.
      #expect(bench.rest() - last <= 2000 + 27 * 15 + 42)
    }
  }

  @Test(arguments: styles)
  func `values that come faster than frames still get somewhere, and rest when they stop`(
    _ style: String
  ) {
    var bench = bench(.of(style: style), at: 0)
    for step in 1...100 {
      bench.set("n", .integer(Int64(step * 100)), at: 1000 + 10 * Double(step))
    }
    let shown = bench.shots.compactMap { $0.pictures.first?.row }
    #expect(Set(shown).count > 1)
    #expect(bench.shots.count <= 28, "\(bench.shots.count)")
    let last = bench.milliseconds
    let end = bench.rest()
    #expect(bench.picture("n")?.shown == 10_000)
    #expect(end - last <= 1242)
  }
}
