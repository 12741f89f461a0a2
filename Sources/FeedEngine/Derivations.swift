import FeedConfig
import FeedCore

/// Which metrics are computed from what, and which of them have to be computed anew.
struct Derivations: Sendable {
  /// What a formula's reference stands for.
  enum Input: Hashable, Sendable {
    case metric(Int)
    case field(source: Int, name: String)
  }

  /// Why a metric has to be computed anew.
  struct Change: Sendable {
    var cause: MotionPlan.Cause
    /// The metric that it follows in its motion; nil after a field that no metric shows.
    var driver: Int?
    /// When the source was asked, if others were asked with it.
    var asked: Instant?
  }

  /// What each computed metric needs, by index, in the order of its formula.
  let inputs: [Int: [Formula.Reference: Input]]
  /// Each after all that it needs.
  let order: [Int]
  private let byMetric: [Int: [Int]]
  private let bySource: [Int: [Int]]
  private(set) var pending: [Int: Change] = [:]

  /// References to what is not there are never given a value; a config has none.
  init(_ metrics: [Metric], sourceIndices: [String: Int]) {
    let metricIndices = Dictionary(
      metrics.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { _, last in last })
    var inputs: [Int: [Formula.Reference: Input]] = [:]
    var byMetric: [Int: [Int]] = [:]
    var bySource: [Int: [Int]] = [:]
    for (index, metric) in metrics.enumerated() {
      guard let formula = metric.configuration.formula else { continue }
      inputs[index] = [:]
      for reference in formula.references {
        if let field = reference.field {
          guard let source = sourceIndices[reference.name] else { continue }
          inputs[index]?[reference] = .field(source: source, name: field)
          bySource[source, default: []].append(index)
        } else if let input = metricIndices[reference.name] {
          inputs[index]?[reference] = .metric(input)
          byMetric[input, default: []].append(index)
        }
      }
    }
    self.inputs = inputs
    self.byMetric = byMetric
    self.bySource = bySource
    order = Self.order(inputs)
  }

  /// Takes whatever needs nothing that is still to come; what needs itself never comes.
  private static func order(_ inputs: [Int: [Formula.Reference: Input]]) -> [Int] {
    var open = inputs.keys.sorted()
    var order: [Int] = []
    while let next = open.firstIndex(where: { index in
      !(inputs[index] ?? [:]).values.contains { input in
        if case .metric(let need) = input { open.contains(need) } else { false }
      }
    }) {
      order.append(open.remove(at: next))
    }
    return order
  }

  mutating func noteMetric(_ index: Int, _ change: Change) {
    for dependent in byMetric[index] ?? [] { note(dependent, change) }
  }

  mutating func noteSource(_ index: Int, _ change: Change) {
    for dependent in bySource[index] ?? [] { note(dependent, change) }
  }

  /// A computed metric has to be computed anew, whatever it needs.
  mutating func noteAll(_ index: Int, _ change: Change) { note(index, change) }

  /// Of several changes of one moment a user's leads: somebody waits for it.
  private mutating func note(_ index: Int, _ change: Change) {
    guard let earlier = pending[index] else {
      pending[index] = change
      return
    }
    var both = earlier.cause == .user || change.cause == .data ? earlier : change
    if earlier.driver == nil { both.driver = change.driver }
    if earlier.asked == nil || change.asked == nil { both.asked = nil }
    pending[index] = both
  }

  /// Takes out the change of a metric; nil when it has none, or its frame waits for others.
  mutating func take(_ index: Int, isGathering: Bool) -> Change? {
    guard let change = pending[index], change.asked == nil || !isGathering else { return nil }
    return pending.removeValue(forKey: index)
  }
}
