import FeedCore

/// The keys that one kind of mapping has.
struct Vocabulary {
  var keys: [String]
  /// Follows the key in a hint about a key in the wrong place: `belongs to a source`.
  var place: String

  static let top = Vocabulary(
    keys: [
      "motion", "groups", "locale", "theme", "sources", "metrics", "bars", "panel", "output",
      "include", "wrap",
    ], place: "stands at the top level")
  static let source = Vocabulary(
    keys: [
      "plugin", "command", "interval", "timeout", "mode", "protocol", "params", "env", "signal",
      "markup", "exec_if", "allow_actions",
    ], place: "belongs to a source")
  static let metric = Vocabulary(
    keys: [
      "source", "field", "tags", "value", "format", "motion", "gauge", "chart", "stepper",
      "thresholds", "title",
      "icon", "label", "short", "min_width", "align", "urgent", "hide_when", "separator", "color",
      "colors", "background", "accent", "tint", "look", "tile", "range", "min", "max", "on",
      "aggregate",
    ] + formatOptions, place: "belongs to a metric")
  static let formatOptions = [
    "locale", "sign", "minimum_digits", "width", "prefix", "suffix", "fraction",
  ]
  static let motion = Vocabulary(
    keys: [
      "style", "duration", "easing", "spring", "fps", "initial", "stagger", "trend", "continuous",
      "presence", "retarget", "clamp", "threshold", "budget", "max_duration", "group", "replay_on",
      "unit", "dim", "edge", "feedback", "background", "preset", "flaps", "drum", "flap", "digits",
    ], place: "belongs under 'motion'")
  static let globalMotion = Vocabulary(
    keys: motion.keys + ["reduced", "reduced_style", "power_saver"],
    place: "belongs to the 'motion' at the top level")
  static let spring = Vocabulary(
    keys: ["duration", "bounce", "stiffness", "damping", "mass"], place: "belongs under 'spring'")
  static let digits = Vocabulary(keys: ["wheels"], place: "belongs under 'digits'")
  static let wheel = Vocabulary(keys: ["max"], place: "belongs to a wheel")
  static let gauge = Vocabulary(keys: ["width", "style"], place: "belongs under 'gauge'")
  static let chart = Vocabulary(keys: ["width"], place: "belongs under 'chart'")
  static let stepper = Vocabulary(
    keys: ["range", "step", "minus", "plus"], place: "belongs under 'stepper'")
  static let thresholds = Vocabulary(
    keys: ["warning", "critical", "falling"], place: "belongs under 'thresholds'")
  static let states = Vocabulary(
    keys: MetricState.allCases.map(\.rawValue), place: "belongs under 'colors'")
  static let theme = Vocabulary(
    keys: states.keys + ["foreground", "background", "accent", "tile"],
    place: "belongs under 'theme'")
  static let tile = Vocabulary(
    keys: ["background", "foreground"], place: "belongs under 'tile'")
  static let actions = Vocabulary(
    keys: ClickButton.allCases.map(\.rawValue), place: "belongs under 'on'")
  static let hideWhen = Vocabulary(
    keys: ["below", "above", "state"], place: "belongs under 'hide_when'")
  static let bar = Vocabulary(keys: ["metrics"], place: "belongs to a bar")
  static let panel = Vocabulary(
    keys: ["title", "periods", "metrics", "history"], place: "belongs under 'panel'")
  static let period = Vocabulary(keys: ["title", "span"], place: "belongs to a period")
  static let panelMetric = Vocabulary(
    keys: ["metric", "show"], place: "belongs to a metric of the panel")
  static let wrap = Vocabulary(keys: ["motion", "rules"], place: "belongs under 'wrap'")
  static let wrapRule = Vocabulary(
    keys: ["match", "block", "motion"], place: "belongs to a rule of 'wrap'")
  static let output = Vocabulary(
    keys: ["background", "foreground", "separator", "colors", "rise", "look", "client"],
    place: "belongs under 'output'")

  /// In the order in which a misplaced key is looked up.
  private static let all = [
    top, source, metric, motion, globalMotion, spring, stepper, thresholds, actions, hideWhen,
    panel, period, panelMetric, output, states, theme, wrap, wrapRule,
  ]

  /// What to do about a key that is not among these.
  func hint(for unknown: String) -> String? {
    // A slip of the hand is likelier than a key in the wrong place.
    if let near = Suggestion.nearest(to: unknown, among: keys) { return "did you mean '\(near)'?" }
    if let home = Self.all.first(where: { $0.keys.contains(unknown) }) {
      return "'\(unknown)' \(home.place)"
    }
    // A list of more than a dozen names helps nobody in one line.
    guard keys.count <= 12 else { return nil }
    return Suggestion.hint(for: unknown, among: keys)
  }
}

/// A mapping whose keys are all known, by key.
struct Section {
  let span: SourceSpan
  private let entries: [String: Node.Entry]

  init(_ entries: [Node.Entry], span: SourceSpan) {
    self.span = span
    self.entries = Dictionary(entries.map { ($0.key.text, $0) }) { first, _ in first }
  }

  subscript(key: String) -> Node.Entry? { entries[key] }
}
