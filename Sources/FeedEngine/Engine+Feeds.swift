import FeedConfig
import FeedCore
import FeedOutput

extension Engine {
  /// Takes a feed in; its first frame leaves at once, with placeholders for what has not come yet.
  ///
  /// One that is continued shows what an engine before this one has drawn, and keeps that as long as
  /// there would be placeholders in its place; nothing counts up once more.
  mutating func open(
    _ id: FeedID, _ subject: FeedSubject, _ output: any Output, isContinued: Bool, at now: Instant
  ) {
    var feed = resolved(Feed(id: id, subject: subject, output: output, hasBegun: isContinued))
    let isKnown = feed.metrics.allSatisfy { metrics[$0].reading != .missing }
    feed.isBehind = !isContinued || isKnown
    if isContinued, opening == .pending { opening = .done }
    feeds.append(feed)
    ahead = nil
    if subject == .panel { openPanel(isContinued: isContinued) }
    if output.showsDetails { panel.isStale = true }
  }

  /// Has a feed show something else, in its newest state.
  mutating func turn(_ id: FeedID, to subject: FeedSubject, _ output: any Output) {
    guard let index = feeds.firstIndex(where: { $0.id == id }) else { return }
    feeds[index].subject = subject
    feeds[index].output = output
    feeds[index].forget()
    feeds[index] = resolved(feeds[index])
    changed()
  }

  /// Finds what a feed shows.
  mutating func resolved(_ feed: Feed) -> Feed {
    isAttentionStale = true
    var feed = feed
    feed.metrics = []
    feed.streams = []
    feed.failures = []
    for name in names(of: feed.subject) {
      if let index = metricIndices[name] {
        feed.metrics.append(index)
      } else if let source = sourceIndices[name] {
        feed.streams.append((feed.metrics.count, source))
      } else if let diagnostic = configuration.broken[name] {
        feed.failures.append((feed.metrics.count, name, diagnostic))
      }
    }
    guard feed.metrics.isEmpty, feed.streams.isEmpty, feed.failures.isEmpty,
      feed.subject != .panel
    else { return feed }
    if let (name, fault) = firstFault {
      feed.failures = [(0, name, fault)]
    } else if let name = feed.subject.name, !names(of: feed.subject).isEmpty || !isBar(name) {
      feed.failures = [(0, name, Diagnostic("the config has no '\(name)' any more"))]
    }
    return feed
  }

  private func isBar(_ name: String) -> Bool { configuration.bars.contains { $0.name == name } }

  /// Whether a feed shows that the config cannot be used: every bar, and the first of the feeds
  /// that show a single metric, with all that show the same.
  func showsConfigFault(_ feed: Feed) -> Bool {
    func isSingle(_ feed: Feed) -> Bool {
      guard let name = feed.subject.name else { return false }
      if case .bar = feed.subject { return false }
      return metricIndices[name] != nil || !isBar(name)
    }
    return !isSingle(feed) || feeds.first(where: isSingle)?.subject == feed.subject
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
    case .metrics(let names): return names
    case .either(let name): return isKnown(name) ? [name] : bar(name) ?? []
    }
  }

  mutating func close(_ id: FeedID) {
    feeds.removeAll { $0.id == id }
    isAttentionStale = true
    closePanel()
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
    let wasPaused = feeds[index].isPaused
    change(&feeds[index])
    if feeds[index].isPaused != wasPaused { isAttentionStale = true }
  }
}
