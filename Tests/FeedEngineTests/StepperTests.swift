import FeedConfig
import FeedCore
import FeedEngine
import Testing

/// Steppers that nothing else has a say in.
@Suite
struct StepperTests {
  static let template: [Template.Segment] = [
    .placeholder(.minus), .text(" "), .placeholder(.value), .text(" "), .placeholder(.plus),
  ]

  private func stepper(
    _ lower: Quantity = 0, _ upper: Quantity = 5, by step: Quantity = 1, style: String = "auto",
    format: String = "integer", _ change: (inout MetricConfiguration) -> Void = { _ in }
  ) -> MetricConfiguration {
    .of(style: style, format: format, Self.template) {
      $0.stepper = .init(lower: lower, upper: upper, step: step)
      change(&$0)
    }
  }

  private func click(_ button: Int, _ part: String? = nil) -> Event {
    .clicked(Bench.feed, ClickEvent(metric: "n", instance: part, button: button))
  }

  // MARK: Controls

  @Test func `a side at its limit is drawn as disabled, and does nothing`() {
    var bench = Bench([stepper(0, 2)], keepsValues: true)
    #expect(bench.picture("n")?.text == "(−) 0 +")
    bench.send(click(1, "minus"), at: 1000)
    #expect(bench.shots.count == 1 && bench.engine.deadline == nil)

    bench.send(click(1, "plus"), at: 2000)
    bench.rest()
    #expect(bench.picture("n")?.text == "− 1 +")
    bench.send(click(4), at: 5000)
    bench.rest()
    #expect(bench.picture("n")?.text == "− 2 (+)")

    let count = bench.shots.count
    bench.log = []
    bench.send(click(4), click(1, "plus"), .stepped(metric: "n", by: 1), at: 8000)
    #expect(bench.shots.count == count && bench.log.isEmpty && bench.engine.deadline == nil)
  }

  @Test func `outside of the range both sides lead to the nearest limit`() {
    for (value, part) in [(99, "plus"), (99, "minus"), (-7, "plus"), (-7, "minus")] {
      var bench = Bench([stepper()], kept: ["n": .integer(Int64(value))])
      #expect(bench.picture("n")?.text == "− \(value) +")
      bench.send(click(1, part), at: 1000)
      bench.rest()
      #expect(bench.picture("n")?.label == (value > 0 ? "5" : "0"))
    }
  }

  @Test func `the controls go before the actions, which go before the wheel`() {
    let metric = stepper {
      $0.actions = [.left: .command(["left"]), .scrollUp: .command(["up"]), .right: .step(-2)]
    }
    var bench = Bench([metric], kept: ["n": 3])
    bench.send(click(1), click(1, "value"), click(4), at: 1000)
    #expect(bench.log == ["launch left", "launch left", "launch up"])
    #expect(bench.picture("n")?.label == "3")
    bench.send(click(1, "plus"), at: 2000)
    #expect(bench.picture("n")?.label == "4")
    bench.send(click(5), at: 3000)
    #expect(bench.picture("n")?.label == "3")
    bench.send(click(3, "plus"), at: 4000)
    #expect(bench.picture("n")?.label == "1")
    bench.send(click(6), click(7), click(2, "minus"), at: 5000)
    #expect(bench.picture("n")?.label == "1")
  }

  @Test func `what is no stepper has no controls`() {
    var bench = Bench([.of("n", Self.template)])
    bench.set("n", 4, at: 500)
    #expect(bench.picture("n")?.text == "4")
    bench.send(click(1, "plus"), click(4), at: 1000)
    #expect(bench.picture("n")?.label == "4")
  }

  @Test func `a step rolls, or jumps where motion is reduced`() throws {
    var bench = Bench([stepper()])
    bench.send(click(4), at: 1000)
    bench.pass(until: 1100)
    let picture = try #require(bench.picture("n"))
    #expect(picture.isMoving && picture.progress.contains { $0 > 0 })

    var still = Bench([stepper()], reduction: .jump)
    still.send(click(4), at: 1000)
    #expect(still.shots.count == 2 && still.engine.deadline == nil)
    #expect(still.picture("n")?.text == "− 1 +")
  }

  @Test(
    arguments: [
      ("integer", nil, -5, 120), ("percent", nil, 0, 100), ("currency", "EUR", 0, 1500),
      ("bytes", "binary", 0, 5_000_000), ("duration", nil, 0, 90_000),
      ("compact", nil, -3, 2_000_000),
      ("decimal", nil, 0, 10),
    ] as [(String, String?, Int64, Int64)])
  func `the width is that of the widest value, whatever the value`(
    format: String, argument: String?, lower: Int64, upper: Int64
  ) {
    let metric = MetricConfiguration.of(format: format, argument: argument, Self.template) {
      $0.stepper = .init(lower: .integer(lower), upper: .integer(upper), step: 7)
    }
    var dice = Dice(seed: 5)
    var bench = Bench([metric], reduction: .jump)
    var widths: Set<Int> = []
    for time in 1...200 {
      let value = Int64.random(in: lower...upper, using: &dice)
      bench.send(.steppedTo(metric: "n", .integer(value)), at: Double(time) * 100)
      if let row = bench.picture("n")?.row { widths.insert(row.count) }
    }
    #expect(widths.count == 1)
  }

  // MARK: Bursts

  @Test func `what comes at one moment is one change`() {
    var bench = Bench([stepper(0, 100)], keepsValues: true)
    bench.send(click(4), click(4), click(5), click(4), click(1, "plus"), at: 1000)
    bench.rest()
    #expect(bench.picture("n")?.label == "3")
    #expect(bench.log == ["keep n=3"])
    #expect(bench.shots.allSatisfy { $0.pictures.first?.label != "1" })
  }

  @Test func `steps are limited one by one, not in sum`() {
    var bench = Bench([stepper()], kept: ["n": 5])
    bench.send(click(4), click(4), click(5), at: 1000)
    #expect(bench.picture("n")?.label == "4")
  }

  @Test func `a burst that comes to nothing changes nothing`() {
    var bench = Bench([stepper()], keepsValues: true, kept: ["n": 3])
    bench.send(click(4), click(5), click(1, "minus"), click(1, "plus"), at: 1000)
    #expect(bench.shots.count == 1 && bench.log.isEmpty && bench.engine.deadline == nil)
  }

  @Test func `steps within a frame are one motion`() {
    var together = Bench([stepper(0, 100)])
    together.send(click(4), click(4), click(4), at: 1000)
    together.rest()
    var apart = Bench([stepper(0, 100)])
    for time in [1000.0, 1010, 1030] { apart.send(click(4), at: time) }
    apart.rest()
    // The last of them moves for the whole time.
    let late = (apart.times.last ?? 0) - (together.times.last ?? 0)
    #expect((0...50).contains(late))
    #expect(apart.shots.last?.line == together.shots.last?.line)
  }

  @Test func `a hundred steps up and down lead back to the start, in tenths too`() {
    for step in [Quantity.real(0.1), .real(0.25), .real(0.001), 3] {
      var dice = Dice(seed: 9)
      var bench = Bench(
        [stepper(-1000, 1000, by: step, format: "decimal")], reduction: .jump,
        kept: ["n": .real(0.7)])
      var moves = (0..<50).flatMap { _ in [4, 5] }
      moves.shuffle(using: &dice)
      for (time, button) in moves.enumerated() {
        bench.send(click(button), at: Double(time + 1) * 50)
      }
      #expect(bench.picture("n")?.shown == 0.7)
    }
  }

  @Test func `ten tenths are one`() {
    var bench = Bench([stepper(0, 1, by: .real(0.1), format: "decimal")], reduction: .jump)
    for time in 1...10 { bench.send(click(4), at: Double(time) * 50) }
    #expect(bench.picture("n")?.shown == 1)
    #expect(bench.picture("n")?.text == "− 1.00 (+)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no stepper leaves its range by steps, or traps`(seed: UInt64) {
    var dice = Dice(seed: seed)
    func number() -> Quantity {
      let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, 99, .max - 1, .max]
      let value = extremes.randomElement(using: &dice) ?? 0
      return Bool.random(using: &dice)
        ? .integer(value) : .real(Double(value) * Double.random(in: 0...1, using: &dice))
    }
    let ends = [number(), number()].sorted()
    var bench = Bench([stepper(ends[0], ends[1], by: number())], reduction: .jump)
    for time in 1...50 {
      let events: [Event] = [
        click(4), click(5), click(1, "plus"), click(1, "minus"),
        .stepped(metric: "n", by: number()),
        .steppedTo(metric: "n", number()),
      ]
      bench.send(events.randomElement(using: &dice) ?? .woke, at: Double(time) * 10)
      let shown = bench.picture("n")?.shown ?? .nan
      #expect((ends[0].double...ends[1].double).contains(shown))
    }
    #expect(bench.stalls.isEmpty)
  }

  // MARK: Keeping

  @Test func `values are kept once a second at the most, and at the end`() {
    var bench = Bench(
      [stepper(0, 100), .of("m") { $0.stepper = .init(lower: 0, upper: 9, step: 1) }],
      keepsValues: true)
    for time in 0..<25 { bench.send(click(4), at: 1000 + Double(time) * 100) }
    bench.rest()
    #expect(bench.log == ["keep n=11", "keep n=22", "keep n=25"])
    bench.log = []
    bench.send(click(5), .stepped(metric: "m", by: 2), at: 20_000)
    bench.send(.stopped, at: 20_010)
    #expect(bench.log.first == "keep m=2 n=24")
    bench.rest()
    #expect(bench.engine.deadline == nil && bench.log.count == 2)
  }

  @Test func `what is as it was is not kept`() {
    var bench = Bench([stepper()], keepsValues: true, kept: ["n": 3])
    bench.send(click(4), at: 1000)
    bench.send(click(5), at: 1300)
    bench.rest()
    bench.send(.stopped, at: 5000)
    #expect(bench.log == ["close 0"])
  }

  @Test func `kept values that make no sense do not count`() {
    let bench = Bench([stepper()], kept: ["n": .real(.nan), "nobody": 4])
    #expect(bench.picture("n")?.label == "0")
  }

  @Test func `without zero in the range it starts at the nearest limit`() {
    #expect(Bench([stepper(5, 9)]).picture("n")?.label == "5")
    #expect(Bench([stepper(-9, -5)]).picture("n")?.label == "-5")
  }
}
