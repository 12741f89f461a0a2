extension ClickPlace {
  /// What tmux is to call it when it is clicked: `odo.volume`, `odo-volume` for the minus.
  ///
  /// tmux takes 15 bytes. A name that is too long, or has letters that mean something to tmux or to
  /// a shell, is told by its hash.
  var tmuxRange: String {
    let sign = Self.signs.first { $0.part == part }?.sign ?? "."
    let isPlain = metric.utf8.count <= 11 && metric.allSatisfy(TmuxVariable.allows)
    return "odo\(sign)\(isPlain ? metric : Self.hash(metric))"
  }

  private static let signs: [(part: String, sign: Character)] = [
    (value, "."), ("minus", "-"), ("plus", "+"),
  ]

  /// The place that a range stands for, of metrics with these names; nil for ranges of others.
  package init?(tmuxRange range: String, among metrics: some Sequence<String>) {
    let sign = range.dropFirst(3).first
    guard range.hasPrefix("odo"), let part = Self.signs.first(where: { $0.sign == sign })?.part
    else { return nil }
    let found = metrics.first { ClickPlace(metric: $0, part: part).tmuxRange == range }
    guard let found else { return nil }
    self.init(metric: found, part: part)
  }

  /// Eleven hexadecimal digits.
  ///
  /// *Source:* FNV-1a, 64 bits (Fowler, Noll, Vo), of which 44 bits are taken.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    let digits = String(hash >> 20, radix: 16)
    return String(repeating: "0", count: 11 - digits.count) + digits
  }
}
