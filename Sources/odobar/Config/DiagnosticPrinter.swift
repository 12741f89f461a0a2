import FeedConfig
import FeedCore
import FeedSystem

/// Shows diagnostics to people: with the line and a caret where the text is known.
struct DiagnosticPrinter {
  /// The texts that diagnostics can point into, by file name.
  var texts: [String: [UInt8]] = [:]

  func report(_ diagnostic: Diagnostic) {
    let source = diagnostic.span.flatMap { texts[$0.file] }
    var text = DiagnosticText()
    text.isColored = Terminal.isTerminal(2) && Environment.current["NO_COLOR"] == nil
    let rendered = text.render(
      diagnostic, source: source.map { String(decoding: $0, as: UTF8.self) })
    Console.write(Array(rendered.utf8), to: 2)
  }

  func complain(_ message: String) { Console.complain(message) }
}
