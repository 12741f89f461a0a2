import FeedConfig
package import FeedCore
import FeedOutput

extension Engine {
  /// Frames a second: what the config says, else what the most demanding consumer is worth.
  var frameRate: Double {
    configuration.motion.framesPerSecond ?? feeds.map(\.output.frameRate).max() ?? 24
  }

  private var framePeriod: TimeSpan { .seconds(1 / max(frameRate, 1)) }

  func isMoving(at now: Instant, except index: Int?) -> Bool {
    if openingProgress(at: now) != nil { return true }
    return metrics.indices.contains { $0 != index && metrics[$0].isMoving(at: now) }
  }

  mutating func join(start: Instant, end: Instant, alone: Bool, framesPerSecond: Double) {
    clock.join(
      start: start, end: end, framesPerSecond: min(framesPerSecond, frameRate), alone: alone)
  }

  // MARK: When to draw

  /// Draws if it is time to, and settles when it will be time again.
  mutating func draw(at now: Instant) {
    if isDirty { schedule(at: now) }
    guard let due = frameDeadline, due <= now else { return }
    frameDeadline = nil
    isDirty = false
    let sample = clock.sample(at: now)
    emit(sample: sample, at: now)
    for index in metrics.indices { metrics[index].retire(at: now) }
    if case .running = opening, openingProgress(at: now) == nil { opening = .done }
    if isMoving(at: now, except: nil) { lookAhead(from: now) } else { clock.stop() }
  }

  /// When a change that came at `now` is drawn: with the next tick while something moves, else
  /// at once, but never more often than the frame rate.
  private mutating func schedule(at now: Instant) {
    let isFresh = clock.epoch.map { $0 >= (gathering?.start ?? now) } ?? true
    var due = now
    if !isFresh, let tick = clock.next(after: now) {
      due = tick
    } else if let lastFrame {
      // A new rhythm may begin between two frames of the old one, if they are not too close.
      let gap = clock.isRunning ? framePeriod.seconds / 2 : framePeriod.seconds
      due = max(due, lastFrame + .seconds(gap))
    }
    if let gathering, gathering.end > now, isAwaitingAnswers {
      // The very first frame waits for nobody: it shows placeholders.
      if lastFrame != nil { due = max(due, gathering.end) }
    } else {
      gathering = nil
    }
    if clock.isRunning, let frameDeadline { due = min(due, max(frameDeadline, now)) }
    frameDeadline = due
  }

  /// Finds the next tick at which any line differs from the last, so that nobody is woken for
  /// nothing.
  private mutating func lookAhead(from now: Instant) {
    guard feeds.contains(where: { !$0.isBlocked }) else { return }
    var moment = now
    while let tick = clock.next(after: moment) {
      var lines: [[UInt8]?] = []
      var differs = false
      for feed in feeds {
        guard !feed.isBlocked else {
          lines.append(nil)
          continue
        }
        let line = line(for: feed, at: tick)
        if line != feed.lastLine { differs = true }
        lines.append(line)
      }
      if differs || tick >= clock.end {
        ahead = (tick, lines)
        frameDeadline = tick
        return
      }
      moment = tick
    }
    frameDeadline = clock.end > now ? clock.end : nil
  }

  // MARK: What to draw

  private mutating func emit(sample: Instant, at now: Instant) {
    var hasWritten = false
    for index in feeds.indices where !feeds[index].isBlocked {
      let line: [UInt8]
      if let ahead, ahead.tick == sample, ahead.lines.count == feeds.count,
        let known = ahead.lines[index]
      {
        line = known
      } else {
        line = self.line(for: feeds[index], at: sample)
      }
      if write(line, to: index) { hasWritten = true }
    }
    ahead = nil
    if hasWritten { lastFrame = now }
  }

  private mutating func write(_ line: [UInt8], to index: Int) -> Bool {
    guard line != feeds[index].lastLine else { return false }
    feeds[index].lastLine = line
    effects.append(.write(feeds[index].id, line))
    return true
  }

  /// A reader that was behind gets the newest frame, and only that.
  mutating func catchUp(_ id: FeedID, at now: Instant) {
    guard let index = feeds.firstIndex(where: { $0.id == id }), !feeds[index].isBlocked else {
      return
    }
    if write(line(for: feeds[index], at: clock.sample(at: now)), to: index) { lastFrame = now }
    if frameDeadline == nil, isMoving(at: now, except: nil) { lookAhead(from: now) }
  }

  private func line(for feed: Feed, at now: Instant) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity((feed.lastLine?.count ?? 0) + 256)
    feed.output.append(frame(of: feed, at: now), to: &line)
    return line
  }

  /// The picture of a feed at a moment, whatever was drawn before.
  func frame(of feed: Feed, at now: Instant) -> Frame {
    let opening = openingProgress(at: now)
    var blocks: [Block] = []
    blocks.reserveCapacity(feed.metrics.count + feed.failures.count)
    var failures = feed.failures[...]
    for (position, index) in feed.metrics.enumerated() {
      while let failure = failures.first, failure.position <= position {
        blocks.append(Self.block(name: failure.name, for: failure.diagnostic))
        failures = failures.dropFirst()
      }
      guard !metrics[index].isHidden else { continue }
      let source = sourceIndex(of: index)
      let builder = BlockBuilder(now: now, opening: opening) { [sources] name in
        guard let source else { return "" }
        return sources[source].text(of: name)
      }
      blocks.append(builder.block(for: metrics[index]))
    }
    for failure in failures {
      blocks.append(Self.block(name: failure.name, for: failure.diagnostic))
    }
    return Frame(blocks: blocks)
  }

  private static func block(name: String, for diagnostic: Diagnostic) -> Block {
    var style = BlockStyle()
    style.isUrgent = true
    return Block(
      name: name, pieces: [.text("⚠ \(diagnostic.summary)")], state: .error, style: style,
      label: diagnostic.summary, title: name, problem: diagnostic.summary)
  }

  /// The line a feed would get at `now`, without its newline; for scripts of events.
  package func line(of id: FeedID, at now: Instant) -> [UInt8]? {
    feeds.first { $0.id == id }.map { line(for: $0, at: now) }
  }

  // MARK: Feeds

  mutating func open(
    _ id: FeedID, _ subject: FeedSubject, _ output: any Output, at now: Instant
  ) {
    var feed = Feed(id: id, subject: subject, output: output)
    for name in names(of: subject) {
      if let index = metricIndices[name] {
        feed.metrics.append(index)
      } else if let diagnostic = configuration.broken[name] {
        feed.failures.append((feed.metrics.count, name, diagnostic))
      }
    }
    if feed.metrics.isEmpty, feed.failures.isEmpty, let (name, fault) = firstFault {
      feed.failures = [(0, name, fault)]
    }
    feeds.append(feed)
    if !output.header.isEmpty { effects.append(.write(id, output.header)) }
    isDirty = true
    ahead = nil
    // The first frame leaves at once, with placeholders for what has not come yet.
    lastFrame = nil
  }

  /// What is wrong with the config, for a feed that has nothing else to show.
  private var firstFault: (name: String, diagnostic: Diagnostic)? {
    func place(_ fault: Diagnostic) -> Mark { fault.span?.start ?? Mark(line: 0, column: 0) }
    return configuration.broken.min { (place($0.value), $0.key) < (place($1.value), $1.key) }
      .map { ($0.key, $0.value) }
  }

  /// The metrics of a bar, or one metric, as the config names them.
  private func names(of subject: FeedSubject) -> [String] {
    func bar(_ name: String?) -> [String]? {
      guard let name else { return configuration.bars.first?.metrics }
      return configuration.bars.first { $0.name == name }?.metrics
    }
    switch subject {
    case .bar(let name): return bar(name) ?? []
    case .metric(let name): return [name]
    case .either(let name):
      if metricIndices[name] != nil || configuration.broken[name] != nil { return [name] }
      return bar(name) ?? []
    }
  }
}
