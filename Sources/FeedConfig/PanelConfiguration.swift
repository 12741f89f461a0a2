package import FeedCore

/// What the stats panel shows.
package struct PanelConfiguration: Hashable, Sendable {
  package struct Period: Hashable, Sendable {
    package var name: String
    package var title: String
    /// Nil: only sources know what it covers.
    package var span: PeriodSpan?

    package init(name: String, title: String, span: PeriodSpan? = nil) {
      self.name = name
      self.title = title
      self.span = span
    }
  }

  package struct Row: Hashable, Sendable {
    package var metric: String
    /// What stands for it in a period; nil: what the metric says.
    package var aggregate: HistoryAggregate?

    package init(metric: String, aggregate: HistoryAggregate? = nil) {
      self.metric = metric
      self.aggregate = aggregate
    }
  }

  package var title = "odobar"
  /// At least one; the first is shown when nobody has chosen.
  package var periods = [
    Period(name: "day", title: "Today", span: .day),
    Period(name: "week", title: "This week", span: .week),
    Period(name: "month", title: "This month", span: .month),
  ]
  package var rows: [Row] = []
  /// The config says something of it.
  package var isGiven = false
  /// Whether the values of its metrics are kept in a file.
  package var keepsHistory = false

  package init() {}
}
