/// A horizontal bar in whole cells and eighths of one.
package struct Gauge: Hashable, Sendable {
  /// Cells that are filled.
  package let full: Int
  /// Eighths that are filled of the next cell, 0…7.
  package let eighths: Int
  /// Cells after these that are not filled.
  package let empty: Int

  /// More than nothing shows at least an eighth.
  package init(fraction: Double, width: Int) {
    let width = max(width, 0)
    let share = fraction > 0 ? min(fraction, 1) : 0
    let rounded = Int((share * Double(width) * 8).rounded())
    let total = share > 0 && width > 0 ? max(rounded, 1) : 0
    full = total / 8
    eighths = total % 8
    empty = width - full - (eighths > 0 ? 1 : 0)
  }

  /// The glyph of a whole cell.
  package static let block: Character = "█"

  /// The glyph of the cell that is filled in part; nil where there is none.
  package var partial: Character? { eighths > 0 ? Self.partials[eighths - 1] : nil }

  private static let partials: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// As plain text, blank where it is empty.
  package var text: String {
    let filled = String(repeating: Self.block, count: full)
    return filled + (partial.map(String.init) ?? "") + String(repeating: " ", count: empty)
  }
}
