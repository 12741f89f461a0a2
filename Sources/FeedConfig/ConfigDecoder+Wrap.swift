import FeedCore

extension ConfigDecoder {
  /// How numbers move in what other generators say.
  ///
  /// Without a word of its own that is as everywhere, but that `auto` is `roll`: generators say
  /// their texts anew each second, whether or not they have changed.
  mutating func decodeWrap(_ entry: Node.Entry) {
    guard let section = section(entry, .wrap) else { return }
    configuration.wrap.motion = metricMotion(section["motion"])
    configuration.wrap.rules = section["rules"].map { rules($0) } ?? TextRules()
  }

  private mutating func rules(_ entry: Node.Entry) -> TextRules {
    guard case .sequence(let items, _) = entry.value else {
      expected("a list of rules like {match: time, motion: none}", entry)
      return TextRules()
    }
    return TextRules(items.compactMap { rule($0) })
  }

  private mutating func rule(_ node: Node) -> TextRule? {
    guard let section = section(node, .wrapRule, named: "a rule") else { return nil }
    guard let motion = section["motion"] else {
      report("expected 'motion: STYLE' in a rule", at: node.span)
      return nil
    }
    guard let style = name(motion.value, for: motion.key, among: context.motionStyles) else {
      return nil
    }
    var rule = TextRule(kind: nil, style: style)
    if let match = section["match"] {
      let kinds = TextToken.Kind.allCases.filter { $0 != .word }.map(\.rawValue)
      guard let name = name(match.value, for: match.key, among: kinds) else { return nil }
      rule.kind = TextToken.Kind(rawValue: name)
    }
    if let block = section["block"] { rule.block = text(block) }
    return rule
  }
}
