import FeedConfig
import FeedCore
import FeedEngine
import Testing

@Suite
struct MetricTests {
  @Test(arguments: Catalog.motionStyles.names)
  func `a value after a gap appears without counting from 0`(_ style: String) {
    var bench = Bench([.of(style: style)])
    bench.set("n", 500, at: 1000)
    #expect(bench.picture("n")?.row == "500")
    bench.send(.valued(metric: "n", .missing), at: 2000)
    #expect(bench.picture("n")?.text == "–")
    for (index, gap) in [
      Reading.missing, .text("n/a"), .number(.real(.nan)), .number(.real(.infinity)),
    ]
    .enumerated() {
      let time = 3000.0 + Double(index) * 2000
      bench.send(.valued(metric: "n", gap), at: time)
      bench.rest()
      bench.set("n", 700, at: time + 1000)
      #expect(bench.picture("n")?.row == "700")
      #expect(bench.engine.deadline == nil)
    }
  }

  @Test func `a first value may count up from zero by itself`() {
    var bench = Bench([.of { $0.motion.initial = .zero }], opens: true)
    bench.set("n", 1000, at: 1000)
    bench.pass(until: 1100)
    #expect(bench.picture("n")?.shown ?? 9999 < 300)
    #expect(bench.rest() == 2200)
  }

  @Test func `changes under the threshold do not move`() {
    var bench = Bench([
      .of("a") { $0.motion.threshold = .absolute(5) },
      .of("b") { $0.motion.threshold = .relative(0.1) },
    ])
    bench.send(.valued(metric: "a", .number(100)), .valued(metric: "b", .number(100)), at: 1000)
    bench.send(.valued(metric: "a", .number(104)), .valued(metric: "b", .number(109)), at: 2000)
    #expect(bench.engine.deadline == nil)
    #expect(bench.picture("a")?.row == "104")
    bench.set("a", 109, at: 3000)
    #expect(bench.engine.deadline != nil)
    bench.rest()
    bench.set("b", 130, at: 5000)
    #expect(bench.engine.deadline != nil)
  }

  @Test func `the width changes at most once for each value`() {
    for style in Catalog.motionStyles.names {
      for format in ["integer", "percent", "decimal", "bytes", "compact", "duration"] {
        var bench = Bench([.of(style: style, format: format)])
        var dice = Dice(seed: 11)
        var width: Int?
        for index in 1...8 {
          let digits = Int.random(in: 0...7, using: &dice)
          let limit = (0..<digits).reduce(Int64(1)) { product, _ in product * 10 }
          bench.shots = []
          bench.set(
            "n", .integer(.random(in: -limit...limit, using: &dice)), at: Double(index) * 3000)
          bench.rest(within: 2900)
          let widths =
            ([width].compactMap(\.self) + bench.shots.compactMap { $0.pictures.first?.row.count })
          let changes = zip(widths, widths.dropFirst()).count { $0 != $1 }
          #expect(changes <= 1, "\(style) \(format) \(widths)")
          width = widths.last
        }
      }
    }
  }

  @Test func `two values, the second on the heels of the first, change the width twice at most`() {
    for style in ["count", "roll", "odometer", "flip"] {
      for delay in [10.0, 20, 40] {
        var bench = Bench([.of(style: style, format: "integer")])
        bench.set("n", .integer(1234), at: 0)
        bench.rest(within: 2900)
        bench.shots = []
        bench.set("n", .integer(123_456), at: 3000)
        bench.set("n", .integer(7), at: 3000 + delay)
        bench.rest(within: 2900)

        let widths = [4] + bench.shots.compactMap { $0.pictures.first?.row.count }
        let changes = zip(widths, widths.dropFirst()).count { $0 != $1 }
        #expect(changes <= 2, "\(style) after \(delay) ms: \(widths)")
      }
    }
  }

  @Test func `colours follow the truth at once while the number is on its way`() {
    var bench = Bench([
      .of {
        $0.thresholds.warning = 70
        $0.thresholds.critical = 90
      }
    ])
    bench.set("n", 10, at: 1000)
    bench.set("n", 75, at: 2000)
    #expect(bench.shots.last?.at == 2000)
    #expect(bench.picture("n")?.state == "warning")
    #expect(bench.picture("n")?.shown == 10)
    bench.set("n", 95, at: 2100)
    bench.pass(until: 2150)
    #expect(bench.picture("n")?.state == "critical")
    bench.rest()
    bench.set("n", 69, at: 9000)
    #expect(bench.picture("n")?.state == "normal")
  }

  @Test func `thresholds may look down`() {
    var bench = Bench([
      .of(style: "none") {
        $0.thresholds.warning = 20
        $0.thresholds.critical = 10
        $0.thresholds.isDescending = true
      }
    ])
    var states: [String] = []
    for (index, value) in [50.0, 20, 10, 9, 21].enumerated() {
      bench.set("n", .real(value), at: 1000 * Double(index + 1))
      states.append(bench.picture("n")?.state ?? "")
    }
    #expect(states == ["normal", "warning", "critical", "critical", "normal"])
  }

  @Test func `gauge and chart move with their number and reach the full value`() {
    var bench = Bench([
      .of("n", [.placeholder(.gauge), .placeholder(.chart)]) {
        $0.maximum = 100
        $0.gauge = .init(width: 8)
        $0.chart = .init(width: 4)
        $0.motion.duration = .seconds(1)
        $0.motion.easing = .linear
      }
    ])
    bench.set("n", 0, at: 1000)
    bench.set("n", 100, at: 2000)
    bench.pass(until: 2500)
    #expect(bench.picture("n")?.text == "[0.5 8]<0.0 0.5>")
    bench.rest()
    #expect(bench.picture("n")?.text == "[1.0 8]<0.0 1.0>")
    bench.set("n", 20, at: 5000)
    bench.set("n", 60, at: 5500)
    bench.pass(until: 5542)
    #expect(abs((bench.picture("n")?.fraction ?? 0) - 0.6) < 0.05)
  }

  @Test func `a chart takes each report in, also an equal one, and shows gaps`() {
    var bench = Bench([
      .of(style: "none", [.placeholder(.chart)]) { $0.chart = .init(width: 3) }
    ])
    for (index, reading) in [Reading.number(4), .number(4), .missing, .number(2)].enumerated() {
      bench.send(.valued(metric: "n", reading), at: 1000 * Double(index + 1))
    }
    #expect(bench.picture("n")?.text == "<1.0 - 0.5>")
  }

  @Test func `what is hidden by its value is left out`() {
    let conditions: [(MetricConfiguration.HideCondition, [Bool])] = [
      (.never, [false, false, false, false, false]),
      (.missing, [true, false, false, false, false]),
      (.zero, [false, true, false, false, false]), (.empty, [true, false, false, false, true]),
      (.below(5), [false, true, false, false, false]),
      (.above(5), [false, false, false, true, false]),
      (.state([.warning]), [false, false, false, true, false]),
    ]
    for (condition, expected) in conditions {
      var bench = Bench([
        .of(style: "none") {
          $0.hideWhen = condition
          $0.thresholds.warning = 9
        }
      ])
      var hidden = [bench.picture("n") == nil]
      for (index, reading) in [Reading.number(0), .number(5), .number(9), .text("")].enumerated() {
        bench.send(.valued(metric: "n", reading), at: 1000 * Double(index + 1))
        hidden.append(bench.picture("n") == nil)
      }
      #expect(hidden == expected, "\(condition)")
    }
  }

  @Test func `what is empty in a template takes a space along`() {
    func text(_ segments: [Template.Segment], icon: String = "") -> String? {
      var bench = Bench([.of(style: "none", segments) { $0.icon = icon }])
      bench.set("n", 5, at: 1000)
      return bench.picture("n")?.text
    }
    let template: [Template.Segment] = [
      .placeholder(.icon), .text(" "), .placeholder(.value), .text(" of "), .placeholder(.max),
      .text(" "), .placeholder(.delta),
    ]
    #expect(text(template) == "5 of")
    #expect(text(template, icon: "*") == "* 5 of")
    #expect(text([.placeholder(.state), .text(" "), .placeholder(.title)]) == "normal n")
  }

  @Test func `the change against the value before has its sign`() {
    var bench = Bench([.of(style: "none", [.placeholder(.delta)])])
    var texts: [String] = []
    for (index, value) in [5, 12, 10].enumerated() {
      bench.set("n", .integer(Int64(value)), at: 1000 * Double(index + 1))
      texts.append(bench.picture("n")?.text ?? "")
    }
    #expect(texts == ["", "+7", "-2"])
  }

  @Test func `a new value while moving starts from what is shown and ends exactly`() {
    for style in ["count", "odometer", "spring"] {
      var bench = Bench([.of(style: style)])
      bench.set("n", 10, at: 1000)
      bench.set("n", 90, at: 2000)
      bench.pass(until: 2200)
      let shown = bench.picture("n")?.shown ?? 0
      bench.set("n", 20, at: 2200)
      bench.pass(until: 2245)
      #expect(abs((bench.picture("n")?.shown ?? 0) - shown) < 16, "\(style)")
      bench.rest()
      #expect(bench.picture("n")?.row == "20")
    }
  }

  @Test func `texts of one shape move place by place and others are there at once`() {
    var bench = Bench([.of(style: "roll", format: "text")])
    bench.send(.valued(metric: "n", .text("12 up")), at: 1000)
    bench.send(.valued(metric: "n", .text("15 up")), at: 2000)
    #expect(bench.rest() == 2500)
    bench.send(.valued(metric: "n", .text("none")), at: 4000)
    #expect(bench.engine.deadline == nil)
    #expect(bench.picture("n")?.text == "none")
  }

  @Test func `a live unit is that of the number on screen`() {
    func texts(_ unit: MotionSettings.UnitChoice) -> [String] {
      var bench = Bench(
        [.of(format: "bytes", argument: "decimal") { $0.motion.unit = unit }], opens: true)
      bench.set("n", 2_000_000_000, at: 1000)
      bench.rest()
      return bench.shots.filter { $0.at > 1000 }.compactMap { $0.pictures.first?.text }
    }
    #expect(texts(.target).allSatisfy { $0.hasSuffix("GB") })
    #expect(texts(.live).contains { $0.hasSuffix("MB") })
    #expect(texts(.live).last == texts(.target).last)
  }
}
