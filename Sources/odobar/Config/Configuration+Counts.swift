import FeedConfig

extension Configuration {
  /// What is in it, for people: `5 sources, 9 metrics, 1 bar`.
  var counts: String {
    [
      Self.counted(sources.count, "source"), Self.counted(metrics.count, "metric"),
      Self.counted(bars.count, "bar"),
    ].joined(separator: ", ")
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    count == 0 ? "no \(noun)s" : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
