import FeedCore
import FeedOutput

extension ConfigDecoder {
  /// Motion over five seconds at a stretch keeps people from reading (WCAG 2.2.2).
  private static let longest = TimeSpan.seconds(5)

  mutating func decodeGlobalMotion(_ entry: Node.Entry) {
    guard case .mapping = entry.value else {
      if let layer = motionLayer(entry) { motion = layer.applied(to: motion) }
      return
    }
    guard let section = section(entry, .globalMotion) else { return }
    motion = layer(section).applied(to: motion)
    checkDuration(section, motion)
    if let entry = section["reduced"] {
      configuration.motion.reduced = choice(entry) ?? .auto
    }
    if let entry = section["reduced_style"] {
      configuration.motion.reducedStyle = choice(entry) ?? .jump
    }
    if let entry = section["power_saver"] {
      configuration.motion.powerSaver = choice(entry) ?? .jump
    }
    if let entry = section["replay_on"], let replay = replay(entry) {
      configuration.motion.replayOn = replay
    }
    setBackground(motion.background)
    if section["fps"] != nil { configuration.motion.framesPerSecond = motion.framesPerSecond }
  }

  mutating func decodeGroups(_ entry: Node.Entry) {
    groups = [:]
    for group in namedEntries(entry, kind: "groups") {
      let layer = motionLayer(group)
      groups?[group.key.text] = layer ?? MotionLayer()
      if case .mapping(let entries, let span) = group.value, let layer {
        let section = Section(entries, span: span)
        checkDuration(section, layer.applied(to: motion))
        if let inner = section["group"] {
          report("a group cannot be in a group", at: inner.value.span, hint: "leave 'group' out")
        }
      }
    }
    if let groups, !motion.group.isEmpty, groups[motion.group] == nil {
      report(
        "'motion' names the group '\(motion.group)', which is not here", at: entry.key.span,
        hint: Suggestion.hint(for: motion.group, among: groups.keys.sorted()))
    }
  }

  /// The motion of one metric: its own words over its group's over the global ones.
  mutating func metricMotion(_ entry: Node.Entry?) -> MotionSettings {
    guard let entry, let own = motionLayer(entry) else { return motion }
    let name = own.applied(to: motion).group
    var settings = motion
    if let group = groups?[name] { settings = group.applied(to: settings) }
    settings = own.applied(to: settings)
    if case .mapping(let entries, let span) = entry.value {
      checkDuration(Section(entries, span: span), settings)
    }
    if let groups, entry.value["group"] != nil, !name.isEmpty, groups[name] == nil {
      report(
        "there is no group '\(name)'", at: entry.value["group"]?.span ?? entry.value.span,
        hint: Suggestion.hint(for: name, among: groups.keys.sorted()))
    }
    return settings
  }

  /// The moments at which numbers run up from zero again: one name or a list.
  mutating func replay(_ entry: Node.Entry) -> Set<GlobalMotion.Replay>? {
    var replay: Set<GlobalMotion.Replay> = []
    for item in items(entry.value) {
      let one = Node.Entry(key: entry.key, value: item)
      guard let choice = choice(one, GlobalMotion.Replay.self) else { return nil }
      replay.insert(choice)
    }
    if replay.contains(.never), replay.count > 1 {
      report("'never' does not go with other moments", at: entry.value.span)
    }
    return replay
  }

  /// A bare name is the style.
  private mutating func motionLayer(_ entry: Node.Entry) -> MotionLayer? {
    if case .mapping = entry.value {
      return section(entry, .motion).map { self.layer($0) }
    }
    var layer = MotionLayer()
    guard let style = style(entry) else { return nil }
    layer.set(\.style, style)
    return layer
  }

  private mutating func style(_ entry: Node.Entry) -> String? {
    guard entry.value.scalar != nil else {
      expected("a motion style or a mapping", entry)
      return nil
    }
    let key = Node.Scalar(text: "motion style", isQuoted: false, span: entry.key.span)
    return name(entry.value, for: key, among: ["auto"] + context.motionStyles)
  }

  private mutating func layer(_ section: Section) -> MotionLayer {
    var layer = MotionLayer()
    if let entry = section["preset"], let preset = choice(entry, MotionPreset.self) {
      layer.change { preset.apply(to: &$0) }
    }
    layer.set(\.style, section["style"].flatMap { style($0) })
    layer.set(\.initial, section["initial"].flatMap { choice($0) })
    layer.set(\.trend, section["trend"].flatMap { choice($0) })
    layer.set(\.presence, section["presence"].flatMap { choice($0) })
    layer.set(\.retarget, section["retarget"].flatMap { choice($0) })
    layer.set(\.unit, section["unit"].flatMap { choice($0) })
    layer.set(\.edge, section["edge"].flatMap { choice($0) })
    layer.set(\.feedback, section["feedback"].flatMap { choice($0) })
    layer.set(\.continuous, section["continuous"].flatMap { flag($0) })
    layer.set(\.clamp, section["clamp"].flatMap { flag($0) })
    layer.set(\.framesPerSecond, section["fps"].flatMap { number($0, in: 1...60) })
    layer.set(\.budget, section["budget"].flatMap { number($0, in: 0...1) })
    layer.set(\.dim, section["dim"].flatMap { number($0, in: 0...1) })
    if let color = section["background"].flatMap({ color($0) }) {
      layer.set(\.background, color)
    }
    layer.set(\.group, section["group"].flatMap { text($0) })
    layer.set(\.threshold, section["threshold"].flatMap { threshold($0) })
    layer.set(
      \.stagger, section["stagger"].flatMap { duration($0, in: .zero...TimeSpan.seconds(1)) })
    layer.set(
      \.maximumDuration, section["max_duration"].flatMap { duration($0, in: .zero...Self.longest) })
    addCurve(section, to: &layer)
    addFlaps(section, to: &layer)
    return layer
  }

  /// Duration, easing and spring, the nearer of which drives out the farther.
  private mutating func addCurve(_ section: Section, to layer: inout MotionLayer) {
    let duration = section["duration"].flatMap { self.duration($0, in: .zero...Self.longest) }
    if let duration { layer.change { $0.duration = duration } }
    switch section["easing"].flatMap({ curve($0) }) {
    case .easing(let easing)?:
      layer.change {
        $0.easing = easing
        $0.spring = nil
      }
    case .snappy?:
      layer.change {
        $0.easing = nil
        $0.spring = duration.map { Spring(duration: $0, bounce: 0.15) } ?? .snappy
      }
    case nil: break
    }
    if let spring = section["spring"].flatMap({ self.spring($0) }) {
      let hasEasing = section["easing"] != nil
      layer.change {
        $0.spring = spring
        if !hasEasing { $0.easing = nil }
      }
    }
  }

  private mutating func checkDuration(_ section: Section, _ settings: MotionSettings) {
    guard let entry = section["duration"] ?? section["max_duration"],
      let duration = settings.duration, duration > settings.maximumDuration,
      duration <= Self.longest
    else { return }
    report(
      "a duration of \(duration.text) is over the 'max_duration' of "
        + "\(settings.maximumDuration.text)", at: entry.value.span)
  }

  /// `5`, or `1%` of the target.
  private mutating func threshold(_ entry: Node.Entry) -> MotionSettings.Threshold? {
    let text = entry.value.scalar?.text ?? ""
    if text.hasSuffix("%"), let share = ValueText.number(String(text.dropLast())),
      (0...100).contains(share)
    {
      return .relative(share / 100)
    }
    if let value = ValueText.number(text), value >= 0 { return .absolute(value) }
    expected("a number from 0 or a share like '1%'", entry)
    return nil
  }
}
