import FeedConfig
package import FeedCore
import FeedOutput

extension Engine {
  /// Frames a second: what the config says, else what the most demanding consumer is worth, within
  /// what can be afforded.
  var frameRate: Double {
    let wanted = feeds.map(\.output.frameRate).max() ?? 24
    let usual = limits.usualFrameRate.map { min($0, wanted) } ?? wanted
    let chosen = configuration.motion.framesPerSecond ?? usual
    return limits.greatestFrameRate.map { min($0, chosen) } ?? chosen
  }

  /// A change waits no longer than this for a tick.
  private static let longestWait = TimeSpan.milliseconds(150)

  private var framePeriod: TimeSpan { .seconds(1 / max(frameRate, 1)) }

  func isMoving(at now: Instant, except index: Int?) -> Bool {
    if openingProgress(at: now) != nil || panel.isMoving(at: now) { return true }
    return metrics.indices.contains { $0 != index && metrics[$0].movesUntil > now }
  }

  /// Gives a motion a place in the rhythm; `alone` when nothing else moves.
  mutating func join(start: Instant, end: Instant, alone: Bool, framesPerSecond: Double) {
    clock.join(
      start: start, end: end, framesPerSecond: min(framesPerSecond, frameRate), alone: alone)
  }

  /// Something that is seen is no longer as it was drawn.
  mutating func changed() {
    isDirty = true
    ahead = nil
  }

  // MARK: When to draw

  /// Draws if it is time to, and settles when it will be time again.
  mutating func draw(at now: Instant) {
    closeGathering(at: now)
    guard feeds.contains(where: \.isOpen) else {
      // Whoever can be drawn again is behind, and gets all that is new at once.
      (isDirty, frameDeadline, ahead) = (false, nil, nil)
      return
    }
    if isDirty {
      let soonest = soonestFrame(at: now)
      frameDeadline = frameDeadline.map { min($0, soonest) } ?? soonest
    }
    if let due = frameDeadline, due <= now {
      frameDeadline = nil
      isDirty = false
      emit(at: now) { $0.isOpen }
      clock.drew()
      for index in metrics.indices { metrics[index].retire(at: now) }
      for index in panel.rows.indices { panel.rows[index].number.retire(at: now) }
      if endFeedback() {
        changed()
        frameDeadline = soonestFrame(at: now)
        return
      }
    } else {
      guard feeds.contains(where: { $0.isBehind && $0.isOpen }) else { return }
      emit(at: now) { $0.isBehind && $0.isOpen }
    }
    if !isDirty { lookAhead(from: now) }
  }

  /// What has stood out for a frame does so no longer; false where nothing has.
  private mutating func endFeedback() -> Bool {
    let ended = metrics.indices.filter { metrics[$0].standsOut }
    for index in ended { metrics[index].standsOut = false }
    return !ended.isEmpty
  }

  /// When a change that came at `now` can be drawn: with the next tick while something moves,
  /// else at once, but never more often than the frame rate.
  private func soonestFrame(at now: Instant) -> Instant {
    let rested = lastFrame.map { max(now, $0 + framePeriod) } ?? now
    // A tick at this very moment is still to come, unless a rhythm begins or it was drawn.
    let isDrawn = clock.isFresh || lastFrame == now
    let seen = isDrawn ? now : now + TimeSpan(nanoseconds: -1)
    guard clock.isRunning(at: now), let tick = nextTick(after: seen) else { return rested }
    // A new rhythm may begin between two frames of the old one, if they are not too close.
    if clock.isFresh { return min(tick, max(now, earliestFrame ?? now)) }
    // A slow rhythm keeps nobody waiting.
    return tick - now > max(framePeriod, Self.longestWait) ? rested : tick
  }

  /// Half a period before the frames written so far are paid for: so much may be drawn in advance.
  private var earliestFrame: Instant? {
    paidUntil.map { $0 + .seconds(framePeriod.seconds / -2) }
  }

  /// The first tick after `moment` that is no closer to the last frame than is allowed.
  private func nextTick(after moment: Instant) -> Instant? {
    // Ticks on whole milliseconds may be one closer than the rhythm.
    let limit = earliestFrame.map { $0 + .milliseconds(-1) } ?? moment
    var moment = moment
    while let tick = clock.next(after: moment) {
      if tick >= limit { return tick }
      if tick == clock.end { return limit }
      moment = tick
    }
    return nil
  }

  /// Finds the next tick at which any line differs from the last, so that nobody is woken for
  /// nothing.
  private mutating func lookAhead(from now: Instant) {
    ahead = nil
    frameDeadline = nil
    guard isMoving(at: now, except: nil) else { return clock.stop() }
    guard feeds.contains(where: { $0.isOpen }) else { return }
    var moment = now
    while let tick = nextTick(after: moment) {
      var lines: [[UInt8]?] = []
      var isNew = false
      for place in feeds.indices {
        let line = feeds[place].isOpen ? line(forFeed: place, at: tick) : nil
        if line != nil, line != feeds[place].lastLine { isNew = true }
        lines.append(line)
      }
      if isNew {
        ahead = (tick, lines)
        frameDeadline = tick
        return
      }
      moment = tick
    }
  }

  // MARK: What to draw

  /// Writes to the feeds that `isWanted` names, each its line of this moment if it has another.
  private mutating func emit(at now: Instant, to isWanted: (Feed) -> Bool) {
    let sample = clock.sample(at: now)
    var hasWritten = false
    for index in feeds.indices where isWanted(feeds[index]) {
      let known = ahead.flatMap { $0.tick == sample ? $0.lines[index] : nil }
      let line = known ?? line(forFeed: index, at: sample)
      feeds[index].isBehind = false
      let last = feeds[index].lastLine
      guard feeds[index].take(line, at: now) else { continue }
      let change = feeds[index].output.change(from: last, to: line)
      if !feeds[index].hasBegun {
        effects.append(.begin(feeds[index].id, feeds[index].output.header))
      }
      effects.append(.write(feeds[index].id, change))
      hasWritten = true
    }
    ahead = nil
    guard hasWritten else { return }
    lastFrame = now
    // What is drawn late takes nothing from the next tick.
    paidUntil = max(paidUntil ?? sample, sample) + framePeriod
  }

  /// Says lines again to consumers that may have missed them.
  mutating func repeatLines(at now: Instant) {
    for index in feeds.indices {
      guard let line = feeds[index].repetition(at: now) else { continue }
      effects.append(.write(feeds[index].id, line))
    }
  }

  /// Nothing yet, with room for a line that is like the last.
  func room(for feed: Feed) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity((feed.lastLine?.count ?? 0) + 256)
    return line
  }

  /// The line of a feed at a moment, composed anew.
  func line(for feed: Feed, at now: Instant) -> [UInt8] {
    var line = room(for: feed)
    feed.output.append(frame(of: feed, at: now), to: &line)
    return line
  }

  /// The picture of a feed at a moment, whatever was drawn before.
  func frame(of feed: Feed, at now: Instant) -> Frame {
    if feed.subject == .panel { return Frame(panel: panelFrame(feed.view, at: now)) }
    let opening = openingProgress(at: now)
    var blocks: [Block] = []
    blocks.reserveCapacity(feed.metrics.count + feed.failures.count)
    var failures = feed.failures[...]
    var streams = feed.streams[...]
    /// What stands before the metric at a position.
    func appendOthers(before position: Int) {
      while let stream = streams.first, stream.position <= position {
        blocks += foreignBlocks(of: stream.source, at: now)
        streams = streams.dropFirst()
      }
      while let failure = failures.first, failure.position <= position {
        blocks.append(Self.block(name: failure.name, for: failure.diagnostic))
        failures = failures.dropFirst()
      }
    }
    for (position, index) in feed.metrics.enumerated() {
      appendOthers(before: position)
      guard !metrics[index].isHidden else { continue }
      blocks.append(composed(index, for: feed.output, at: now, opening: opening))
    }
    appendOthers(before: .max)
    if let configFault, showsConfigFault(feed) {
      blocks.append(Self.block(name: "config", for: configFault))
    }
    return Frame(blocks: blocks)
  }

  /// Longer texts of faults would push the rest off the bar; tooltips and labels have them whole.
  private static func shortened(_ text: String) -> String {
    text.count <= 96 ? text : text.prefix(95) + "…"
  }

  private static func block(name: String, for diagnostic: Diagnostic) -> Block {
    var style = BlockStyle()
    style.isUrgent = true
    return Block(
      name: name, pieces: [.text(Self.shortened("⚠ \(diagnostic.summary)"))], state: .error,
      style: style,
      label: diagnostic.summary, title: name, problem: diagnostic.summary)
  }

  /// The line a feed would get at `now`, composed anew; for scripts of events.
  package func line(of id: FeedID, at now: Instant) -> [UInt8]? {
    feeds.first { $0.id == id }.map { line(for: $0, at: now) }
  }
}
