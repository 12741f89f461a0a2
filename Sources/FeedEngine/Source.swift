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
  /// The metrics that show something of it, by index.
  var metrics: [Int] = []
  /// Some of these show fields beside their own.
  var isQuoted = false
  /// The hint that was given last.
  var hint: String?

  init(_ configuration: SourceConfiguration) {
    self.configuration = configuration
    let parser = configuration.parser
    supervision = Supervision(
      SupervisionPolicy(
        mode: configuration.mode, interval: configuration.interval, timeout: configuration.timeout,
        normalStatuses: parser.normalStatuses))
    reader = ReportReader(parser: parser, mode: configuration.mode)
  }

  /// The field that a metric without one means: the first that is declared, else that came first.
  var firstField: String? {
    configuration.fields.first { !$0.name.hasSuffix("*") }?.name ?? order.first
  }

  /// Takes a field's newest value; returns whether it is another one.
  mutating func set(_ field: String, _ reading: Reading) -> Bool {
    let old = fields.updateValue(reading, forKey: field)
    if old == nil { order.append(field) }
    return old != reading
  }
}
