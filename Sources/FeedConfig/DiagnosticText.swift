package import FeedCore

/// What a person reads about a diagnostic: one line, then the source line and a caret under it.
package struct DiagnosticText {
  /// Leads every line that a program of many writes to a terminal; empty for none.
  package var program = "odobar"
  package var isColored = false
  /// Columns of a source line that are shown; a longer one is cut around the caret.
  package var width = 96

  package init() {}

  /// The text of one diagnostic, with a newline at the end; without `source`, its text, or without
  /// a place, there is one line only.
  package func render(_ diagnostic: Diagnostic, source: SourceText?) -> String {
    var text = program.isEmpty ? "" : "\(program): "
    text += diagnostic.summary + "\n"
    guard let span = diagnostic.span, let source,
      let line = source.line(span.start.line)
    else { return bold(text) }
    let excerpt = Excerpt(line: line, span: span, width: width)
    let number = String(span.start.line)
    let margin = String(repeating: " ", count: max(5 - number.count, 0)) + number
    let blank = String(repeating: " ", count: margin.count)
    return bold(text) + "\(margin) | \(excerpt.text)\n"
      + "\(blank) | \(excerpt.indentation)\(red(excerpt.caret))\n"
  }

  private func bold(_ text: String) -> String {
    isColored ? "\u{1b}[1m\(text.dropLast())\u{1b}[22m\n" : text
  }

  private func red(_ text: String) -> String {
    isColored ? "\u{1b}[31m\(text)\u{1b}[39m" : text
  }
}

/// The part of a source line around a span, as a terminal shows it.
private struct Excerpt {
  var text = ""
  var indentation = ""
  var caret: String

  init(line: ArraySlice<UnicodeScalar>, span: SourceSpan, width: Int) {
    let line = Array(line)
    let start = min(max(span.start.column - 1, 0), line.count)
    let isOneLine = span.end.line == span.start.line
    let end = min(max(isOneLine ? span.end.column - 1 : line.count, start + 1), line.count)
    let window = Self.window(around: start, of: line, width: max(width, 16))

    if window.lowerBound > 0 {
      text = "…"
      indentation = " "
    }
    for index in window {
      let shown = Self.shown(line[index])
      text += shown
      if index < start { indentation += String(repeating: " ", count: CellWidth.of(shown)) }
    }
    if window.upperBound < line.count { text += "…" }

    let last = max(min(end, window.upperBound), start)
    let marked = line[start..<last].map { CellWidth.of(Self.shown($0)) }.reduce(0, +)
    caret = "^" + String(repeating: "~", count: max(marked - 1, 0))
  }

  /// The characters to show: all that fit, and the caret a third from the left where not all do.
  private static func window(
    around start: Int, of line: [UnicodeScalar], width: Int
  ) -> Range<Int> {
    let widths = line.map { CellWidth.of(shown($0)) }
    if widths.reduce(0, +) <= width { return 0..<line.count }
    var lower = start
    var room = widths[..<start].reduce(0, +) <= width / 3 ? width : width / 3
    while lower > 0, room >= widths[lower - 1] {
      lower -= 1
      room -= widths[lower]
    }
    var upper = lower
    room = width
    while upper < line.count, room >= widths[upper] {
      room -= widths[upper]
      upper += 1
    }
    return lower..<upper
  }

  /// A tab as spaces, a control character as a sign for one: a terminal must not obey it.
  private static func shown(_ scalar: UnicodeScalar) -> String {
    if scalar == "\t" { return "  " }
    let isControl = scalar.properties.generalCategory == .control
    return isControl || scalar.properties.isBidiControl ? "\u{fffd}" : String(scalar)
  }
}
