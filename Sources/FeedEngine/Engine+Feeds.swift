import FeedConfig
import FeedCore
import FeedOutput

extension Engine {
  /// Takes a feed in; its first frame leaves at once, with placeholders for what has not come yet.
  ///
  /// One that is continued shows what an engine before this one has drawn, and keeps that until
  /// there is something newer; nothing counts up once more.
  mutating func open(
    _ id: FeedID, _ subject: FeedSubject, _ output: any Output, isContinued: Bool, at now: Instant
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
    feed.isBehind = !isContinued
    if isContinued, opening == .pending { opening = .done }
    feeds.append(feed)
    ahead = nil
    if subject == .panel { openPanel(at: now) }
    if output.showsDetails { panel.isStale = true }
    if !isContinued, !output.header.isEmpty { effects.append(.write(id, output.header)) }
  }

  /// What is wrong with the config, for a feed that has nothing else to show.
  var firstFault: (name: String, diagnostic: Diagnostic)? {
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
    let isKnown = { (name: String) in
      metricIndices[name] != nil || configuration.broken[name] != nil
    }
    switch subject {
    case .bar(let name): return bar(name) ?? []
    case .metric(let name): return [name]
    case .panel: return []
    case .either(let name): return isKnown(name) ? [name] : bar(name) ?? []
    }
  }

  mutating func close(_ id: FeedID) {
    feeds.removeAll { $0.id == id }
    ahead = nil
  }

  /// Ends a feed as its output wants to be left, if its reader can take that.
  mutating func end(_ id: FeedID) {
    guard let feed = feeds.first(where: { $0.id == id }) else { return }
    if !feed.isBlocked, !feed.output.trailer.isEmpty {
      effects.append(.write(id, feed.output.trailer))
    }
    effects.append(.close(id))
    close(id)
  }

  /// Another size of the place where a feed draws: whatever is there has to be drawn anew.
  mutating func resize(_ id: FeedID, _ output: any Output) {
    change(id) {
      $0.output = output
      $0.forget()
    }
    changed()
  }

  mutating func change(_ id: FeedID, _ change: (inout Feed) -> Void) {
    guard let index = feeds.firstIndex(where: { $0.id == id }) else { return }
    change(&feeds[index])
  }
}
