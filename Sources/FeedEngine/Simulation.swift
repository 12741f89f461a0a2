package import FeedConfig
package import FeedCore
package import FeedOutput

/// The engine in virtual time: a script of events in, frames out, and no source and no clock.
///
/// Time stands still between the moments at which something happens; they are whole
/// milliseconds, like the ticks of the frame clock.
package struct Simulation: Sendable {
  private var engine: Engine
  private let feed = FeedID(0)
  private(set) var now: Int64 = 0

  /// One frame as it would have been written, without its newline.
  package struct Shot: Hashable, Sendable {
    /// Milliseconds from the start.
    package var at: Int64
    package var line: [UInt8]
  }

  private var shots: [Shot] = []
  package private(set) var diagnostics: [Diagnostic] = []
  private var opening: [Event]
  /// What the clock on the wall says at 0.
  private let start: WallTime

  /// A Monday at midnight in UTC: 5 January 2026.
  package static let monday = WallTime(seconds: 1_767_571_200)

  package init(
    _ configuration: Configuration, subject: FeedSubject, output: any Output,
    limits: MotionLimits, start: WallTime = Simulation.monday
  ) {
    self.start = start
    engine = Engine(configuration, limits: limits, runsSources: false)
    opening = [.feedOpened(feed, subject, output)]
  }

  /// Takes in what happens at `time`, and gives the frames up to and with it.
  ///
  /// Events of one moment are taken in together: one frame shows them all.
  package mutating func take(_ events: [Event], at time: Int64) -> [Shot] {
    advance(to: time, including: false)
    now = max(now, time)
    perform(opening + events)
    opening = []
    return taken()
  }

  /// Lets time pass; gives the frames up to and with `time`.
  package mutating func pass(until time: Int64) -> [Shot] {
    if !opening.isEmpty, time >= 0 {
      perform(opening)
      opening = []
    }
    advance(to: time, including: true)
    now = max(now, time)
    return taken()
  }

  /// The next moment at which something happens by itself, nil when all is at rest.
  package var next: Int64? {
    engine.deadline.map { ($0.nanoseconds + 999_999) / 1_000_000 }
  }

  /// The picture now, whether or not it was drawn.
  package func picture() -> Shot {
    Shot(at: now, line: trimmed(engine.line(of: feed, at: instant) ?? []))
  }

  private var instant: Instant { .zero + .milliseconds(now) }

  private mutating func advance(to time: Int64, including: Bool) {
    while let due = next, including ? due <= time : due < time {
      now = max(now, due)
      perform([.woke])
      // A deadline that does not move on would hold time still for ever.
      if let again = next, again <= now { now += 1 }
    }
  }

  private mutating func perform(_ events: [Event]) {
    var answers: [Event] = []
    let wall = start + now / 1000
    for effect in engine.handle([.clock(wall)] + events, at: instant) {
      switch effect {
      case .write(_, let line): shots.append(Shot(at: now, line: trimmed(line)))
      case .report(let diagnostic): diagnostics.append(diagnostic)
      case .recall: answers.append(.recalled([]))
      case .begin, .close, .keep, .keepValues, .start, .send, .terminate, .kill, .signal, .launch:
        break
      }
    }
    if !answers.isEmpty { perform(answers) }
  }

  private func trimmed(_ line: [UInt8]) -> [UInt8] {
    line.last == UInt8(ascii: "\n") ? Array(line.dropLast()) : line
  }

  private mutating func taken() -> [Shot] {
    defer { shots = [] }
    return shots
  }
}
