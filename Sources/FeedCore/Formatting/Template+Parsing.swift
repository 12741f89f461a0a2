extension Template {
  /// Reads `"{icon} {value} of {max}"`; `{{` and `}}` are braces to be shown.
  ///
  /// - Throws: the first thing that is wrong, with its place.
  package init(parsing text: String) throws(TextProblem) {
    var parser = TemplateParser(scalars: Array(text.unicodeScalars))
    self.init(segments: try parser.segments())
  }
}

extension Template.Placeholder {
  /// The placeholders that stand for themselves.
  private static let plain: [(name: String, placeholder: Template.Placeholder)] = [
    ("icon", .icon), ("title", .title), ("value", .value), ("min", .min), ("max", .max),
    ("step", .step), ("minus", .minus), ("plus", .plus), ("delta", .delta), ("state", .state),
    ("gauge", .gauge), ("chart", .chart),
  ]

  /// What can stand between braces, for messages and the reference.
  package static var names: [String] { plain.map(\.name) + ["field:NAME"] }

  /// The placeholder written as `{name}`; nil when there is none.
  init?(name: String) {
    if name.hasPrefix("field:"), name.count > 6 {
      self = .field(String(name.dropFirst(6)))
    } else if let found = Self.plain.first(where: { $0.name == name }) {
      self = found.placeholder
    } else {
      return nil
    }
  }
}

private struct TemplateParser {
  let scalars: [Unicode.Scalar]
  private var index = 0
  private var literal = ""
  private var found: [Template.Segment] = []

  init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func segments() throws(TextProblem) -> [Template.Segment] {
    while index < scalars.count {
      let scalar = scalars[index]
      let isDoubled = index + 1 < scalars.count && scalars[index + 1] == scalar
      switch scalar {
      case "{" where isDoubled, "}" where isDoubled:
        literal.unicodeScalars.append(scalar)
        index += 2
      case "{":
        let placeholder = try placeholder()
        endLiteral()
        found.append(.placeholder(placeholder))
      case "}":
        throw TextProblem(
          offset: index, message: "'}' closes nothing", hint: "write '}}' for a brace")
      default:
        literal.unicodeScalars.append(scalar)
        index += 1
      }
    }
    endLiteral()
    return found
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { found.append(.text(literal)) }
    literal = ""
  }

  /// Reads from the opening brace to after the closing one.
  private mutating func placeholder() throws(TextProblem) -> Template.Placeholder {
    let start = index
    let rest = scalars[(start + 1)...]
    guard let end = rest.firstIndex(where: { $0 == "}" || $0 == "{" }), scalars[end] == "}" else {
      throw TextProblem(
        offset: start, message: "'{' is never closed", hint: "write '{{' for a brace")
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[(start + 1)..<end])
    guard let placeholder = Template.Placeholder(name: name) else {
      throw Self.problem(with: name, at: start)
    }
    index = end + 1
    return placeholder
  }

  private static func problem(with name: String, at offset: Int) -> TextProblem {
    let names = Template.Placeholder.names
    if name.isEmpty {
      return TextProblem(
        offset: offset, message: "empty placeholder '{}'",
        hint: "one of: \(names.joined(separator: ", "))")
    }
    if name == "field:" || name == "field" {
      return TextProblem(
        offset: offset, message: "'{\(name)}' names no field", hint: "write '{field:NAME}'")
    }
    return TextProblem(
      offset: offset + 1, message: "unknown placeholder '\(name)'",
      hint: Suggestion.hint(for: name, among: names))
  }
}
