import FeedConfig
package import FeedCore
import FeedPlugin

/// How an engine is, for a person who wonders.
package struct EngineStatus: Hashable, Sendable {
  package struct Feed: Hashable, Sendable {
    package var id: FeedID
    package var subject: FeedSubject
    /// Its reader has not taken the last line.
    package var isBlocked: Bool
    package var isPaused: Bool
  }

  package struct Source: Hashable, Sendable {
    package var name: String
    /// `ok`, `stale`, `error`, or `waiting` for its first report.
    package var state: String
    package var mode: String
    package var isRunning: Bool
    /// How often it was started.
    package var starts: Int
    /// Since its last report that could be understood.
    package var age: TimeSpan?
    /// Until it is started or asked again.
    package var due: TimeSpan?
    /// Why it is not well.
    package var problem: String?
  }

  /// Why the config as it is now is not used, but the one before it; nil when it is.
  package var problem: String?
  package var feeds: [Feed]
  package var sources: [Source]
}

extension Engine {
  /// How all is at `now`.
  package func status(at now: Instant) -> EngineStatus {
    EngineStatus(
      problem: configFault?.summary,
      feeds: feeds.map { feed in
        EngineStatus.Feed(
          id: feed.id, subject: feed.subject, isBlocked: feed.isBlocked, isPaused: feed.isPaused)
      }, sources: sources.map { status(of: $0, at: now) })
  }

  private func status(of source: Source, at now: Instant) -> EngineStatus.Source {
    var state = source.lastReport == nil ? "waiting" : "ok"
    var problem: String?
    switch source.supervision.health {
    case .ok: break
    case .stale(_, let reason): (state, problem) = ("stale", reason)
    case .error(let reason): (state, problem) = ("error", reason)
    }
    return EngineStatus.Source(
      name: source.configuration.name, state: state, mode: source.configuration.mode.rawValue,
      isRunning: source.supervision.isRunning, starts: source.starts,
      age: source.lastReport.map { now - $0 },
      due: source.supervision.nextDue.map { max($0 - now, .zero) },
      problem: problem.map { Sanitise.text($0) })
  }
}
