import FeedConfig
import FeedCore
import FeedSystem

/// Shows diagnostics to people: with the line and a caret where the text is known.
struct DiagnosticPrinter {
  /// The texts that diagnostics can point into, by file name.
  var texts: [String: [UInt8]] = [:]

  func report(_ diagnostic: Diagnostic) {
    let text = diagnostic.span.flatMap { texts[$0.file] }
    let colored = Terminal.isTerminal(2) && Environment.current["NO_COLOR"] == nil
    Console.write(
      Array((DiagnosticText.text(diagnostic, in: text, colored: colored) + "\n").utf8), to: 2)
  }

  func complain(_ message: String) { Console.complain(message) }
}
