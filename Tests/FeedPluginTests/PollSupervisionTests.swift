import FeedCore
import Testing

@testable import FeedPlugin

struct PollSupervisionTests {
  @Test func `asks at the start and at each due time`() {
    var play = Play(.poll, every: .seconds(2))
    play.at(0, .begin)
    for second in [0, 2, 4] as [Int64] { play.at(second * 1000 + 50, .reported) }

    #expect(play.log == ["@0 start tick", "@2000 tick", "@4000 tick"])
    #expect(play.health == .ok)
  }

  @Test func `asks nothing while a question is open`() {
    var play = Play(.poll, every: .seconds(1))
    play.at(0, .begin)
    play.at(3500, .reported)
    play.wait(until: 4500)

    #expect(play.log == ["@0 start tick", "@4000 tick"])
  }

  @Test func `restarts what does not answer`() {
    var play = Play(.poll, every: .seconds(60), timeout: .seconds(5))
    play.at(0, .begin)
    play.at(100, .reported)
    play.wait(until: 65_000)
    #expect(play.health == .stale(since: .milliseconds(65_000), reason: "no answer within 5 s"))

    play.at(65_500, .exited(.signalled(15)))
    play.wait(until: 67_000)
    #expect(
      play.log == [
        "@0 start tick", "@60000 tick", "@65000 (no answer within 5 s) TERM",
        "@66500 start tick",
      ])
  }

  @Test func `asks on the old grid after a restart`() {
    var play = Play(.poll, every: .seconds(10))
    play.at(0, .begin)
    play.at(100, .reported)
    play.at(3000, .exited(.exited(1)))
    play.at(4100, .reported)
    play.wait(until: 10_000)

    #expect(play.log.suffix(2) == ["@4000 start tick", "@10000 tick"])
  }

  @Test func `asks once more for all refreshes while a question is open`() {
    var play = Play(.poll, every: .seconds(10))
    play.at(0, .begin)
    play.at(10, .refresh)
    play.at(20, .refresh)
    play.at(30, .reported)
    play.at(40, .reported)
    play.at(50, .refresh)
    play.at(60, .reported)
    play.wait(until: 10_000)

    #expect(play.log == ["@0 start tick", "@30 tick", "@50 tick", "@10000 tick"])
  }

  @Test func `asks a single time without an interval`() {
    var play = Play(.poll)
    play.at(0, .begin)
    play.at(100, .reported)
    #expect(play.supervision.deadline == nil)

    play.at(5000, .refresh)
    #expect(play.log == ["@0 start tick", "@5000 tick"])
  }

  @Test func `takes rubbish for an answer and a failure`() {
    var play = Play(.poll, every: .seconds(10))
    play.at(0, .begin)
    play.at(10, .rejected("half"))
    #expect(play.health == .error(reason: "half"))
    play.at(10_010, .rejected("half"))
    play.at(20_010, .reported)

    #expect(play.log == ["@0 start tick", "@10 (half)", "@10000 tick", "@20000 tick"])
    #expect(play.health == .ok)
  }

  @Test func `asks once after a long sleep`() {
    var play = Play(.poll, every: .seconds(5))
    play.at(0, .begin)
    play.at(100, .reported)
    play.sleep(until: 3_602_600)
    play.at(3_602_700, .reported)
    play.wait(until: 3_610_000)

    #expect(play.log == ["@0 start tick", "@3602600 tick", "@3610000 tick"])
  }
}
