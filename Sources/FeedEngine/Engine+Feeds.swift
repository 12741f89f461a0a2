import FeedConfig
import FeedCore
import FeedOutput

extension Engine {
  /// Takes a feed in; its first frame leaves at once, with placeholders for what has not come yet.
  mutating func open(_ id: FeedID, _ subject: FeedSubject, _ output: any Output) {
    var feed = Feed(id: id, subject: subject, output: output)
    for name in names(of: subject) {
      if let index = metricIndices[name] {
        feed.metrics.append(index)
      } else if let diagnostic = configuration.broken[name] {
        feed.failures.append((feed.metrics.count, name, diagnostic))
      }
    }
    feeds.append(feed)
    ahead = nil
    if !output.header.isEmpty { effects.append(.write(id, output.header)) }
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
    // Of a config that could not be read there is one bar, which says why.
    let fallback = configuration.bars.first?.metrics ?? []
    switch subject {
    case .bar(let name): return bar(name) ?? fallback
    case .metric(let name): return isKnown(name) ? [name] : fallback
    case .either(let name): return isKnown(name) ? [name] : bar(name) ?? fallback
    }
  }

  mutating func close(_ id: FeedID) {
    feeds.removeAll { $0.id == id }
    ahead = nil
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
