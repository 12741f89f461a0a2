/// A bar of text in eighths of a cell.
package enum Gauge {
  private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// `width` glyphs of which `fraction` (0…1) is filled; more than nothing shows at least an eighth.
  package static func text(fraction: Double, width: Int) -> String {
    guard width > 0 else { return "" }
    let share = fraction > 0 ? min(fraction, 1) : 0
    let filled = share > 0 ? max(Int((share * Double(width) * 8).rounded()), 1) : 0
    return String((0..<width).map { eighths[min(max(filled - $0 * 8, 0), 8)] })
  }
}
