import CLinux
import Glibc

/// How many cells a terminal has.
package struct TerminalSize: Hashable, Sendable {
  /// Cells in a line.
  package let columns: Int
  /// Lines.
  package let rows: Int

  /// A size of at least one cell.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Asks the terminal; nil if the descriptor is none, or if it does not know (`TIOCGWINSZ`).
  package init?(of descriptor: Int32) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard odobar_window_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    self.init(columns: Int(columns), rows: Int(rows))
  }
}

/// What a descriptor is, as far as it matters to a person.
package enum Terminal {
  /// Whether the descriptor is a terminal (`isatty`).
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
