import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin

extension Configuration {
  static func of(
    _ metrics: [MetricConfiguration], sources: [SourceConfiguration] = []
  ) -> Configuration {
    var configuration = Configuration()
    configuration.metrics = metrics
    configuration.sources = sources
    configuration.bars = [BarConfiguration(name: "main", metrics: metrics.map(\.name))]
    return configuration
  }
}

extension MetricConfiguration {
  /// A metric that shows its number in `format`, moving in `style`.
  static func of(
    _ name: String = "n", style: String = "count", format: String = "integer",
    argument: String? = nil, source: String? = nil, _ pieces: [Template.Segment]? = nil,
    _ change: (inout MetricConfiguration) -> Void = { _ in }
  ) -> MetricConfiguration {
    var options = FormatOptions()
    options.argument = argument
    options.locale.groupSeparator = ","
    options.locale.grouping = [3]
    guard let make = Catalog.formats[format], let formatter = try? make(options) else {
      fatalError("no format \(format)")
    }
    var metric = MetricConfiguration(
      name: name, formatter: formatter, title: name,
      template: Template(segments: pieces ?? [.placeholder(.value)]))
    metric.isText = format == "text"
    metric.source = source
    metric.motion.style = style
    change(&metric)
    return metric
  }
}

extension SourceConfiguration {
  static func of(
    _ name: String, mode: Mode = .poll, every interval: TimeSpan? = .seconds(1),
    timeout: TimeSpan = .seconds(10)
  ) -> SourceConfiguration {
    SourceConfiguration(
      name: name, arguments: [name], mode: mode, interval: interval, timeout: timeout)
  }
}

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Quantity: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
}
