import FeedConfig
import FeedCore

/// The opening of a bar: one progress from 0 to 1 that multiplies every number, gauge and chart.
enum BarOpening: Hashable, Sendable {
  /// Nothing to show has come yet.
  case pending
  case running(since: Instant)
  case done
}

extension Engine {
  /// The progress of the opening at `now`; nil when the bar is open.
  func openingProgress(at now: Instant) -> Double? {
    guard case .running(let start) = opening else { return nil }
    let duration = configuration.motion.openDuration
    guard duration > .zero, now < start + duration else { return nil }
    return Easing.easeOut.value(at: (now - start).seconds / duration.seconds)
  }

  mutating func begin(_ new: BarOpening, at now: Instant) {
    guard configuration.motion.openDuration > .zero else {
      opening = .done
      return
    }
    let others = isMoving(at: now, except: nil)
    opening = new
    join(
      start: now, end: now + configuration.motion.openDuration, alone: !others,
      framesPerSecond: frameRate)
  }

  /// Everything counts up once more, in one rhythm.
  mutating func replay(at now: Instant) {
    guard reduction == .none else { return }
    isDirty = true
    ahead = nil
    guard metrics.contains(where: { $0.opens && $0.reading.quantity?.isFinite == true }) else {
      opening = .pending
      return
    }
    for index in metrics.indices where metrics[index].opens { metrics[index].settle() }
    opening = .done
    begin(.running(since: now), at: now)
  }
}
