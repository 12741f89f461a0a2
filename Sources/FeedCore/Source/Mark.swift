/// A place in a text: line and column, both counted from 1; columns count Unicode scalars.
package struct Mark: Hashable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Mark, right: Mark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of one file, from the first character to the one after the last.
package struct SourceSpan: Hashable, Sendable {
  /// The file as the user named it; empty for a text that has no file.
  package var file: String
  package var start: Mark
  package var end: Mark

  package init(file: String, start: Mark, end: Mark) {
    self.file = file
    self.start = start
    self.end = end
  }
}
