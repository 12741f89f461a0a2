import FeedConfig
import FeedCore
import Testing

struct PanelDecodingTests {
  private static let metrics = """
    sources: {s: {command: "true"}}
    metrics:
      cpu: {source: s.cpu, format: percent}
      down: {source: s.down, format: {bytes: decimal, per: second}}
      clips: {source: s.clips, format: integer}
      steps: {stepper: {range: 0..100}, format: percent}
      clock: {source: s.clock, format: text}

    """

  private func panel(_ text: String) -> (PanelConfiguration, [String]) {
    let (configuration, faults) = read(Self.metrics + text)
    return (configuration.panel, faults.map(\.summary))
  }

  @Test func `a config without a panel has one, and keeps no history`() {
    let (panel, faults) = panel("")
    #expect(faults == [])
    #expect(panel.title == "odobar")
    #expect(panel.periods.map(\.span) == [.day, .week, .month])
    #expect(panel.rows.map(\.metric) == ["cpu", "down", "clips", "steps"])
    #expect(!panel.keepsHistory)
  }

  @Test func `a panel keeps a history unless it says no`() {
    #expect(panel("panel: {}").0.keepsHistory)
    #expect(panel("panel: {metrics: [cpu]}").0.keepsHistory)
    #expect(!panel("panel: {history: false}").0.keepsHistory)
  }

  @Test func `periods are known by their names or say what they cover`() {
    let (panel, faults) = panel(
      """
      panel:
        periods:
          day: Heute
          24h: Last day
          sprint: {title: Sprint, span: 14d}
          quarter: Quarter
          week: {span: 7d}
      """)
    #expect(faults == [])
    #expect(panel.periods.map(\.name) == ["day", "24h", "sprint", "quarter", "week"])
    #expect(panel.periods.map(\.title) == ["Heute", "Last day", "Sprint", "Quarter", "This week"])
    let days = { PeriodSpan.last(.seconds($0 * 86_400)) }
    #expect(panel.periods.map(\.span) == [.day, days(1), days(14), nil, days(7)])
  }

  @Test func `a list of periods has their own titles`() {
    let (panel, faults) = panel("panel: {periods: [day, week, year, 30d]}")
    #expect(faults == [])
    #expect(panel.periods.map(\.title) == ["Today", "This week", "year", "30d"])
    #expect(panel.periods[2].span == .year)
  }

  @Test func `each metric has the aggregate that suits it, or the one that is asked for`() {
    let (configuration, faults) = read(
      Self.metrics + "panel: {metrics: [cpu, {metric: down, show: max}, {metric: clips}]}")
    #expect(faults.map(\.summary) == [])
    #expect(
      configuration.panel.rows == [
        .init(metric: "cpu"), .init(metric: "down", aggregate: .max), .init(metric: "clips"),
      ])
    let aggregates = configuration.metrics.map(\.aggregate)
    #expect(aggregates == [.mean, .mean, .last, .last, .last])

    let own = read("metrics: {n: {stepper: {}, aggregate: sum}}").0
    #expect(own.metrics.map(\.aggregate) == [.sum])
  }
}
