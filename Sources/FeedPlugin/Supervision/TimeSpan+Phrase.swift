import FeedCore

extension TimeSpan {
  /// For messages: `10 s`, `1.5 s`, `250 ms`.
  var phrase: String {
    let milliseconds = nanoseconds / 1_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let tenths = milliseconds % 1000 / 100
    return tenths == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds / 1000).\(tenths) s"
  }
}
