import FeedCore
import Testing

@testable import FeedPlugin

/// What holds for every source, whatever happens to it, in virtual time.
struct SupervisionLawTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let mode: RunMode
    let interval: TimeSpan?

    var testDescription: String { "\(mode.rawValue) every \(interval?.seconds ?? 0) s" }

    static let all = RunMode.allCases.flatMap { mode in
      [nil, .milliseconds(700), .seconds(5), .seconds(100)].map { Case(mode: mode, interval: $0) }
    }
  }

  /// Watches the steps of one source and checks them.
  private struct Watch {
    var isAlive = false
    var isAsked = false
    var wasTerminated = false
    var isWanted = false
    /// The process is ending because it was no longer wanted: that is no failure.
    var isStopping = false
    var failures = 0
    var failedAt: Instant?
    var firstReport: Instant?
    var refreshed = false
    var hasStarted = false
    /// Nobody looks.
    var isUnseen = false
    /// Whether or not anybody looks, the next start or question is wanted.
    var isDemanded = false
    /// The rules that did not hold.
    var broken: [String] = []

    mutating func require(_ holds: Bool, _ rule: String) {
      if !holds { broken.append(rule) }
    }

    mutating func see(_ event: Supervision.Event, _ mode: RunMode, at now: Instant) {
      switch event {
      case .begin: isWanted = true
      case .stop:
        isWanted = false
        isStopping = isAlive
        // Whoever stops and begins again asks for a start.
        refreshed = true
      case .refresh, .request: (refreshed, isDemanded) = (true, true)
      case .attended(let isAttended): isUnseen = !isAttended
      case .reported where isAlive && isWanted: firstReport = firstReport ?? now
      case .exited, .spawnFailed:
        if mode != .once, isAlive, !isStopping {
          if let first = firstReport, now - first >= .seconds(10) { failures = 0 }
          failures += 1
          failedAt = now
        }
        (isAlive, isAsked, isStopping, firstReport) = (false, false, false, nil)
      case .wake, .reported, .rejected, .muted: break
      }
      if case .reported = event { isAsked = false }
      if case .rejected = event { isAsked = false }
    }

    mutating func check(_ step: Supervision.Step, _ mode: RunMode, at now: Instant) {
      switch step {
      case .start:
        require(!isAlive, "two processes at once")
        require(isWanted, "started though it is not wanted")
        require(!isUnseen || isDemanded, "started though nobody looks")
        isDemanded = false
        if let failedAt {
          let delay = refreshed ? 1 : min(1 << min(failures - 1, 6), 60)
          require(now - failedAt >= .seconds(Double(delay)), "restarted too soon")
        }
        (isAlive, wasTerminated, refreshed, hasStarted) = (true, false, false, true)
      case .tick:
        require(isAlive && !isAsked && mode == .poll, "asked out of turn")
        // A source that was just started is asked at once.
        require(!isUnseen || isDemanded || hasStarted, "asked though nobody looks")
        (isDemanded, hasStarted) = (false, false)
        isAsked = true
      case .signal(.terminate):
        require(isAlive && !wasTerminated, "asked to end twice")
        wasTerminated = true
      case .signal(.kill):
        require(isAlive && wasTerminated, "killed without a warning")
      case .note: break
      }
    }
  }

  @Test(arguments: Case.all, 1...8)
  func `keeps its rules under any sequence of events`(_ each: Case, _ seed: UInt64) {
    var random = RandomSource(seed: seed)
    var supervision = Supervision(SupervisionPolicy(mode: each.mode, interval: each.interval))
    var watch = Watch()
    var now = Instant.zero
    for _ in 0..<1500 {
      let event = Self.event(&random)
      let deadline = supervision.deadline
      if Int.random(in: 0..<50, using: &random) == 0 {
        now = now + .seconds(Double.random(in: 0...3000, using: &random))
      } else if let deadline, Bool.random(using: &random) {
        now = deadline
      } else {
        now = min(now + .milliseconds(.random(in: 0...2000, using: &random)), deadline ?? .end)
      }

      // Steps see the event first: an exit ends the process before a new start.
      watch.see(event, each.mode, at: now)
      for step in supervision.handle(event, at: now) { watch.check(step, each.mode, at: now) }

      watch.require(supervision.deadline.map { $0 > now } ?? true, "a deadline that is over")
      watch.require(supervision.isRunning == watch.isAlive, "another idea of what runs")
      guard watch.broken.isEmpty else { break }
    }
    #expect(watch.broken.isEmpty, "at \(now)")
  }

  private static func event(_ random: inout RandomSource) -> Supervision.Event {
    let events: [Supervision.Event] = [
      .begin, .begin, .wake, .wake, .wake, .wake, .wake, .reported, .reported, .reported,
      .rejected("a"), .rejected("b"), .muted, .exited(.exited(0)), .exited(.exited(0)),
      .exited(.exited(3)), .exited(.signalled(9)), .spawnFailed("none"), .refresh, .refresh,
      .request, .attended(false), .attended(true), .stop,
    ]
    return events.randomElement(using: &random) ?? .wake
  }

  @Test(arguments: [RunMode.once, .poll])
  func `due times do not drift in a hundred thousand`(_ mode: RunMode) {
    let interval = TimeSpan.milliseconds(333)
    let origin = Instant(nanoseconds: 12_345)
    var random = RandomSource(seed: 7)
    var supervision = Supervision(
      SupervisionPolicy(mode: mode, interval: interval), origin: origin)
    _ = supervision.handle(.begin, at: origin)
    for count in 1...100_000 as ClosedRange<Int64> {
      let start = origin + TimeSpan(nanoseconds: (count - 1) * interval.nanoseconds)
      let late = start + .milliseconds(.random(in: 1...50, using: &random))
      _ = supervision.handle(mode == .once ? .exited(.exited(0)) : .reported, at: late)
      let due = origin + TimeSpan(nanoseconds: count * interval.nanoseconds)
      guard supervision.deadline == due else {
        Issue.record("due at \(String(describing: supervision.deadline)), not \(due)")
        return
      }
      // Whoever wakes up late is not late the next time.
      let steps = supervision.handle(.wake, at: due + TimeSpan(nanoseconds: count % 1_000_000))
      guard steps == [mode == .once ? .start : .tick] else {
        Issue.record("\(steps) at \(due)")
        return
      }
    }
  }

  @Test func `sources with intervals in common wake the engine together`() {
    var deadlines: Set<Instant> = []
    for interval in [2, 4, 6] {
      var play = Play(.poll, every: .seconds(Double(interval)), origin: .milliseconds(250))
      play.at(250, .begin)
      play.at(300, .reported)
      for _ in 0..<(12 / interval - 1) {
        let due = (play.supervision.deadline?.nanoseconds ?? 0) / 1_000_000
        deadlines.insert(.milliseconds(due))
        play.wait(until: due)
        play.at(due + 10, .reported)
      }
    }
    #expect(deadlines == Set([2, 4, 6, 8, 10].map { .milliseconds($0 * 1000 + 250) }))
  }

  @Test(arguments: RunMode.allCases)
  func `lives through thirty days`(_ mode: RunMode) {
    var random = RandomSource(seed: 30)
    var play = Play(mode, every: .seconds(120))
    let end: Int64 = 30 * 86_400_000
    play.at(0, .begin)
    while play.now < .milliseconds(end) {
      let now = play.now.nanoseconds / 1_000_000
      if play.supervision.isRunning, Int.random(in: 0..<20, using: &random) > 0 {
        play.at(now + 200, .reported)
        if mode == .once { play.at(now + 210, .exited(.exited(0))) }
      } else {
        play.at(now + 200, .exited(.exited(1)))
      }
      guard let deadline = play.supervision.deadline else { break }
      play.wait(until: max(deadline.nanoseconds / 1_000_000, now + 1))
      if mode == .stream, play.supervision.isRunning { play.wait(until: now + 100_000) }
    }

    #expect(play.now >= .milliseconds(end))
    #expect(play.log.count > 1000)
  }

  @Test func `a clock that goes back changes nothing`() {
    var supervision = Supervision(SupervisionPolicy(mode: .once, interval: .seconds(1)))
    _ = supervision.handle(.begin, at: .milliseconds(5000))
    _ = supervision.handle(.exited(.exited(0)), at: .milliseconds(10))
    #expect(supervision.deadline == .milliseconds(6000))
  }
}

extension Instant {
  fileprivate static let end = Instant(nanoseconds: .max)
}
