import FeedCore

extension ConfigDecoder {
  private static let gaugeWidth = 8
  private static let chartWidth = 12

  mutating func decodeLook(_ metric: inout MetricConfiguration, _ section: Section) {
    if let entry = section["gauge"] {
      metric.gauge = width(entry, .gauge, default: Self.gaugeWidth).map { .init(width: $0) }
      if let style = entry.value.entry("style") { metric.gauge?.style = choice(style) ?? .auto }
    }
    if let entry = section["chart"] {
      metric.chart = width(entry, .chart, default: Self.chartWidth).map { .init(width: $0) }
    }
    metric.colors = theme.colors
    metric.accent = theme.accent
    metric.look = look
    metric.tile = theme.tile
    if let entry = section["colors"] {
      metric.colors.merge(colors(entry)) { _, own in own }
    }
    if let entry = section["color"] { metric.colors[.normal] = color(entry) }
    if let entry = section["background"] { metric.background = color(entry) }
    if let entry = section["accent"] { metric.accent = color(entry) }
    if let entry = section["tint"] { metric.tint = color(entry) }
    if let entry = section["look"] { metric.look = choice(entry) ?? look }
    if let entry = section["tile"] { metric.tile = tile(entry, over: theme.tile) }
    if let entry = section["min_width"] {
      metric.minimumWidth = integer(entry, in: 0...200) ?? 0
    }
    if let entry = section["align"] { metric.align = choice(entry) ?? .left }
    if let entry = section["separator"] { metric.hasSeparator = flag(entry) ?? true }
    if let entry = section["urgent"] { metric.urgentStates = urgentStates(entry) }
    if let entry = section["hide_when"] { metric.hideWhen = hideCondition(entry) ?? .never }
  }

  /// `{width: 8}`, `8`, or `true` for the width that we choose.
  private mutating func width(
    _ entry: Node.Entry, _ vocabulary: Vocabulary, default width: Int
  ) -> Int? {
    switch entry.value.plain {
    case "true": return width
    case "false": return nil
    case _?: return integer(entry, in: 1...64)
    case nil: break
    }
    guard let section = section(entry, vocabulary) else { return nil }
    return section["width"].map { integer($0, in: 1...64) } ?? width
  }

  /// The colours of tiles, those of `other` where it says nothing.
  mutating func tile(_ entry: Node.Entry, over other: BlockStyle.Tile) -> BlockStyle.Tile {
    guard let section = section(entry, .tile) else { return other }
    return BlockStyle.Tile(
      background: section["background"].flatMap { color($0) } ?? other.background,
      foreground: section["foreground"].flatMap { color($0) } ?? other.foreground)
  }

  mutating func colors(_ entry: Node.Entry) -> [MetricState: Color] {
    guard let section = section(entry, .states) else { return [:] }
    var colors: [MetricState: Color] = [:]
    for state in MetricState.allCases {
      guard let entry = section[state.rawValue] else { continue }
      colors[state] = color(entry)
    }
    return colors
  }

  private mutating func states(_ node: Node, for key: Node.Scalar) -> Set<MetricState> {
    let states = items(node).compactMap { item -> MetricState? in
      let state = Node.Scalar(text: "state", isQuoted: false, span: key.span)
      return choice(Node.Entry(key: state, value: item))
    }
    return Set(states)
  }

  /// `critical`, a list of states, `true` for the critical one.
  private mutating func urgentStates(_ entry: Node.Entry) -> Set<MetricState> {
    switch entry.value.plain {
    case "true": [.critical]
    case "false": []
    default: states(entry.value, for: entry.key)
    }
  }

  /// `missing`, `zero`, `empty`, `never`, `{below: 5}`, `{above: 5}` or `{state: normal}`.
  private mutating func hideCondition(
    _ entry: Node.Entry
  ) -> MetricConfiguration.HideCondition? {
    guard case .mapping = entry.value else {
      let names = ["missing", "zero", "empty", "never"]
      switch name(entry.value, for: entry.key, among: names) {
      case "missing": return .missing
      case "zero": return .zero
      case "empty": return .empty
      default: return .never
      }
    }
    guard let section = section(entry, .hideWhen) else { return nil }
    let conditions = Vocabulary.hideWhen.keys.compactMap { section[$0] }
    guard let condition = conditions.first, conditions.count == 1 else {
      report("'hide_when' takes one condition", at: entry.value.span)
      return nil
    }
    if condition.key.text == "state" {
      return .state(states(condition.value, for: condition.key))
    }
    guard let limit = quantity(condition.value, for: condition.key)?.double else { return nil }
    return condition.key.text == "below" ? .below(limit) : .above(limit)
  }
}
