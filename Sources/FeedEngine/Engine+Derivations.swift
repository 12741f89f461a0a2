import FeedConfig
import FeedCore

extension Engine {
  /// Computes what needs nothing that is still to come: it is there from the first.
  mutating func beginDerived() {
    for index in derivations.order where !metrics[index].configuration.hasOwnMotion {
      let inputs = derivations.inputs[index]?.values.compactMap { input -> Bool? in
        if case .metric(let other) = input { metrics[other].opens } else { nil }
      }
      guard let inputs, !inputs.isEmpty else { continue }
      metrics[index].opensAsInputs = inputs.contains(true)
    }
    for index in derivations.order {
      if let value = derivedValue(of: index) { metrics[index].begin(with: value) }
    }
  }

  /// A metric has changed: what is computed from it follows, in this frame.
  mutating func noteChange(of index: Int, cause: MotionPlan.Cause, asked: Instant?) {
    derivations.noteMetric(
      index, Derivations.Change(cause: cause, driver: index, asked: asked))
  }

  /// A field has changed, whether or not a metric shows it.
  mutating func noteFields(of source: Int, asked: Instant?) {
    derivations.noteSource(source, Derivations.Change(cause: .data, driver: nil, asked: asked))
    // The frame waits for those that were asked together, and the value with it.
    if asked != nil { gathering?.hasChanges = true }
  }

  /// Computes what has to be computed anew, each once, whatever of it has changed.
  mutating func settleDerived(at now: Instant) {
    guard !derivations.pending.isEmpty else { return }
    closeGathering(at: now)
    for index in derivations.order {
      guard let change = derivations.take(index, isGathering: gathering != nil) else { continue }
      inheritState(index, asked: change.asked)
      let value = derivedValue(of: index)
      set(
        index, value.map { .number($0) } ?? .missing, cause: change.cause, asked: change.asked,
        following: change.driver, at: now)
    }
  }

  private func derivedValue(of index: Int) -> Quantity? {
    let inputs = derivations.inputs[index]
    return metrics[index].configuration.formula?.value { reference in
      switch inputs?[reference] {
      case .metric(let input): metrics[input].reading.quantity
      case .field(let source, let name): sources[source].fields[name]?.quantity
      case nil: nil
      }
    }
  }

  /// What is computed is as well as the worst of what it is computed from.
  private mutating func inheritState(_ index: Int, asked: Instant?) {
    var health = Metric.Health.fine
    var facts = Metric.Facts()
    for reference in metrics[index].configuration.formula?.references ?? [] {
      var other = Metric.Health.fine
      switch derivations.inputs[index]?[reference] {
      case .metric(let input):
        other = metrics[input].health
        if let state = metrics[input].facts.state, state.gravity > facts.state?.gravity ?? 0 {
          facts.state = state
        }
      case .field(let source, _): other = sources[source].health
      case nil: break
      }
      if other.gravity > health.gravity { health = other }
    }
    setHealth(health, of: index)
    guard metrics[index].learn(facts) else { return }
    noteChange(of: index, cause: .data, asked: asked)
    changed(asked: asked)
  }
}

extension Metric.Health {
  /// From well to ill.
  fileprivate var gravity: Int {
    switch self {
    case .fine: 0
    case .stale: 1
    case .failed: 2
    }
  }
}

extension MetricState {
  /// From well to ill.
  fileprivate var gravity: Int {
    switch self {
    case .normal: 0
    case .disabled: 1
    case .warning: 2
    case .critical: 3
    case .stale: 4
    case .error: 5
    }
  }
}
