import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import Testing

@Suite
struct SimulationTests {
  private func simulation(_ output: any Output = Glass()) -> Simulation {
    var configuration = Configuration.of([.of(style: "count")])
    configuration.motion.openDuration = .zero
    return Simulation(
      configuration, subject: .bar(nil), output: output, limits: MotionLimits())
  }

  @Test func `events of one moment are one frame and time stands still between them`() {
    var simulation = simulation(Glyphs())
    let first = simulation.take([.valued(metric: "n", .number(3))], at: 1000)
    #expect(first.map(\.at) == [1000])
    let shots = simulation.take(
      [.valued(metric: "n", .number(9)), .valued(metric: "n", .number(5))], at: 2000)
    #expect(shots.isEmpty)
    #expect(simulation.next == 2129)
    #expect(simulation.pass(until: 9000).map(\.at) == [2129, 2472])
    #expect(simulation.next == nil)
  }

  @Test func `passing time in small steps or in one gives the same frames`() {
    var one = simulation()
    var many = simulation()
    let event: [Event] = [.valued(metric: "n", .number(1000))]
    _ = one.take([.valued(metric: "n", .number(0))], at: 0)
    _ = many.take([.valued(metric: "n", .number(0))], at: 0)
    let whole = one.take(event, at: 1000) + one.pass(until: 3000)
    var parts = many.take(event, at: 1000)
    for time in Int64(1000)...3000 { parts += many.pass(until: time) }
    #expect(whole == parts)
    #expect(whole.last?.at == 2200)
  }

  @Test func `the count is seen in the steps and at the times that it is known for`() {
    var simulation = simulation(Glyphs())
    _ = simulation.take([.valued(metric: "n", .number(0))], at: 0)
    _ = simulation.take([.valued(metric: "n", .number(1000))], at: 10_000)
    _ = simulation.take([.valued(metric: "n", .number(200))], at: 10_500)
    let pictures = [
      (10_499, 776), (10_520, 776), (10_610, 661), (11_110, 272), (11_650, 200), (11_700, 200),
    ]
    for (time, shown) in pictures {
      _ = simulation.pass(until: Int64(time))
      #expect(String(decoding: simulation.picture().line, as: UTF8.self) == "\(shown)")
    }
  }

  @Test func `a picture is the truth of its moment whether it was drawn or not`() {
    var simulation = simulation(Glyphs())
    _ = simulation.take([.valued(metric: "n", .number(0))], at: 0)
    _ = simulation.take([.valued(metric: "n", .number(5))], at: 1000)
    _ = simulation.pass(until: 60_000)
    #expect(simulation.picture().at == 60_000)
    #expect(simulation.picture().line == Array("5".utf8))
  }

  @Test func `what is wrong with an event is told`() {
    var simulation = simulation()
    _ = simulation.take([.stepped(metric: "nobody", by: 1)], at: 0)
    #expect(simulation.diagnostics.map(\.message) == ["no metric 'nobody'"])
  }
}
