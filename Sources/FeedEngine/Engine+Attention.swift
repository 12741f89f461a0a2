import FeedCore
import FeedPlugin

extension Engine {
  /// Lets sources rest that only hidden feeds show, and asks those again that are seen.
  ///
  /// What the panel's past is made of goes on: it would have holes else.
  mutating func settleAttention(at now: Instant) {
    guard isAttentionStale else { return }
    isAttentionStale = false
    var shown: Set<Int> = []
    var seen = panel.keepsHistory ? sources(of: panel.keys.keys) : []
    for feed in feeds {
      let own = sources(of: feed.subject == .panel ? panel.rows.map(\.index) : feed.metrics)
        .union(feed.streams.map(\.source))
      shown.formUnion(own)
      if !feed.isPaused { seen.formUnion(own) }
    }
    for index in sources.indices {
      let isAttended = !shown.contains(index) || seen.contains(index)
      guard sources[index].supervision.isAttended != isAttended else { continue }
      supervise(index, .attended(isAttended), at: now)
      settleRest(of: index)
    }
  }

  /// The sources from which metrics have their values, also by way of others.
  private func sources(of metrics: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var open = Array(metrics)
    var visited = Set(open)
    while let index = open.popLast() {
      if let source = self.metrics[index].source { found.insert(source) }
      for input in (derivations.inputs[index] ?? [:]).values {
        switch input {
        case .field(let source, _): found.insert(source)
        case .metric(let other): if visited.insert(other).inserted { open.append(other) }
        }
      }
    }
    return found
  }
}
