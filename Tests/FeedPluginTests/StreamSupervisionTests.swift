import FeedCore
import Testing

@testable import FeedPlugin

struct StreamSupervisionTests {
  @Test func `starts once and sleeps`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.at(100, .reported)

    #expect(play.log == ["@0 start"])
    #expect(play.supervision.deadline == nil)
  }

  @Test func `restarts with growing delays`() {
    var play = Play(.stream)
    play.at(0, .begin)
    for _ in 0..<9 { play.failAndRestart(.exited(.exited(1))) }

    let seconds = play.log.filter { $0.hasSuffix("start") }
    #expect(
      seconds == [
        "@0 start", "@1000 start", "@3000 start", "@7000 start", "@15000 start",
        "@31000 start", "@63000 start", "@123000 start", "@183000 start", "@243000 start",
      ])
  }

  @Test func `forgives old failures after ten good seconds`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.at(0, .exited(.exited(1)))
    play.at(1000, .exited(.exited(1)))
    play.at(3100, .reported)
    play.at(13_100, .exited(.exited(1)))
    play.wait(until: 20_000)
    #expect(play.log.last == "@14100 start")

    play.at(20_000, .exited(.exited(1)))
    play.wait(until: 30_000)
    #expect(play.log.last == "@22000 start")
  }

  @Test func `takes any end for a failure`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.at(10, .reported)
    play.at(20, .exited(.exited(0)))
    let reason = "ended by itself: give it an interval to run it again and again"
    #expect(play.health == .stale(since: .milliseconds(20), reason: reason))
    play.at(1030, .reported)
    #expect(play.health == .ok)
  }

  @Test func `gives up a stream that breaks its promise`() {
    var play = Play(.stream, every: .seconds(30), timeout: .seconds(5))
    play.at(0, .begin)
    play.at(1000, .reported)
    play.at(31_000, .reported)
    play.wait(until: 66_000)

    #expect(play.log == ["@0 start", "@66000 (no report within 35 s) TERM"])
  }

  @Test func `hints at a stream that never said a word`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.wait(until: 9999)
    #expect(play.supervision.hint == nil)

    play.wait(until: 10_000)
    #expect(
      play.supervision.hint == "no output for 10 s while it runs: is its output buffered?")
    #expect(play.supervision.deadline == nil)

    play.at(20_000, .reported)
    #expect(play.supervision.hint == nil)
  }

  @Test func `ends a stream that closes its output and lives`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.at(100, .reported)
    play.at(5000, .muted)
    play.wait(until: 5999)
    #expect(play.log == ["@0 start"])

    play.wait(until: 8000)
    #expect(
      play.log == ["@0 start", "@6000 (closed its output and runs on) TERM", "@7000 KILL"])
    play.at(8000, .exited(.signalled(9)))
    play.wait(until: 9000)
    #expect(play.log.last == "@9000 start")
  }

  @Test func `does not blame a stream that ends for closing its output before`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.at(5000, .muted)
    play.at(5001, .exited(.exited(3)))
    #expect(play.health == .error(reason: "exited with 3"))
    #expect(play.log == ["@0 start", "@5001 (exited with 3)"])
  }

  @Test func `is in error when the first thing it says is rubbish`() {
    var play = Play(.stream)
    play.at(0, .begin)
    for _ in 0..<500 { play.at(100, .rejected("half")) }
    #expect(play.log == ["@0 start", "@100 (half)"])
    #expect(play.health == .error(reason: "half"))
    play.at(200, .reported)
    #expect(play.health == .ok)
  }

  @Test func `leaves a running stream alone when it is refreshed`() {
    var play = Play(.stream)
    play.at(0, .begin)
    play.at(100, .refresh)
    #expect(play.log == ["@0 start"])
  }

  @Test func `starts early when it is refreshed while it waits`() {
    var play = Play(.stream)
    play.at(0, .begin)
    for _ in 0..<6 { play.failAndRestart(.exited(.exited(1))) }
    let failure = play.now.nanoseconds / 1_000_000 + 1
    play.at(failure, .exited(.exited(1)))
    play.at(failure + 300, .refresh)
    play.wait(until: failure + 2000)
    #expect(play.log.last == "@\(failure + 1000) start")
  }
}
