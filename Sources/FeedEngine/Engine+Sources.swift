import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin

extension Engine {
  /// A frame waits at most this long for those that were asked together.
  private static let gatheringLimit = TimeSpan.milliseconds(40)

  var isAwaitingAnswers: Bool { sources.contains { $0.isAwaited } }

  /// Lets every source do what is due.
  mutating func superviseDue(at now: Instant) {
    for index in sources.indices {
      guard let due = sources[index].supervision.deadline, due <= now else { continue }
      supervise(index, .wake, at: now)
    }
  }

  mutating func supervise(_ index: Int, _ event: Supervision.Event, at now: Instant) {
    let id = SourceID(index)
    for step in sources[index].supervision.handle(event, at: now) {
      switch step {
      case .start:
        sources[index].reader.begin()
        effects.append(.start(id, launch(of: sources[index].configuration)))
        if sources[index].configuration.mode == .once { expectAnswer(of: index, at: now) }
      case .tick:
        effects.append(.send(id, period.map { "tick \($0)" } ?? "tick"))
        expectAnswer(of: index, at: now)
      case .signal(.terminate): effects.append(.terminate(id))
      case .signal(.kill): effects.append(.kill(id))
      case .note(let text):
        let name = sources[index].configuration.name
        effects.append(
          .report(Diagnostic("source '\(name)': \(Sanitise.text(text))", severity: .warning)))
      }
    }
    showHealth(of: index)
  }

  private mutating func expectAnswer(of index: Int, at now: Instant) {
    sources[index].isAwaited = true
    if gathering == nil {
      gathering = Gathering(start: now, end: now + Self.gatheringLimit)
    }
  }

  private func launch(of source: SourceConfiguration) -> Launch {
    var environment = source.environment
    environment["ODOBAR_SOURCE"] = source.name
    if let interval = source.interval { environment["ODOBAR_INTERVAL"] = Self.plain(interval) }
    if let period { environment["ODOBAR_PERIOD"] = period }
    for (name, value) in source.parameters {
      environment["ODOBAR_PARAM_\(Self.upperCase(name))"] = value
    }
    environment["BLOCK_NAME"] = source.name
    environment["BLOCK_INSTANCE"] = source.parameters["instance"] ?? ""
    environment["BLOCK_INTERVAL"] = source.interval.map { Self.plain($0) } ?? "once"
    return Launch(
      arguments: source.arguments, environment: environment,
      workingDirectory: source.workingDirectory)
  }

  /// Seconds, without a fraction where there is none.
  private static func plain(_ span: TimeSpan) -> String {
    let quantity = Quantity.real(span.seconds).normalized
    if case .integer(let seconds) = quantity { return String(seconds) }
    return "\(span.seconds)"
  }

  private static func upperCase(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar -> Character in
        let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
        return isWord ? Character(scalar.properties.uppercaseMapping) : "_"
      })
  }

  // MARK: What sources say

  mutating func receive(_ id: SourceID, _ bytes: [UInt8], at now: Instant) {
    take(sources[id.index].reader.read(bytes), from: id.index, at: now)
  }

  private mutating func take(_ batch: ReportReader.Batch, from index: Int, at now: Instant) {
    guard !batch.reports.isEmpty || batch.rejection != nil else { return }
    sources[index].isAwaited = false
    guard !batch.reports.isEmpty else {
      return supervise(index, .rejected(batch.rejection ?? ""), at: now)
    }
    supervise(index, .reported, at: now)
    var changed: [String] = []
    for report in batch.reports {
      for field in report.fields {
        sources[index].set(
          field.name, field.reading,
          Metric.Facts(
            minimum: field.minimum, maximum: field.maximum, state: report.state,
            text: report.text))
        changed.append(field.name)
      }
    }
    publish(changed, of: index, at: now)
  }

  /// Gives the metrics of a source their new values.
  private mutating func publish(_ changed: [String], of index: Int, at now: Instant) {
    let source = sources[index]
    for metric in dependents[index] {
      guard let field = metrics[metric].configuration.field ?? source.firstField,
        let reading = source.fields[field]
      else { continue }
      if let facts = source.facts[field], facts != metrics[metric].facts {
        metrics[metric].facts = facts
        isDirty = true
        ahead = nil
      }
      guard changed.contains(field) else { continue }
      set(metric, reading, cause: .data, at: now)
    }
  }

  mutating func exited(_ id: SourceID, _ status: ExitStatus, at now: Instant) {
    // The last line counts without its newline, too.
    take(sources[id.index].reader.finish(status), from: id.index, at: now)
    sources[id.index].isAwaited = false
    supervise(id.index, .exited(status), at: now)
  }

  mutating func spawnFailed(_ id: SourceID, _ reason: String, at now: Instant) {
    sources[id.index].isAwaited = false
    supervise(id.index, .spawnFailed(reason), at: now)
  }

  /// Stale and failed sources are seen in all of their metrics.
  private mutating func showHealth(of index: Int) {
    let health: Metric.Health =
      switch sources[index].supervision.health {
      case .ok: .fine
      case .stale(_, let reason): .stale(Sanitise.text(reason))
      case .error(let reason): .failed(Sanitise.text(reason))
      }
    for metric in dependents[index] where metrics[metric].health != health {
      metrics[metric].health = health
      isDirty = true
      ahead = nil
    }
  }

  // MARK: Commands

  mutating func refresh(_ name: String?, at now: Instant) {
    for index in sources.indices where name == nil || sources[index].configuration.name == name {
      supervise(index, .refresh, at: now)
    }
  }

  mutating func changePeriod(_ name: String, at now: Instant) {
    let periods = configuration.panel.periods.map(\.name)
    guard name != period, periods.isEmpty || periods.contains(name) else { return }
    period = name
    if configuration.motion.replayOn.contains(.period) { replay(at: now) }
    if runsSources { refresh(nil, at: now) }
  }

  /// Takes what a script of events says in a source's place.
  mutating func report(_ line: String, from name: String, at now: Instant) {
    guard let index = sources.firstIndex(where: { $0.configuration.name == name }) else {
      return effects.append(.report(Diagnostic("no source '\(name)'")))
    }
    sources[index].reader.begin()
    take(sources[index].reader.read(Array(line.utf8) + [10]), from: index, at: now)
    clearFailure(of: index)
  }

  mutating func fail(_ name: String, _ message: String, at now: Instant) {
    guard let index = sources.firstIndex(where: { $0.configuration.name == name }) else {
      return effects.append(.report(Diagnostic("no source '\(name)'")))
    }
    for metric in dependents[index] {
      // As with a real source: the last value while there is one, and an error where none was,
      // or when it fails again.
      let isFirst = metrics[metric].health == .fine && metrics[metric].reading != .missing
      metrics[metric].health = isFirst ? .stale(message) : .failed(message)
    }
    isDirty = true
    ahead = nil
  }

  private mutating func clearFailure(of index: Int) {
    guard !runsSources else { return }
    for metric in dependents[index] where metrics[metric].health != .fine {
      metrics[metric].health = .fine
      isDirty = true
      ahead = nil
    }
  }

  mutating func stop(at now: Instant) {
    for index in sources.indices { supervise(index, .stop, at: now) }
    for feed in feeds where !feed.isBlocked && !feed.output.trailer.isEmpty {
      effects.append(.write(feed.id, feed.output.trailer))
    }
    feeds.removeAll()
  }
}
