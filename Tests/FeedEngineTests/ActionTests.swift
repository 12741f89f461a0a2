import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import Testing

@Suite
struct ActionTests {
  private func click(_ button: Int, _ metric: String = "n", instance: String? = nil) -> Event {
    .clicked(Bench.feed, ClickEvent(metric: metric, instance: instance, button: button))
  }

  private func stepper(
    _ lower: Quantity = 0, _ upper: Quantity = 9, by step: Quantity = 4
  ) -> MetricConfiguration {
    .of(style: "auto") { $0.stepper = .init(lower: lower, upper: upper, step: step) }
  }

  @Test func `the wheel and the buttons step within the limits`() {
    var bench = Bench([stepper()])
    var labels = [bench.picture("n")?.label]
    let events = [
      click(4), click(4), click(4), click(1, instance: "minus"), click(5), click(5),
      click(1, instance: "plus"), click(1),
    ]
    for (index, event) in events.enumerated() {
      bench.send(event, at: 1000 * Double(index + 1))
      bench.rest(within: 900)
      labels.append(bench.picture("n")?.label)
    }
    #expect(labels == ["0", "4", "8", "9", "5", "1", "0", "4", "4"])
  }

  @Test func `a step at a limit draws nothing`() {
    var bench = Bench([stepper()])
    bench.send(click(5), at: 1000)
    #expect(bench.shots.count == 1)
    #expect(bench.engine.deadline == nil)
  }

  @Test func `limits that make no sense do not trap`() {
    for (lower, upper) in [(9.0, 0.0), (.nan, 5), (-1e300, 1e300), (.infinity, -.infinity)] {
      var bench = Bench([stepper(.real(lower), .real(upper))])
      for time in 1...5 {
        bench.send(click(4), .stepped(metric: "n", by: .real(.nan)), at: Double(time))
      }
      bench.rest()
      #expect(bench.stalls.isEmpty)
    }
  }

  @Test func `two hundred clicks a second do not make motion faster or draw more`() {
    var bench = Bench([stepper(0, 100_000, by: 1)])
    for time in 1...400 { bench.send(click(4), at: 1000 + Double(time) * 5) }
    #expect(bench.shots.count <= 24 * 2 + 3)
    bench.rest()
    #expect(bench.picture("n")?.label == "400")
    #expect((bench.times.last ?? 0) >= 3450)
  }

  @Test func `actions do what the config says`() {
    var bench = Bench(
      [
        .of {
          $0.actions = [
            .left: .command(["xdg-open", "x"]), .middle: .refresh, .right: .period("next"),
            .scrollUp: .toggle("short"),
          ]
          $0.shortTemplate = Template(segments: [.text("short")])
        },
        .of("m", source: "t") { $0.actions = [.middle: .refresh] },
      ], sources: [.of("s", every: nil), .of("t", every: nil)]
    ) { $0.panel.periods = [.init(name: "day", title: ""), .init(name: "week", title: "")] }
    for source in 0...1 { bench.say("v=1", from: source, at: 10) }
    bench.log = []
    bench.send(click(1), at: 1000)
    bench.send(click(2), at: 1100)
    bench.send(click(2, "m"), at: 1200)
    bench.send(click(3), at: 1300)
    bench.send(click(4), at: 1400)
    bench.send(click(4, "nobody"), click(77), at: 1500)
    #expect(bench.log == ["launch xdg-open x", "send 1 tick", "send 0 tick week"])
    #expect(bench.picture("n")?.text == "short")
  }

  @Test func `what is not there is reported`() {
    var bench = Bench([.of()])
    bench.send(
      .stepped(metric: "x", by: 1), .stepped(metric: "n", by: 1), .valued(metric: "x", .missing),
      .reported(source: "x", line: "1"), .failed(source: "x", message: ""), at: 1000)
    #expect(
      bench.log == [
        "report no metric 'x'", "report metric 'n' has no stepper", "report no metric 'x'",
        "report no source 'x'", "report no source 'x'",
      ])
  }
}
