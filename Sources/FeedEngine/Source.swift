import FeedConfig
import FeedCore
import FeedPlugin

/// One source as the engine sees it: its supervision, and what it last said.
struct Source: Sendable {
  let configuration: SourceConfiguration
  var supervision: Supervision
  var reader: ReportReader
  /// The newest value of each field, and the fields in the order in which they came.
  private(set) var fields: [String: Reading] = [:]
  private(set) var order: [String] = []
  private(set) var facts: [String: Metric.Facts] = [:]
  /// A question was asked with others, and a frame waits for the answer.
  var isAwaited = false

  init(_ configuration: SourceConfiguration) {
    self.configuration = configuration
    let mode: RunMode =
      switch configuration.mode {
      case .once: .once
      case .stream: .stream
      case .poll: .poll
      }
    let parser = Catalog.reportParsers[configuration.protocolName] ?? AutoReportParser()
    supervision = Supervision(
      SupervisionPolicy(
        mode: mode, interval: configuration.interval, timeout: configuration.timeout,
        normalStatuses: parser.normalStatuses))
    reader = ReportReader(parser: parser, mode: mode)
  }

  /// The field that a metric without one means: the first that is declared, else that came first.
  var firstField: String? {
    configuration.fields.first { !$0.name.hasSuffix("*") }?.name ?? order.first
  }

  /// The field as plain text; nothing when it has not been reported.
  func text(of field: String) -> String {
    switch fields[field] {
    case .number(.integer(let value)): String(value)
    case .number(.real(let value)): value.isFinite ? "\(value)" : Metric.placeholder
    case .text(let text): text
    case .missing, nil: ""
    }
  }

  mutating func set(_ field: String, _ reading: Reading, _ new: Metric.Facts) {
    if fields.updateValue(reading, forKey: field) == nil { order.append(field) }
    facts[field] = new
  }
}
