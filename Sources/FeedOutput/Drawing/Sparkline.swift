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
