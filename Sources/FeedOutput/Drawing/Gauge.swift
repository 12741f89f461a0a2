/// A horizontal bar in whole cells and eighths of one.
struct Gauge {
  /// Cells that are filled.
  let full: Int
  /// Eighths that are filled of the next cell, 0…7.
  let eighths: Int
  /// Cells after these that are not filled.
  let empty: Int

  /// More than nothing shows at least an eighth.
  init(fraction: Double, width: Int) {
    let width = max(width, 0)
    let share = fraction > 0 ? min(fraction, 1) : 0
    let rounded = Int((share * Double(width) * 8).rounded())
    let total = share > 0 && width > 0 ? max(rounded, 1) : 0
    full = total / 8
    eighths = total % 8
    empty = width - full - (eighths > 0 ? 1 : 0)
  }

  static let block: Character = "█"

  /// The glyph of the cell that is filled in part; nil where there is none.
  var partial: Character? { eighths > 0 ? Self.partials[eighths - 1] : nil }

  private static let partials: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}

/// The newest values of a chart as columns of eighths.
enum Sparkline {
  /// The column of 1…8 eighths.
  static func glyph(_ eighths: Int) -> Character { glyphs[min(max(eighths, 1), 8) - 1] }

  /// `width` heights of 1…8 eighths from the oldest, nil for gaps; gaps come first where values lack.
  static func heights(_ values: [Double?], width: Int) -> [Int?] {
    let width = max(width, 0)
    let newest = values.suffix(width)
    return Array(repeating: nil, count: width - newest.count) + newest.map(height)
  }

  private static func height(_ value: Double?) -> Int? {
    guard let value, !value.isNaN else { return nil }
    return max(Int((min(max(value, 0), 1) * 8).rounded()), 1)
  }

  private static let glyphs: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
