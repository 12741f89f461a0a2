import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import Testing

/// Metrics that are computed from others.
@Suite
struct DerivationTests {
  private func stepper(_ name: String = "a", style: String = "auto") -> MetricConfiguration {
    .of(name, style: style) { $0.stepper = .init(lower: 0, upper: 100, step: 1) }
  }

  private func computed(
    _ name: String, _ text: String, _ change: (inout MetricConfiguration) -> Void = { _ in }
  ) throws -> MetricConfiguration {
    let formula = try Formula(parsing: text)
    return .of(name, style: "auto") {
      $0.formula = formula
      change(&$0)
    }
  }

  private func step(_ amount: Quantity, _ name: String = "a") -> Event {
    .stepped(metric: name, by: amount)
  }

  @Test func `is there from the first frame where what it needs is`() throws {
    let bench = Bench(
      [
        try computed("twice", "total * 2"), try computed("total", "a * 24"), stepper(),
        try computed("seven", "7"),
      ], kept: ["a": 3])
    #expect(["twice", "total", "seven"].map { bench.picture($0)?.label } == ["144", "72", "7"])
    #expect(bench.shots.count == 1)
  }

  @Test func `is there at once with what opens nothing`() throws {
    var bench = Bench([.of("b", style: "none"), try computed("twice", "b * 2")], opens: true)
    bench.send(.valued(metric: "b", .number(5)), at: 0)
    bench.rest()
    #expect(bench.times.allSatisfy { $0 < 100 })
    #expect(bench.picture("twice")?.text == "10")
  }

  @Test(arguments: ["auto", "count", "flip", "odometer", "fade"])
  func `moves in the same frames as what it is computed from, through a chain`(
    style: String
  ) throws {
    var bench = Bench([
      try computed("third", "second + 1"), stepper(style: style), try computed("second", "a * 24"),
    ])
    bench.send(step(40), at: 1000)
    bench.pass(until: 1150)
    bench.send(step(-25), at: 1150)
    bench.rest()
    let moving = bench.shots.dropFirst().map { shot in shot.pictures.map(\.isMoving) }
    #expect(moving.count > 3)
    #expect(moving.allSatisfy { Set($0).count == 1 })
    #expect(bench.picture("second")?.label == "360" && bench.picture("third")?.label == "361")
    guard ["flip", "fade"].contains(style) else { return }
    // All places start together, and are equally far.
    for shot in bench.shots.dropFirst() where shot.at < 1150 {
      let progress = shot.pictures.map { $0.progress.filter { $0 > 0 }.max() ?? 0 }
      #expect(Set(progress).count == 1)
    }
  }

  @Test func `its own words about motion are heard`() throws {
    var bench = Bench([
      stepper(style: "count"),
      try computed("still", "a * 24") {
        $0.motion.style = "none"
        $0.hasOwnMotion = true
      },
    ])
    bench.send(step(40), at: 1000)
    bench.pass(until: 1100)
    #expect(bench.picture("still")?.row == "960" && bench.picture("a")?.isMoving == true)
  }

  @Test func `two changes of one moment are one change`() throws {
    var bench = Bench([
      stepper("a"), stepper("b"), try computed("sum", "a + b") { $0.chart = .init(width: 9) },
      try computed("delta", "sum - 2 * a"),
    ])
    bench.send(step(3, "a"), step(4, "b"), at: 1000)
    bench.rest()
    let labels = bench.shots.compactMap { $0.pictures.first { $0.name == "sum" }?.label }
    #expect(Set(labels) == ["0", "7"])
    #expect(bench.picture("delta")?.label == "1")
  }

  @Test func `sources that are asked together are added up once`() throws {
    var sum = try computed("sum", "x + y")
    sum.template = Template(segments: [.placeholder(.value), .placeholder(.delta)])
    var bench = Bench(
      [.of("x", source: "s"), .of("y", source: "t"), sum],
      sources: [.of("s", every: .seconds(20)), .of("t", every: .seconds(20))])
    bench.say("1", from: 0, at: 3)
    bench.say("2", from: 1, at: 5)
    bench.pass(until: 20_000)
    bench.say("10", from: 0, at: 20_003)
    bench.say("20", from: 1, at: 20_015)
    bench.rest(within: 5000)
    let labels = bench.shots.compactMap { $0.pictures.first { $0.name == "sum" }?.label }
    #expect(
      labels.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == ["–", "3", "30"])
    #expect(bench.picture("sum")?.text == "30+27")
    let moving = bench.shots.map { $0.pictures.map(\.isMoving) }
    #expect(moving.allSatisfy { Set($0).count == 1 })
  }

  @Test func `opens with the bar, as large a part of itself as the others`() throws {
    var bench = Bench(
      [.of("x", style: "roll", source: "s"), try computed("twice", "x * 2")], sources: [.of("s")],
      opens: true)
    bench.say("1000", at: 5)
    bench.rest(within: 900)
    let shown = bench.shots.compactMap { shot -> [Double]? in
      let shown = shot.pictures.compactMap(\.shown)
      return shown.count == 2 ? shown : nil
    }
    #expect(shown.count > 8)
    #expect(shown.allSatisfy { abs($0[0] * 2 - $0[1]) <= 1 })
    #expect(shown.last == [1000, 2000])
  }

  @Test func `what cannot be computed is missing`() throws {
    var bench = Bench([
      .of("x"), try computed("part", "100 / x"), try computed("more", "part + 1"),
    ])
    #expect(bench.picture("part")?.label == "–")
    bench.set("x", 4, at: 1000)
    #expect(bench.picture("part")?.label == "25" && bench.picture("more")?.label == "26")
    bench.set("x", 0, at: 2000)
    #expect(bench.picture("part")?.label == "–" && bench.picture("more")?.label == "–")
    bench.send(.valued(metric: "x", .text("words")), at: 3000)
    #expect(bench.picture("more")?.label == "–")
    bench.rest()
    #expect(bench.stalls.isEmpty)
  }

  @Test func `fields of sources count whether or not a metric shows them`() throws {
    var bench = Bench(
      [try computed("mbit", "s.rx * 8"), .of("tx", source: "s") { $0.field = "tx" }],
      sources: [.of("s", every: .seconds(20))])
    bench.say("rx=10 tx=1", at: 5)
    bench.pass(until: 100)
    #expect(bench.picture("mbit")?.label == "80")
    bench.say("rx=20 tx=1", at: 20_010)
    bench.rest(within: 5000)
    #expect(bench.picture("mbit")?.label == "160")
  }

  @Test func `is as well as what it is computed from`() throws {
    let metrics = [
      MetricConfiguration.of("x", source: "s"), .of("y", source: "t"),
      try computed("sum", "x + y"), try computed("more", "sum * t.v"),
    ]
    var bench = Bench(
      metrics, sources: [.of("s", every: .seconds(20)), .of("t", every: .seconds(20))])
    bench.say("v=1", from: 0, at: 5)
    bench.say("v=2", from: 1, at: 6)
    bench.pass(until: 100)
    #expect(bench.picture("sum")?.state == "normal")
    bench.send(.exited(SourceID(1), .exited(3)), at: 1000)
    bench.pass(until: 1100)
    #expect(
      ["x", "y", "sum", "more"].map { bench.picture($0)?.state } == [
        "normal", "stale", "stale", "stale",
      ])
    bench.say("v=5", from: 1, at: 2500)
    bench.pass(until: 2600)
    #expect(bench.picture("more")?.state == "normal" && bench.picture("more")?.label == "30")
    bench.say("{\"v\": 1, \"state\": \"warning\"}", from: 0, at: 20_010)
    bench.pass(until: 20_100)
    #expect(
      ["x", "y", "sum", "more"].map { bench.picture($0)?.state } == [
        "warning", "normal", "warning", "warning",
      ])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `whatever happens it is what its formula says`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var metrics = [stepper("a"), stepper("b"), .of("c")]
    let texts = ["a + b * c", "d - a", "max(d, e) / b", "round(f, 1) * 2", "min(a, b, c) - g"]
    for (text, name) in zip(texts, ["d", "e", "f", "g", "h"]) {
      metrics.append(try computed(name, text))
    }
    metrics.shuffle(using: &dice)
    var bench = Bench(metrics)
    var time = 0.0
    for _ in 0..<100 {
      time += Double.random(in: 0...300, using: &dice)
      let extremes: [Quantity] = [.integer(.min), .integer(.max), 0, 3, .real(0.5), .real(1e300)]
      bench.send(
        step(Quantity.integer(Int64.random(in: -20...20, using: &dice)), "a"),
        step(Quantity.integer(Int64.random(in: -20...20, using: &dice)), "b"),
        .valued(metric: "c", .number(extremes.randomElement(using: &dice) ?? 0)), at: time)
    }
    bench.rest()
    #expect(bench.stalls.isEmpty)
    let values = Dictionary(
      (bench.shots.last?.pictures ?? []).map { ($0.name, $0.shown) }, uniquingKeysWith: { $1 })
    for (text, name) in zip(texts, ["d", "e", "f", "g", "h"]) {
      let formula = try Formula(parsing: text)
      let value = formula.value { reference in
        (values[reference.name] ?? nil).map { Quantity.real($0).normalized }
      }
      let shown = values[name] ?? nil
      if let value, let shown {
        #expect(abs(value.double - shown) <= abs(value.double) * 1e-9, "\(text)")
      } else {
        #expect(value?.double == shown, "\(text)")
      }
    }
  }
}
