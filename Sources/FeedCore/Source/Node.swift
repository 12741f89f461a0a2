/// A YAML document as data: every node knows where it stands.
package indirect enum Node: Sendable {
  case scalar(Scalar)
  case sequence([Node], SourceSpan)
  case mapping([Entry], SourceSpan)

  /// A single value, as written.
  package struct Scalar: Sendable {
    package var text: String
    /// Quoted scalars are strings whatever they look like.
    package var isQuoted: Bool
    package var span: SourceSpan

    package init(text: String, isQuoted: Bool, span: SourceSpan) {
      self.text = text
      self.isQuoted = isQuoted
      self.span = span
    }
  }

  /// A key and its value, in the order of the file.
  package struct Entry: Sendable {
    package var key: Scalar
    package var value: Node

    package init(key: Scalar, value: Node) {
      self.key = key
      self.value = value
    }
  }

  package var span: SourceSpan {
    switch self {
    case .scalar(let scalar): scalar.span
    case .sequence(_, let span): span
    case .mapping(_, let span): span
    }
  }
}
