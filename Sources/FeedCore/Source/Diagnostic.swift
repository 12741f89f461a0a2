/// Something a person should read: what is wrong, where, and what to do about it.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: Hashable, Sendable {
    case error
    case warning
  }

  package var severity: Severity
  /// Lower case, no full stop, names in single quotes.
  package var message: String
  package var span: SourceSpan?
  /// What to do; shown in parentheses after the message.
  package var hint: String?

  package init(
    _ message: String, at span: SourceSpan? = nil, hint: String? = nil,
    severity: Severity = .error
  ) {
    self.severity = severity
    self.message = message
    self.span = span
    self.hint = hint
  }

  /// Longer messages quote something long, which nobody wants to read.
  private static let limit = 240

  /// One line: `config.yaml:12:9: unknown key 'intervall' (did you mean 'interval'?)`.
  package var summary: String {
    var text = ""
    if let span {
      text += "\(span.file):\(span.start.line):\(span.start.column): "
    }
    if severity == .warning { text += "warning: " }
    text += message.count <= Self.limit ? message : message.prefix(Self.limit - 1) + "…"
    if let hint { text += " (\(hint))" }
    return text
  }
}
