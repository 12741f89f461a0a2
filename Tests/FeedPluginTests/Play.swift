import FeedCore

@testable import FeedPlugin

/// Plays a script of events in virtual time, waking the supervision whenever it asks for it.
struct Play {
  private(set) var supervision: Supervision
  /// `@1000 start tick`: the steps of each moment that has any.
  private(set) var log: [String] = []
  private(set) var wakeUps = 0
  private(set) var now = Instant.zero

  init(
    _ mode: RunMode, every interval: TimeSpan? = nil, timeout: TimeSpan = .seconds(10),
    origin: Instant = .zero
  ) {
    supervision = Supervision(
      SupervisionPolicy(mode: mode, interval: interval, timeout: timeout), origin: origin)
  }

  var health: SourceHealth { supervision.health }

  mutating func at(_ milliseconds: Int64, _ event: Supervision.Event) {
    wait(until: milliseconds)
    handle(event, at: Instant(nanoseconds: milliseconds * 1_000_000))
  }

  /// Lets time pass, up to and with this moment.
  mutating func wait(until milliseconds: Int64) {
    let end = Instant(nanoseconds: milliseconds * 1_000_000)
    while let deadline = supervision.deadline, deadline <= end {
      wakeUps += 1
      handle(.wake, at: deadline)
    }
  }

  /// Ends the process at once, and waits for the next one.
  mutating func failAndRestart(_ event: Supervision.Event) {
    handle(event, at: now)
    while !supervision.isRunning, let deadline = supervision.deadline {
      handle(.wake, at: deadline)
    }
  }

  /// Lets time pass in which nobody wakes: the machine sleeps.
  mutating func sleep(until milliseconds: Int64) {
    handle(.wake, at: Instant(nanoseconds: milliseconds * 1_000_000))
  }

  mutating func complain(_ text: String) { supervision.complained(Array(text.utf8)) }

  private mutating func handle(_ event: Supervision.Event, at time: Instant) {
    now = time
    let steps = supervision.handle(event, at: time)
    guard !steps.isEmpty else { return }
    let words = steps.map { step -> String in
      switch step {
      case .start: "start"
      case .tick: "tick"
      case .signal(.terminate): "TERM"
      case .signal(.kill): "KILL"
      case .note(let text): "(\(text))"
      }
    }
    log.append("@\(time.nanoseconds / 1_000_000) \(words.joined(separator: " "))")
  }
}

extension Instant {
  static func milliseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000) }
}
