import FeedCore
import Testing

@testable import FeedPlugin

struct OnceSupervisionTests {
  @Test func `starts at once and then on the grid`() {
    var play = Play(.once, every: .seconds(2))
    play.at(0, .begin)
    for second in [0, 2, 4] as [Int64] {
      play.at(second * 1000 + 50, .reported)
      play.at(second * 1000 + 60, .exited(.exited(0)))
    }

    #expect(play.log == ["@0 start", "@2000 start", "@4000 start"])
    #expect(play.health == .ok)
  }

  @Test func `comes to the grid after a start between its lines`() {
    var play = Play(.once, every: .seconds(10))
    play.at(3000, .begin)
    play.at(3100, .exited(.exited(0)))
    play.at(10_100, .exited(.exited(0)))
    play.wait(until: 20_000)

    #expect(play.log == ["@3000 start", "@10000 start", "@20000 start"])
  }

  @Test func `does not follow a start with another one right away`() {
    var play = Play(.once, every: .seconds(10))
    play.at(9000, .begin)
    play.at(9100, .exited(.exited(0)))
    play.wait(until: 20_000)

    #expect(play.log == ["@9000 start", "@20000 start"])
  }

  @Test func `skips due times while a run goes on`() {
    var play = Play(.once, every: .seconds(1))
    play.at(0, .begin)
    play.at(3500, .exited(.exited(0)))
    play.wait(until: 4000)

    #expect(play.log == ["@0 start", "@4000 start"])
    #expect(play.wakeUps == 1)
  }

  @Test func `runs a single time without an interval`() {
    var play = Play(.once)
    play.at(0, .begin)
    play.at(100, .reported)
    play.at(200, .exited(.exited(0)))
    #expect(play.supervision.deadline == nil)

    play.at(3_600_000, .refresh)
    #expect(play.log == ["@0 start", "@3600000 start"])
  }

  @Test func `does not try a single run again`() {
    var play = Play(.once)
    play.at(0, .begin)
    play.at(200, .exited(.exited(1)))

    #expect(play.supervision.deadline == nil)
    #expect(play.health == .error(reason: "exited with 1"))
  }

  @Test func `asks a run that takes too long to end, then kills it`() {
    var play = Play(.once, every: .seconds(60), timeout: .seconds(5))
    play.at(0, .begin)
    play.wait(until: 59_000)

    #expect(play.log == ["@0 start", "@5000 (timed out after 5 s) TERM", "@6000 KILL"])
    #expect(play.supervision.isRunning)

    play.at(59_500, .exited(.signalled(9)))
    play.wait(until: 120_000)
    #expect(play.log.last == "@120000 start")
    #expect(play.health == .error(reason: "timed out after 5 s"))
  }

  @Test func `does not kill what ends in time`() {
    var play = Play(.once, every: .seconds(60), timeout: .seconds(5))
    play.at(0, .begin)
    play.at(5300, .exited(.signalled(15)))
    play.wait(until: 60_000)

    #expect(play.log == ["@0 start", "@5000 (timed out after 5 s) TERM", "@60000 start"])
  }

  @Test func `is stale after a failure and in error after the second`() {
    var play = Play(.once, every: .seconds(60))
    play.at(0, .begin)
    play.at(10, .reported)
    play.at(20, .exited(.exited(0)))
    #expect(play.health == .ok)

    play.at(60_010, .exited(.exited(2)))
    #expect(play.health == .stale(since: .milliseconds(60_010), reason: "exited with 2"))

    play.at(120_010, .exited(.signalled(11)))
    #expect(play.health == .error(reason: "killed by signal 11"))

    play.at(180_010, .reported)
    play.at(180_020, .exited(.exited(0)))
    #expect(play.health == .ok)
  }

  @Test func `does not take a report for success before the exit`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(10, .reported)
    play.at(20, .exited(.exited(1)))
    play.at(10_010, .reported)
    #expect(play.health == .stale(since: .milliseconds(20), reason: "exited with 1"))

    play.at(10_020, .exited(.exited(1)))
    #expect(play.health == .error(reason: "exited with 1"))
  }

  @Test func `names a failure by the last line of standard error`() {
    var play = Play(.once, every: .seconds(60))
    play.at(0, .begin)
    play.complain("Traceback\nNameError: x\n")
    play.at(20, .exited(.exited(1)))
    #expect(play.health == .error(reason: "NameError: x"))

    play.at(60_020, .exited(.exited(1)))
    #expect(play.health == .error(reason: "exited with 1"))
  }

  @Test func `takes rubbish for a failure, unless a report came, too`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(10, .rejected("'9,0' has a comma"))
    play.at(20, .exited(.exited(0)))
    #expect(play.health == .error(reason: "'9,0' has a comma"))

    play.at(10_010, .rejected("x"))
    play.at(10_011, .reported)
    play.at(10_020, .exited(.exited(0)))
    #expect(play.health == .ok)
  }

  @Test func `fails ever more seldom but never faster than its interval`() {
    var play = Play(.once, every: .seconds(5))
    play.at(0, .begin)
    for _ in 0..<7 { play.failAndRestart(.exited(.exited(1))) }

    #expect(
      play.log.filter { $0.hasSuffix("start") } == [
        "@0 start", "@5000 start", "@10000 start", "@15000 start", "@25000 start",
        "@45000 start", "@80000 start", "@140000 start",
      ])
  }

  @Test func `tells a failure that repeats itself once`() {
    var play = Play(.once, every: .seconds(1))
    play.at(0, .begin)
    for _ in 0..<200 { play.failAndRestart(.spawnFailed("no such file")) }

    #expect(play.log.filter { $0.contains("no such file") }.count == 1)
    #expect(play.health == .error(reason: "no such file"))
  }

  @Test func `accepts the statuses that its protocol calls normal`() {
    var supervision = Supervision(
      SupervisionPolicy(mode: .once, interval: .seconds(5), normalStatuses: [0, 33]))
    _ = supervision.handle(.begin, at: .zero)
    _ = supervision.handle(.exited(.exited(33)), at: .milliseconds(10))
    #expect(supervision.health == .ok)
  }

  @Test func `refreshes at once without moving its due times`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(100, .exited(.exited(0)))
    for click in 1...40 as ClosedRange<Int64> {
      play.at(click * 500 + 100, .exited(.exited(0)))
      play.at(click * 500 + 250, .refresh)
      play.at(click * 500 + 350, .exited(.exited(0)))
    }

    #expect(play.log.filter { $0 == "@10000 start" || $0 == "@20000 start" }.count == 2)
    #expect(play.log.count == 43)
  }

  @Test func `keeps one refresh while it runs`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    for _ in 0..<9 { play.at(1000, .refresh) }
    play.at(2000, .exited(.exited(0)))
    play.at(3000, .exited(.exited(0)))
    play.wait(until: 9000)

    #expect(play.log == ["@0 start", "@2000 start"])
  }

  @Test func `holds a refresh for a second after a failure`() {
    var play = Play(.once, every: .seconds(600))
    play.at(0, .begin)
    play.at(100, .exited(.exited(1)))
    for _ in 0..<9 { play.at(200, .refresh) }
    play.wait(until: 5000)

    #expect(play.log == ["@0 start", "@100 (exited with 1)", "@1100 start"])
  }

  @Test func `runs once after a long sleep`() {
    var play = Play(.once, every: .seconds(60))
    play.at(0, .begin)
    play.at(100, .reported)
    play.at(110, .exited(.exited(0)))
    play.sleep(until: 3_600_700)
    #expect(play.log.last == "@3600700 start")
    #expect(play.health == .ok)

    play.at(3_600_800, .reported)
    play.at(3_600_810, .exited(.exited(0)))
    play.wait(until: 3_659_000)
    #expect(play.log.count == 2)
    play.wait(until: 3_660_000)
    #expect(play.log.last == "@3660000 start")
  }

  @Test func `does not run what is not due after a sleep`() {
    var play = Play(.once, every: .seconds(3600))
    play.at(0, .begin)
    play.at(100, .reported)
    play.at(110, .exited(.exited(0)))
    play.sleep(until: 600_000)

    #expect(play.log == ["@0 start"])
    #expect(play.health == .ok)
  }

  @Test func `does not time out because the machine slept`() {
    var play = Play(.once, every: .seconds(60), timeout: .seconds(5))
    play.at(0, .begin)
    play.sleep(until: 3_600_000)
    play.at(3_600_500, .reported)
    play.at(3_600_600, .exited(.exited(0)))

    #expect(play.log == ["@0 start"])
    #expect(play.health == .ok)
  }

  @Test func `is stale when it runs well and reports nothing`() {
    var play = Play(.once, every: .seconds(5), timeout: .seconds(10))
    play.at(0, .begin)
    play.at(10, .reported)
    play.at(20, .exited(.exited(0)))
    for run in 1...2 as ClosedRange<Int64> { play.at(run * 5000 + 10, .exited(.exited(0))) }
    #expect(play.health == .ok)

    play.wait(until: 15_010)
    #expect(play.health == .stale(since: .milliseconds(15_010), reason: "no report for 15 s"))

    play.at(15_020, .reported)
    #expect(play.health == .ok)
  }

  @Test func `ends the run when it is stopped`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(100, .stop)
    play.wait(until: 5000)
    #expect(play.log == ["@0 start", "@100 TERM", "@1100 KILL"])

    play.at(5000, .exited(.signalled(9)))
    #expect(play.supervision.deadline == nil)
    #expect(play.health == .ok)
  }

  @Test func `begins again only when the stopped run is gone`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(100, .stop)
    play.at(200, .begin)
    play.at(300, .exited(.signalled(15)))

    #expect(play.log == ["@0 start", "@100 TERM", "@300 start"])
  }
}
