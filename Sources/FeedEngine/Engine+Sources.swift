import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin

extension Engine {
  /// Lets every source do what is due.
  mutating func superviseDue(at now: Instant) {
    guard let sourcesDeadline, sourcesDeadline <= now else { return }
    for index in sources.indices {
      guard let due = sources[index].supervision.deadline, due <= now else { continue }
      supervise(index, .wake, at: now)
    }
    for source in leaving {
      guard let due = source.supervision.deadline, due <= now else { continue }
      seeOff(source.id, .wake, at: now)
    }
  }

  mutating func supervise(_ index: Int, _ event: Supervision.Event, at now: Instant) {
    let id = sources[index].id
    let failures = sources[index].supervision.failureCount
    for step in sources[index].supervision.handle(event, at: now) {
      switch step {
      case .start:
        sources[index].starts += 1
        start(index, at: now)
      case .tick:
        let wish = sources[index].tell(at: now).map { "set \($0)" }
        effects.append(.send(id, wish ?? period.map { "tick \($0)" } ?? "tick"))
        expectAnswer(of: index, at: now)
      case .signal(.terminate): effects.append(.terminate(id))
      case .signal(.kill): effects.append(.kill(id))
      case .note(let text):
        // What the config hides where there is nothing to show is nothing to warn of.
        let shown = sources[index].metrics
        if !shown.isEmpty, shown.allSatisfy({ metrics[$0].isHidden }) { break }
        let name = sources[index].configuration.name
        effects.append(
          .report(Diagnostic("source '\(name)': \(Sanitise.text(text))", severity: .warning)))
      }
    }
    settleSourcesDeadline()
    if sources[index].supervision.failureCount != failures { dropWishes(of: index, at: now) }
    giveHint(of: index)
    showHealth(of: index)
  }

  private mutating func start(_ index: Int, at now: Instant) {
    let (id, configuration) = (sources[index].id, sources[index].configuration)
    sources[index].reader.begin()
    sources[index].foreign.begin()
    // What runs once is told by its environment, what runs on by a line.
    let wish = configuration.mode == .once ? sources[index].tell(at: now) : nil
    effects.append(
      .start(
        id,
        Launch(
          configuration, run: sources[index].takeRun(), parser: sources[index].reader.parser,
          period: period, wish: wish)))
    switch configuration.mode {
    case .once: expectAnswer(of: index, at: now)
    case .stream: tellStream(index, at: now)
    case .poll: break
    }
  }

  /// Says once what could help with a source that does nothing wrong and nothing at all.
  private mutating func giveHint(of index: Int) {
    let hint = sources[index].supervision.hint
    guard hint != sources[index].hint else { return }
    sources[index].hint = hint
    guard let hint else { return }
    let name = sources[index].configuration.name
    effects.append(.report(Diagnostic("source '\(name)': \(hint)", severity: .warning)))
  }

  // MARK: What sources say

  mutating func receive(_ id: SourceID, _ bytes: [UInt8], at now: Instant) {
    guard let index = sourcePlaces[id] else { return }
    take(sources[index].reader.read(bytes), from: index, at: now)
  }

  /// Takes in what came; gives why nothing of it could be understood.
  @discardableResult
  private mutating func take(
    _ batch: ReportReader.Batch, from index: Int, at now: Instant
  ) -> String? {
    guard !batch.reports.isEmpty || batch.rejection != nil else { return nil }
    let asked = answered(index, at: now)
    guard !batch.reports.isEmpty else {
      supervise(index, .rejected(batch.rejection ?? ""), at: now)
      return batch.rejection
    }
    // What is news is settled before anything else is asked.
    let (updates, isChanged) = news(
      in: settled(batch.reports, of: index, at: now), of: index, at: now)
    let isAnswer = sources[index].configuration.mode == .poll
    let silent = isAnswer ? sources[index].takeUnanswered() : []
    sources[index].lastReport = now
    supervise(index, .reported, at: now)
    if isChanged {
      if sources[index].isQuoted { changed(asked: asked) }
      noteFields(of: index, asked: asked)
    }
    publish(updates, of: index, asked: asked, at: now)
    takeForeign(batch.reports, of: index, asked: asked, at: now)
    for field in silent { restore(field, of: index, at: now) }
    // There may be more to tell.
    if isAnswer, !sources[index].wishes.isEmpty { tellDeadline = now }
    return nil
  }

  /// What of a source's reports is to be shown now; keeps what else they say.
  private mutating func settled(
    _ reports: [Report], of index: Int, at now: Instant
  ) -> [Report] {
    guard let last = reports.last else { return reports }
    sources[index].variables = last.variables
    let page = sources[index].pages.take(last, at: now)
    // A script for another bar says with each text all that there is to say.
    guard sources[index].reader.parser.conventions.isText else {
      return reports.dropLast() + [page]
    }
    return [sources[index].completed(page)]
  }

  /// Shows a report that a source made before.
  mutating func show(_ report: Report, of index: Int, at now: Instant) {
    let report = sources[index].completed(report)
    let (updates, isChanged) = news(in: [report], of: index, at: now)
    if isChanged {
      if sources[index].isQuoted { changed() }
      noteFields(of: index, asked: nil)
    }
    publish(updates, of: index, asked: nil, at: now)
  }

  /// Takes in all fields; gives those that are not older than what a user wants, and whether any
  /// field has changed.
  private mutating func news(
    in reports: [Report], of index: Int, at now: Instant
  ) -> (updates: [Update], isChanged: Bool) {
    var updates: [Update] = []
    var isChanged = false
    sources[index].hasSpoken = true
    for var report in reports {
      if report.blocks != nil { report.addMissing(of: sources[index].order) }
      if sources[index].learn(report, asked: period ?? shownPeriod?.name) { panel.isStale = true }
      for field in report.fields {
        if sources[index].set(field.name, field.reading) { isChanged = true }
        let isWanted = sources[index].wishes.contains { $0.field == field.name }
        guard sources[index].takes(field.reading, as: field.name, at: now) else { continue }
        let facts = Metric.Facts(
          minimum: field.minimum, maximum: field.maximum, state: field.state ?? report.state,
          text: report.text, share: field.share, inks: field.inks, appearance: report.appearance)
        updates.append(
          Update(
            field: field.name, reading: field.reading, written: field.written, facts: facts,
            cause: isWanted ? .user : .data))
      }
    }
    return (updates, isChanged)
  }

  /// One field of a report.
  private struct Update {
    var field: String
    var reading: Reading
    var written: String?
    var facts: Metric.Facts
    var cause: MotionPlan.Cause
  }

  /// Gives the metrics of a source their new values.
  private mutating func publish(
    _ updates: [Update], of index: Int, asked: Instant?, at now: Instant
  ) {
    let first = sources[index].firstField
    for metric in sources[index].metrics {
      guard let field = metrics[metric].configuration.field ?? first,
        let update = updates.first(where: { $0.field == field })
      else { continue }
      if metrics[metric].learn(update.facts) {
        changed(asked: asked)
        noteChange(of: metric, cause: update.cause, asked: asked)
      }
      // A text shows a number as it was printed.
      let written = metrics[metric].configuration.isText ? update.written : nil
      let reading = written.map { .text($0) } ?? update.reading
      set(metric, reading, cause: update.cause, asked: asked, at: now)
    }
  }

  mutating func exited(_ id: SourceID, _ status: ExitStatus, at now: Instant) {
    guard let index = sourcePlaces[id] else { return seeOff(id, .exited(status), at: now) }
    // The last line counts without its newline, too.
    take(sources[index].reader.finish(status), from: index, at: now)
    _ = answered(index, at: now)
    // A run that was to set something and ended without a word of it has not set it.
    let silent = sources[index].takeUnanswered()
    supervise(index, .exited(status), at: now)
    for field in silent { restore(field, of: index, at: now) }
  }

  mutating func spawnFailed(_ id: SourceID, _ reason: String, at now: Instant) {
    guard let index = sourcePlaces[id] else { return seeOff(id, .spawnFailed(reason), at: now) }
    _ = answered(index, at: now)
    supervise(index, .spawnFailed(reason), at: now)
  }

  /// Stale and failed sources are seen in all of their metrics.
  private mutating func showHealth(of index: Int) {
    guard runsSources else { return }
    let health: Metric.Health =
      switch sources[index].supervision.health {
      case .ok: .fine
      case .stale(_, let reason): .stale(Sanitise.text(reason))
      case .error(let reason): .failed(Sanitise.text(reason))
      }
    setHealth(health, ofSource: index)
  }

  /// That of a source is that of all its metrics, and of what is computed from its fields.
  private mutating func setHealth(_ health: Metric.Health, ofSource index: Int) {
    if sources[index].health != health {
      sources[index].health = health
      noteFields(of: index, asked: nil)
    }
    for metric in sources[index].metrics { setHealth(health, of: metric) }
    if feeds.contains(where: { $0.streams.contains { $0.source == index } }) { changed() }
  }

  // MARK: Commands

  /// The name of a source that the config still has.
  package func name(of id: SourceID) -> String? {
    sourcePlaces[id].map { sources[$0].configuration.name }
  }

  /// Asks a source for a new value, or all of them.
  mutating func refresh(_ name: String?, at now: Instant) {
    if let name {
      guard let index = sourceIndex(named: name) else { return }
      supervise(index, .refresh, at: now)
    } else {
      for index in sources.indices { supervise(index, .refresh, at: now) }
    }
    replay(.refresh, source: name, at: now)
  }

  mutating func changePeriod(_ name: String, at now: Instant) {
    let periods = configuration.panel.periods.map(\.name)
    guard name != period, periods.isEmpty || periods.contains(name) else { return }
    period = name
    replay(.period, at: now)
    replayPanel(.period, at: now)
    for index in sources.indices { supervise(index, .refresh, at: now) }
  }

  /// Takes what a script of events says in a source's place.
  mutating func report(_ line: String, from name: String, at now: Instant) {
    guard let index = sourceIndex(named: name) else { return }
    sources[index].reader.begin()
    var rejection = take(
      sources[index].reader.read(Array(line.utf8) + [10]), from: index, at: now)
    // What is a whole run of a script is all that it says here, too.
    if sources[index].reader.awaitsEnd {
      rejection = take(sources[index].reader.finish(.exited(0)), from: index, at: now) ?? rejection
    }
    guard !runsSources else { return }
    if let rejection { return fail(name, rejection, at: now) }
    setHealth(.fine, ofSource: index)
  }

  mutating func fail(_ name: String, _ message: String, at now: Instant) {
    guard let index = sourceIndex(named: name) else { return }
    let message = Sanitise.text(message)
    // As with a real source: the last value while there is one, and an error where none was,
    // or when it fails again.
    let isFirst = sources[index].health == .fine && !sources[index].fields.isEmpty
    sources[index].health = isFirst ? .stale(message) : .failed(message)
    noteFields(of: index, asked: nil)
    for metric in sources[index].metrics {
      let isFirst = metrics[metric].health == .fine && metrics[metric].reading != .missing
      setHealth(isFirst ? .stale(message) : .failed(message), of: metric)
    }
  }

  private mutating func sourceIndex(named name: String) -> Int? {
    if let index = sourceIndices[name] { return index }
    effects.append(.report(Diagnostic("no source '\(name)'")))
    return nil
  }

  mutating func stop(at now: Instant) {
    keepRest()
    takeSteps(at: now)
    keepValues(at: now, isEnd: true)
    for index in sources.indices { sources[index].wishes = [] }
    tellDeadline = nil
    hasBegun = false
    for index in sources.indices { supervise(index, .stop, at: now) }
    for feed in feeds { end(feed.id) }
  }
}
