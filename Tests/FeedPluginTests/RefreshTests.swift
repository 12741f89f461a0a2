import FeedCore
import Testing

@testable import FeedPlugin

/// What is asked for out of turn, and what is not asked while nobody looks.
struct RefreshTests {
  /// How often a source was started or asked.
  private func count(_ play: Play) -> Int {
    play.log.count { $0.contains("start") || $0.contains("tick") }
  }

  @Test(arguments: [RunMode.once, .poll])
  func `a source that asks for itself in every run is asked less and less`(_ mode: RunMode) {
    var play = Play(mode, every: .seconds(3600))
    play.at(0, .begin)
    for time in stride(from: 10, to: 1_800_000, by: 10) as StrideTo<Int64> {
      play.at(time, .refresh)
      play.at(time, mode == .once ? .exited(.exited(0)) : .reported)
      if time == 10_000 { #expect((25...35).contains(count(play)), "\(count(play))") }
    }
    #expect((60...75).contains(count(play)), "\(count(play))")
  }

  @Test(arguments: [RunMode.once, .poll])
  func `a person may ask as fast as a person can, and the last time counts`(_ mode: RunMode) {
    var play = Play(mode, every: .seconds(3600))
    play.at(0, .begin)
    play.at(5, mode == .once ? .exited(.exited(0)) : .reported)
    // Each is answered before the next comes.
    for round in 1...15 as ClosedRange<Int64> {
      play.at(round * 30, .refresh)
      #expect(play.log.last?.hasPrefix("@\(round * 30) ") == true)
      play.at(round * 30 + 20, mode == .once ? .exited(.exited(0)) : .reported)
    }
    // A hundred while it is busy are one.
    play.at(1000, .refresh)
    for time in 1001...1100 as ClosedRange<Int64> { play.at(time, .refresh) }
    let before = count(play)
    play.at(1101, mode == .once ? .exited(.exited(0)) : .reported)
    #expect(count(play) == before + 1)
  }

  @Test func `what is to be told to a source waits for nothing`() {
    var play = Play(.poll, every: .seconds(3600))
    play.at(0, .begin)
    play.at(1, .reported)
    for time in stride(from: 10, to: 3000, by: 10) as StrideTo<Int64> {
      play.at(time, .request)
      #expect(play.log.last == "@\(time) tick")
      play.at(time + 5, .reported)
    }
  }

  // MARK: Nobody looks

  @Test(arguments: [RunMode.once, .poll])
  func `what nobody looks at is not asked, and at once when somebody does`(_ mode: RunMode) {
    var play = Play(mode, every: .seconds(10))
    let answer: Supervision.Event = mode == .once ? .exited(.exited(0)) : .reported
    play.at(0, .begin)
    play.at(50, answer)
    play.at(1000, .attended(false))
    #expect(play.supervision.deadline == nil)

    play.at(65_000, .attended(true))
    #expect(count(play) == 2)
    #expect(play.log.last?.hasPrefix("@65000 ") == true)
    #expect(play.health == .ok)
    play.at(65_050, answer)
    // And on the grid again.
    play.wait(until: 90_000)
    #expect(play.log.dropFirst(2).map { String($0.prefix(7)) }.first == "@70000 ")
  }

  @Test func `what is not due when somebody looks again is not asked`() {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(50, .exited(.exited(0)))
    play.at(1000, .attended(false))
    play.at(2000, .attended(true))
    play.wait(until: 9999)
    #expect(count(play) == 1)
    play.wait(until: 10_000)
    #expect(count(play) == 2)
  }

  @Test(arguments: RunMode.allCases)
  func `one that nobody has looked at yet begins when somebody does`(_ mode: RunMode) {
    var play = Play(mode, every: .seconds(10))
    play.at(0, .attended(false))
    play.at(0, .begin)
    #expect(play.log == [] && play.supervision.deadline == nil)
    play.at(7777, .attended(true))
    #expect(play.log == [mode == .poll ? "@7777 start tick" : "@7777 start"])
  }

  @Test func `a stream runs on unseen, and is not blamed for its silence`() {
    var play = Play(.stream, every: .seconds(1))
    play.at(0, .begin)
    play.at(100, .reported)
    play.at(200, .attended(false))
    play.at(60_000, .reported)
    play.at(61_000, .attended(true))
    #expect(play.health == .ok)
  }

  @Test(arguments: [Supervision.Event.refresh, .request])
  func `what is demanded is done whether or not anybody looks, once`(_ event: Supervision.Event) {
    var play = Play(.once, every: .seconds(10))
    play.at(0, .begin)
    play.at(50, .exited(.exited(0)))
    play.at(1000, .attended(false))
    play.at(20_000, event)
    #expect(play.log.last == "@20000 start")
    play.at(20_050, .exited(.exited(0)))
    play.wait(until: 100_000)
    #expect(count(play) == 2)
  }
}
