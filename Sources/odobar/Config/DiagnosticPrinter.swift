import FeedConfig
import FeedCore
import FeedSystem

/// Shows diagnostics to people: with the line and a caret where the text is known.
struct DiagnosticPrinter {
  /// The texts that diagnostics can point into, by file name.
  var texts: [String: SourceText] = [:]

  /// Prints on standard error.
  func report(_ diagnostic: Diagnostic) {
    Console.write(Array(rendered(diagnostic, forTerminal: Terminal.isTerminal(2)).utf8), to: 2)
  }

  /// The text of a diagnostic, in colour where that can be seen.
  func rendered(_ diagnostic: Diagnostic, forTerminal isTerminal: Bool) -> String {
    let source = diagnostic.span.flatMap { texts[$0.file] }
    var text = DiagnosticText()
    text.isColored = isTerminal && Environment.current["NO_COLOR"] == nil
    return text.render(diagnostic, source: source)
  }
}
