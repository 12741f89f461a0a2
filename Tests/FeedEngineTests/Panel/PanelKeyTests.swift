import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import Testing

/// Keys at a panel, through the engine.
struct PanelKeyTests {
  private func bench() throws -> Bench {
    var bench = try Bench.panel(
      [.of("n") { $0.aggregate = .last }], reduction: .jump, isInteractive: true)
    bench.set("n", 5, at: 0)
    bench.rest()
    bench.shots = []
    return bench
  }

  private func type(_ text: String, at time: Double, in bench: inout Bench) {
    bench.send(.typed(Bench.feed, Array(text.utf8)), at: time)
  }

  private func period(_ bench: Bench) throws -> String {
    let text = String(decoding: try #require(bench.truth()), as: UTF8.self)
    // The chosen one is in reverse.
    let match = text.firstMatch(of: #/\[0;1;7m ([A-Za-z ]+) \x1b/#)
    return String(try #require(match?.output.1))
  }

  @Test func `choose periods`() throws {
    var bench = try bench()
    #expect(try period(bench) == "Today")
    type("\u{1b}[C", at: 100, in: &bench)
    #expect(try period(bench) == "This week")
    type("3", at: 200, in: &bench)
    #expect(try period(bench) == "This month")
    type("\u{1b}[D\u{1b}[D\u{1b}[D", at: 300, in: &bench)
    #expect(try period(bench) == "This month")
    type("\u{1b}[<0;55;1M", at: 400, in: &bench)
    #expect(try period(bench) == "Today")
  }

  @Test func `a key cut in two is one key`() throws {
    var bench = try bench()
    type("\u{1b}", at: 100, in: &bench)
    type("[C", at: 150, in: &bench)
    bench.pass(until: 1000)
    #expect(try period(bench) == "This week")
  }

  @Test func `escape alone leaves after a moment, q at once`() throws {
    var bench = try bench()
    type("\u{1b}", at: 100, in: &bench)
    #expect(bench.shots.isEmpty)
    #expect(bench.rest() == 200)
    #expect(
      bench.shots.last.map { String(decoding: $0.line, as: UTF8.self) }?.contains("?1049l") == true)

    var other = try self.bench()
    type("q", at: 100, in: &other)
    #expect(other.shots.count == 1)
    #expect(other.engine.deadline == nil)
    type("q", at: 200, in: &other)
    #expect(other.shots.count == 1)
  }

  @Test func `help comes and goes, and nothing else is drawn anew`() throws {
    var bench = try bench()
    type("?", at: 100, in: &bench)
    let text = String(decoding: try #require(bench.truth()), as: UTF8.self)
    #expect(text.contains("╭─"))
    type("\u{1b}", at: 200, in: &bench)
    bench.rest()
    let after = String(decoding: try #require(bench.truth()), as: UTF8.self)
    #expect(!after.contains("╭─"))
    #expect(bench.shots.count == 2)
  }

  @Test func `a terminal of another size gets all of it again`() throws {
    var bench = try bench()
    let maker = try #require(Catalog.panelOutputs["ansi"])
    let output = maker(OutputSettings(colors: 0, columns: 44, rows: 12))
    bench.send(.feedResized(Bench.feed, output), at: 100)
    let text = String(decoding: try #require(bench.shots.last?.line), as: UTF8.self)
    #expect(text.contains("\u{1b}[2J"))
    bench.send(.feedResized(Bench.feed, output), at: 200)
    #expect(bench.shots.count == 2, "somebody may have drawn over it")
  }

  @Test func `what a slow terminal has missed is drawn from what it has`() throws {
    var bench = try bench()
    type("?", at: 100, in: &bench)
    bench.send(.feedBusy(Bench.feed), at: 100)
    bench.send(.feedReady(Bench.feed), at: 500)
    #expect(bench.shots.count == 2)
    #expect(bench.shots[0].line == bench.shots[1].line)
  }
}
