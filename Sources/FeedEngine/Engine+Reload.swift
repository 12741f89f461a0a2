import FeedConfig
import FeedCore
import FeedPlugin

extension Engine {
  /// Puts a config in the place of the present one.
  ///
  /// Sources whose definition is the same run on; the others end, and begin anew. Metrics keep what
  /// they are worth, and motion goes on from where it is.
  mutating func reconfigure(
    _ new: Configuration, kept: [String: Quantity], at now: Instant
  ) {
    takeSteps(at: now)
    settleDerived(at: now)
    keepValues(at: now, isEnd: true)
    stopSources(unlike: new, at: now)
    var next = Engine(
      new, limits: limits, runsSources: runsSources, zone: panel.zone, kept: kept)
    next.takeOverSources(of: self)
    next.takeOverMetrics(of: self)
    next.takeOverFrames(of: self)
    next.panel.takeOver(panel, from: self, to: next)
    let periods = new.panel.periods.map(\.name)
    next.period = period.flatMap { periods.isEmpty || periods.contains($0) ? $0 : nil }
    self = next
    adapt(at: now)
  }

  // MARK: Sources

  private func isKept(_ source: Source, by new: Configuration) -> Bool {
    new.sources.contains { $0.isRun(like: source.configuration) }
  }

  private mutating func stopSources(unlike new: Configuration, at now: Instant) {
    for index in sources.indices where !isKept(sources[index], by: new) {
      supervise(index, .stop, at: now)
      let source = sources[index]
      guard source.supervision.isRunning else { continue }
      leaving.append(
        LeavingSource(
          id: source.id, name: source.configuration.name, supervision: source.supervision))
    }
  }

  private mutating func takeOverSources(of old: Engine) {
    hasBegun = old.hasBegun
    leaving = old.leaving
    nextSource = old.nextSource
    for index in sources.indices {
      let fresh = sources[index]
      if var source = old.sources.first(where: { $0.configuration.isRun(like: fresh.configuration) }
      ) {
        source.metrics = fresh.metrics
        source.isQuoted = fresh.isQuoted
        sources[index] = source
      } else {
        sources[index].id = SourceID(nextSource)
        nextSource += 1
      }
    }
    findSources()
  }

  // MARK: Metrics

  private mutating func takeOverMetrics(of old: Engine) {
    for index in metrics.indices {
      guard let place = old.metricIndices[metrics[index].name] else { continue }
      metrics[index].takeOver(old.metrics[place])
      if metrics[index].isOwnStepper, let value = metrics[index].reading.quantity {
        keeping.begin(index, with: value)
      }
    }
  }

  /// Brings up to the new config what the metrics were worth by the old one.
  private mutating func adapt(at now: Instant) {
    for index in metrics.indices {
      if let source = metrics[index].source {
        let field = metrics[index].configuration.field ?? sources[source].firstField
        if metrics[index].reading == .missing, let reading = sources[source].fields[field ?? ""] {
          set(index, reading, cause: .data, at: now)
          setHealth(sources[source].health, of: index)
        }
      }
    }
    for index in sources.indices { layAgain(of: index, at: now) }
    for index in derivations.order {
      derivations.noteAll(index, Derivations.Change(cause: .data, driver: nil, asked: nil))
    }
    beginSources(at: now)
    if panel.isOpen || needsPast { recallHistory() }
    changed()
  }

  // MARK: Frames

  private mutating func takeOverFrames(of old: Engine) {
    effects = old.effects
    clock = old.clock
    opening = old.opening
    frameDeadline = old.frameDeadline
    lastFrame = old.lastFrame
    paidUntil = old.paidUntil
    isDirty = old.isDirty
    configFault = old.configFault
    feeds = old.feeds
    for index in feeds.indices { feeds[index] = resolved(feeds[index]) }
  }
}

extension Metric {
  /// Takes over what a metric of this name was worth by another config.
  ///
  /// Where the readout looks the same, motion goes on; where it does not, there is no way from one
  /// to the other.
  mutating func takeOver(_ old: Metric) {
    isShortened = old.isShortened
    isUnfolded = old.isUnfolded
    guard old.configuration.source == configuration.source,
      old.configuration.field == configuration.field, old.isOwnStepper == isOwnStepper
    else { return }
    health = old.health
    isOpening = old.isOpening
    inherit(old)
  }
}

extension PanelState {
  /// Takes over what a panel by another config shows and knows.
  mutating func takeOver(_ old: PanelState, from oldEngine: Engine, to engine: Engine) {
    isOpen = old.isOpen
    opening = old.opening
    wall = old.wall
    recorder = old.recorder
    lastKept = old.lastKept
    for (index, time) in old.reported {
      if let place = engine.metricIndices[oldEngine.metrics[index].name] { reported[place] = time }
    }
    for index in rows.indices {
      guard let row = old.rows.first(where: { $0.key == rows[index].key }) else { continue }
      rows[index].number.inherit(row.number)
      rows[index].number.isOpening = row.number.isOpening
    }
    // What was read is what the config wanted: more may be wanted now.
    guard Set(keys.values).isSubset(of: old.keys.values), keepsHistory == old.keepsHistory else {
      return
    }
    book = old.book
    hasRecalled = old.hasRecalled
  }
}
