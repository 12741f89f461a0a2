import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import Testing

/// Steppers of sources: what is wanted, what is told, and what is shown meanwhile.
@Suite
struct WishTests {
  private func bench(
    _ mode: SourceConfiguration.Mode = .poll, every interval: TimeSpan? = .seconds(60),
    fields: [FieldDeclaration] = [
      FieldDeclaration(name: "level", isSettable: true), FieldDeclaration(name: "other"),
    ]
  ) -> Bench {
    var source = SourceConfiguration.of("s", mode: mode, every: interval)
    source.fields = fields
    let metrics = ["level", "other"].map { field in
      MetricConfiguration.of(field, style: "auto", source: "s") {
        $0.field = field
        $0.stepper = .init(lower: 0, upper: 100, step: 5)
      }
    }
    var bench = Bench(metrics, sources: [source], reduction: .jump)
    bench.say("level=50 other=50", at: 10)
    if mode == .once { bench.send(.exited(SourceID(0), .exited(0)), at: 10) }
    bench.log = []
    return bench
  }

  private func scroll(_ button: Int = 4, _ metric: String = "level") -> Event {
    .clicked(Bench.feed, ClickEvent(metric: metric, button: button))
  }

  private func label(_ bench: Bench) -> String? { bench.picture("level")?.label }

  // MARK: Asked sources

  @Test func `a step is shown at once and told within a frame`() {
    var bench = bench()
    bench.send(scroll(), at: 1000)
    #expect(label(bench) == "55" && bench.log.isEmpty)
    bench.pass(until: 1050)
    #expect(bench.log == ["send 0 set level 55"])
    bench.say("level=55 other=50", at: 1100)
    #expect(label(bench) == "55")
    bench.pass(until: 5000)
    #expect(bench.log == ["send 0 set level 55"])
  }

  @Test func `a burst is told once, and one that comes to nothing is not`() {
    var bench = bench()
    for time in [1000.0, 1005, 1010, 1030] { bench.send(scroll(), at: time) }
    bench.pass(until: 1100)
    #expect(bench.log == ["send 0 set level 70"])
    bench.say("level=70", at: 1110)
    bench.log = []

    bench.send(scroll(), at: 2000)
    bench.send(scroll(5), at: 2020)
    bench.pass(until: 3000)
    #expect(bench.log.isEmpty && label(bench) == "70")
  }

  @Test func `at a limit nothing is told`() {
    var bench = bench()
    bench.say("level=100", at: 900)
    bench.send(scroll(), at: 1000)
    bench.pass(until: 3000)
    #expect(bench.log.isEmpty)
  }

  @Test func `what the source makes of it is what is shown`() {
    var bench = bench()
    bench.send(scroll(), at: 1000)
    bench.pass(until: 1050)
    bench.say("level=53", at: 1100)
    #expect(label(bench) == "53")
  }

  @Test func `an answer to a question from before does not make the number jump back`() {
    var bench = bench()
    bench.send(.refreshed("s"), at: 1000)
    bench.send(scroll(), at: 1010)
    // The question is open: the wish waits for its answer.
    bench.pass(until: 1500)
    #expect(bench.log == ["send 0 tick"])
    bench.say("level=50 other=7", at: 1600)
    #expect(label(bench) == "55")
    #expect(bench.picture("other")?.label == "7")
    #expect(bench.log == ["send 0 tick", "send 0 set level 55"])
    bench.say("level=55", at: 1700)
    bench.say("level=40", at: 1800)
    #expect(label(bench) == "40")
  }

  @Test func `while somebody scrolls, answers do not pull the number back`() {
    var bench = bench()
    var answers: [(at: Double, line: String)] = []
    var labels: [Int] = []
    var told = 0
    for step in 0..<100 {
      let time = 1000 + Double(step) * 10
      while let answer = answers.first, answer.at <= time {
        bench.say(answer.line, at: answer.at)
        answers.removeFirst()
      }
      if step % 10 == 0 { bench.send(scroll(step / 50 % 2 == 0 ? 4 : 5), at: time) }
      bench.pass(until: time + 5)
      for line in bench.log.dropFirst(told) where line.hasPrefix("send 0 set level ") {
        // It takes its time, and 30 ms later it is set.
        answers.append((time + 35, "level=\(line.split(separator: " ")[4])"))
      }
      told = bench.log.count
      labels.append(Int(label(bench) ?? "") ?? -1)
    }
    let turn = labels.firstIndex(of: labels.max() ?? 0) ?? 0
    #expect(labels.max() == 75)
    #expect(labels[...turn] == ArraySlice(labels[...turn].sorted()))
    #expect(Array(labels[turn...]) == labels[turn...].sorted(by: >))
  }

  @Test func `questions and wishes never overlap`() {
    var bench = bench()
    for time in 0..<50 { bench.send(scroll(time % 7 == 0 ? 5 : 4), at: 1000 + Double(time) * 10) }
    bench.pass(until: 2000)
    // No answer has come: nothing more is asked.
    #expect(bench.log.count == 1)
    bench.say("level=50", at: 2010)
    #expect(bench.log.count == 2 && bench.log.last == "send 0 set level 95")
  }

  @Test func `a source that refuses has its number back`() {
    var bench = bench()
    bench.send(scroll(), at: 1000)
    bench.pass(until: 1050)
    bench.say("level=50 other=50", at: 1100)
    #expect(label(bench) == "50")

    bench.send(scroll(), at: 2000)
    bench.pass(until: 2050)
    bench.say("other=9", at: 2100)
    #expect(label(bench) == "50")
    #expect(bench.picture("other")?.label == "9")

    bench.send(scroll(), at: 3000)
    bench.pass(until: 3050)
    bench.say("{", at: 3100)
    #expect(label(bench) == "50")
  }

  @Test func `a source that dies or says nothing has its number back`() {
    for ending in [Event.exited(SourceID(0), .exited(1)), .woke] {
      var bench = bench()
      bench.send(scroll(), at: 1000)
      bench.pass(until: 1050)
      #expect(label(bench) == "55")
      bench.send(ending, at: 1060)
      bench.pass(until: 12_000)
      #expect(label(bench) == "50")
      #expect(bench.picture("level")?.state == "stale")
    }
  }

  @Test func `a step is a reason to start a source that is waiting to be tried again`() {
    var bench = bench()
    bench.send(.exited(SourceID(0), .exited(1)), at: 500)
    bench.pass(until: 600)
    for time in 0..<5 {
      bench.send(.exited(SourceID(0), .exited(1)), at: 10_000 + Double(time) * 40_000)
    }
    bench.log = []
    let now = bench.milliseconds
    bench.send(scroll(), at: now + 5000)
    bench.pass(until: now + 5100)
    #expect(bench.log == ["start 0", "send 0 set level 55"])
  }

  @Test func `only what can be set is told`() {
    var bench = bench()
    bench.send(scroll(4, "other"), at: 1000)
    bench.pass(until: 2000)
    #expect(bench.log.isEmpty)

    var plain = self.bench(fields: [])
    plain.send(scroll(4, "other"), at: 1000)
    plain.pass(until: 2000)
    #expect(plain.log == ["send 0 set other 55"])
  }

  @Test func `one field that two metrics show is one number`() {
    var source = SourceConfiguration.of("s", every: .seconds(60))
    source.fields = [FieldDeclaration(name: "level", isSettable: true)]
    let metrics = ["a", "b"].map { name in
      MetricConfiguration.of(name, source: "s") {
        $0.stepper = .init(lower: 0, upper: 100, step: .real(0.5))
      }
    }
    var bench = Bench(metrics, sources: [source], reduction: .jump)
    bench.say("level=50", at: 10)
    bench.send(.stepped(metric: "a", by: .real(0.5)), at: 1000)
    #expect(bench.picture("b")?.shown == 50.5)
    bench.send(.stepped(metric: "b", by: .real(0.5)), at: 1010)
    bench.pass(until: 1100)
    #expect(bench.log.last == "send 0 set level 51")
  }

  @Test func `without a value there is nothing to step from`() {
    var source = SourceConfiguration.of("s", every: .seconds(60))
    source.fields = [FieldDeclaration(name: "level", isSettable: true)]
    let metric = MetricConfiguration.of(source: "s", StepperTests.template) {
      $0.stepper = .init(lower: 0, upper: 100, step: 5)
    }
    var bench = Bench([metric], sources: [source])
    #expect(bench.picture("n")?.text == "(−) – (+)")
    bench.log = []
    bench.send(.clicked(Bench.feed, ClickEvent(metric: "n", button: 4)), at: 100)
    bench.pass(until: 1000)
    #expect(bench.log.isEmpty)
  }

  // MARK: Sources that are started, and those that run on

  @Test func `what runs once is started with the wish`() {
    var bench = bench(.once)
    bench.send(scroll(), at: 1000)
    bench.pass(until: 1100)
    #expect(bench.log == ["start 0"])
    #expect(bench.launches.last?.environment["ODOBAR_SET"] == "level 55")
    bench.say("level=55", at: 1200)
    bench.send(.exited(SourceID(0), .exited(0)), at: 1210)
    #expect(label(bench) == "55")
    bench.pass(until: 61_000)
    #expect(bench.launches.last?.environment["ODOBAR_SET"] == nil)
  }

  @Test func `a run from before the step is no answer to it`() {
    var bench = bench(.once)
    bench.send(.refreshed("s"), at: 1000)
    bench.send(scroll(), at: 1010)
    bench.pass(until: 1100)
    bench.say("level=50 other=3", at: 1200)
    #expect(label(bench) == "55" && bench.picture("other")?.label == "3")
    bench.send(.exited(SourceID(0), .exited(0)), at: 1210)
    #expect(bench.log == ["start 0", "start 0"])
    #expect(bench.launches.last?.environment["ODOBAR_SET"] == "level 55")
  }

  @Test func `a run that says nothing or fails leaves the number as it was`() {
    for status in [Int32(0), 1] {
      var bench = bench(.once)
      bench.send(scroll(), at: 1000)
      bench.pass(until: 1100)
      bench.send(.exited(SourceID(0), .exited(status)), at: 1200)
      #expect(label(bench) == "50")
    }
  }

  @Test func `what runs on is told by a line, and given a second to report`() {
    var bench = bench(.stream, every: nil)
    bench.send(scroll(), at: 1000)
    bench.pass(until: 1050)
    #expect(bench.log == ["send 0 set level 55"])
    bench.say("level=51", at: 1100)
    bench.say("level=52", at: 1120)
    #expect(label(bench) == "55")
    bench.say("level=55", at: 1140)
    bench.say("level=60", at: 1150)
    #expect(label(bench) == "60")

    bench.send(scroll(), at: 3000)
    bench.say("level=61", at: 3100)
    #expect(label(bench) == "65")
    bench.pass(until: 4100)
    #expect(label(bench) == "61")
    #expect(bench.engine.deadline == nil)
  }
}
