import FeedConfig
import FeedCore

/// The opening of a bar: one progress from 0 to 1 that multiplies every number, gauge and chart.
enum BarOpening: Hashable, Sendable {
  /// Nothing to show has come yet.
  case pending
  case running(Opening)
  case done
}

extension Engine {
  /// The progress of the opening at `now`; nil when the bar is open.
  func openingProgress(at now: Instant) -> Double? {
    guard case .running(let running) = opening, now < running.end else { return nil }
    return running.value(at: now)
  }

  /// The first value has come: whatever has none yet opens with it.
  mutating func open(at now: Instant) {
    guard reduction == .none else {
      opening = .done
      return
    }
    begin(at: now) { $0.opens && $0.reading == .missing }
  }

  /// Numbers count up once more, in one rhythm: those that the config lets do so for this reason.
  mutating func replay(
    _ reason: GlobalMotion.Replay, source: String? = nil, at now: Instant
  ) {
    let usual = configuration.motion.replayOn
    replay(at: now) { metric in
      (metric.configuration.replayOn ?? usual).contains(reason)
        && (source == nil || metric.configuration.source == source)
    }
  }

  /// The same for those of a group, or all, because somebody asks for it.
  mutating func replay(group: String?, at now: Instant) {
    replay(at: now) { group == nil || $0.configuration.motion.group == group }
    if group == nil { replayPanel(.open, at: now) }
  }

  private mutating func replay(at now: Instant, _ isMeant: (Metric) -> Bool) {
    guard reduction == .none else { return }
    func replays(_ metric: Metric) -> Bool { metric.opens && isMeant(metric) }
    let isNumber = { (metric: Metric) in metric.reading.quantity?.isFinite == true }
    guard metrics.contains(where: { replays($0) && isNumber($0) }) else { return }
    for index in metrics.indices where replays(metrics[index]) { metrics[index].settle() }
    begin(at: now, replays)
    changed()
  }

  private mutating func begin(at now: Instant, _ takesPart: (Metric) -> Bool) {
    opening = .done
    let duration = TimeSpan.seconds(
      configuration.motion.openDuration.seconds * limits.durationScale)
    guard duration > .zero, metrics.contains(where: takesPart) else { return }
    for index in metrics.indices { metrics[index].isOpening = takesPart(metrics[index]) }
    let others = isMoving(at: now, except: nil)
    let running = Opening(start: now, duration: duration)
    opening = .running(running)
    join(start: now, end: running.end, alone: !others, framesPerSecond: frameRate)
  }
}
