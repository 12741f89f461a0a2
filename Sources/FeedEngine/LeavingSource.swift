import FeedConfig
import FeedCore
import FeedPlugin

/// A source that the config no longer has, or has otherwise, until its process has ended.
struct LeavingSource: Sendable {
  let id: SourceID
  let name: String
  var supervision: Supervision
}

extension Engine {
  /// Has a source of an earlier config end.
  mutating func seeOff(_ id: SourceID, _ event: Supervision.Event, at now: Instant) {
    guard let place = leaving.firstIndex(where: { $0.id == id }) else { return }
    for step in leaving[place].supervision.handle(event, at: now) {
      switch step {
      case .signal(.terminate): effects.append(.terminate(id))
      case .signal(.kill): effects.append(.kill(id))
      case .start, .tick, .note: break
      }
    }
    if !leaving[place].supervision.isRunning { leaving.remove(at: place) }
    settleSourcesDeadline()
    beginSources(at: now)
  }

  /// Begins those that have not begun, but for the ones whose predecessors have not ended.
  mutating func beginSources(at now: Instant) {
    guard hasBegun else { return }
    for index in sources.indices where !sources[index].supervision.isWanted {
      let name = sources[index].configuration.name
      guard !leaving.contains(where: { $0.name == name }) else { continue }
      supervise(index, .begin, at: now)
    }
  }
}
