import FeedCore

/// The one rhythm of all motion: while anything moves, frames are drawn at its ticks only.
///
/// The first motion after a rest sets the rhythm, a whole number of ticks ending exactly at its
/// end; motions that join are drawn at the same ticks. Ticks lie on whole milliseconds and are
/// computed from the start, so lateness never adds up.
struct FrameClock: Sendable {
  private(set) var epoch: Instant?
  private var duration = TimeSpan.zero
  private var steps = 1
  /// The end of the motion that ends last.
  private(set) var end = Instant.zero
  /// Nothing has been drawn in this rhythm yet: its first frame need not be at a tick.
  private(set) var isFresh = false

  func isRunning(at now: Instant) -> Bool { epoch != nil && now < end }

  /// Takes a motion in; `alone` when nothing else is moving: then it sets the rhythm.
  mutating func join(start: Instant, end motionEnd: Instant, framesPerSecond: Double, alone: Bool) {
    guard !alone, epoch != nil else {
      if start != epoch { isFresh = true }
      epoch = start
      duration = max(motionEnd - start, .milliseconds(1))
      steps = Count.steps(seconds: duration.seconds, framesPerSecond: framesPerSecond)
      end = motionEnd
      return
    }
    end = max(end, motionEnd)
    // Ticks that are too far apart for the newcomer are divided: the others keep all of theirs.
    let parts = duration.seconds / Double(steps) * framesPerSecond
    if parts >= 2, steps < 1_000_000 { steps *= Int(min(parts, 1000)) }
  }

  /// A frame has been drawn: from now on the rhythm's ticks hold.
  mutating func drew() { isFresh = false }

  mutating func stop() {
    epoch = nil
    isFresh = false
  }

  /// The tick with `index`, counted from the start of the rhythm.
  private func tick(_ index: Int, from epoch: Instant) -> Instant {
    let exact = (Int128(duration.nanoseconds) * Int128(index) + Int128(steps - 1)) / Int128(steps)
    let milliseconds = (Int64(clamping: exact) + 999_999) / 1_000_000
    return epoch + .milliseconds(milliseconds)
  }

  private func index(of moment: Instant, from epoch: Instant) -> Int {
    let elapsed = Int128((moment - epoch).nanoseconds)
    var index = Int(clamping: elapsed * Int128(steps) / Int128(max(duration.nanoseconds, 1)))
    while index > 0, tick(index, from: epoch) > moment { index -= 1 }
    while tick(index + 1, from: epoch) <= moment { index += 1 }
    return index
  }

  /// The moment that a frame drawn at `now` shows: the last tick, or `now` when all is over.
  func sample(at now: Instant) -> Instant {
    guard let epoch, now >= epoch, now < end else { return now }
    return tick(index(of: now, from: epoch), from: epoch)
  }

  /// The first tick after `now`; never later than the end of the last motion.
  func next(after now: Instant) -> Instant? {
    guard let epoch, now < end else { return nil }
    guard now >= epoch else { return epoch }
    return min(tick(index(of: now, from: epoch) + 1, from: epoch), end)
  }
}
