/// Says how one kind of thing in texts moves.
package struct TextRule: Hashable, Sendable {
  /// nil: whatever can move.
  package var kind: TextToken.Kind?
  /// The name of a block, or name and instance with a `/` between; nil: any.
  package var block: String?
  /// A name of the catalog of styles; `none` leaves it as it is.
  package var style: String

  package init(kind: TextToken.Kind?, block: String? = nil, style: String) {
    self.kind = kind
    self.block = block
    self.style = style
  }
}

/// How what is in a text moves: the first rule that fits decides.
package struct TextRules: Hashable, Sendable {
  package var rules: [TextRule]

  package init(_ rules: [TextRule] = []) { self.rules = rules }

  /// The rules for one block, by its name and by its name with its instance.
  package func narrowed(to names: [String]) -> TextRules {
    TextRules(rules.filter { rule in rule.block.map { names.contains($0) } ?? true })
  }

  /// What the rules say of a kind; nil when they say nothing.
  ///
  /// What is no number is not to be counted through: addresses, versions and hexadecimal digits
  /// do not move unless a rule says so.
  func style(for kind: TextToken.Kind) -> String? {
    if let rule = rules.first(where: { $0.kind == nil || $0.kind == kind }) { return rule.style }
    switch kind {
    case .number, .time, .date: return nil
    case .word, .address, .version, .hex: return "none"
    }
  }
}
