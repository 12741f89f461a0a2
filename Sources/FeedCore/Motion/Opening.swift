/// One progress from 0 to 1 that multiplies every number, gauge and chart of what opens.
package struct Opening: Hashable, Sendable {
  package var start: Instant
  package var duration: TimeSpan
  package var easing: Easing

  package init(
    start: Instant, duration: TimeSpan = .milliseconds(750), easing: Easing = .easeOut
  ) {
    self.start = start
    self.duration = duration
    self.easing = easing
  }

  package var end: Instant { start + duration }

  /// The progress at `now`, 0…1; 1 from `end` on.
  package func value(at now: Instant) -> Double {
    guard now < end else { return 1 }
    return min(max(easing.value(at: (now - start).seconds / duration.seconds), 0), 1)
  }

  /// The part of `target` that is shown at `now`, not rounded; `target` itself from `end` on.
  package func part(of target: Quantity, at now: Instant) -> Quantity {
    let progress = value(at: now)
    return progress < 1 ? .real(target.double * progress) : target
  }
}
