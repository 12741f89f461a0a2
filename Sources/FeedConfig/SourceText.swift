/// A text that diagnostics point into, taken apart into lines once.
///
/// YAML ends lines at CR, LF, both, and at the three breaks of Unicode.
package struct SourceText: Sendable {
  private let scalars: [UnicodeScalar]
  /// Where each line is, without what ends it.
  private let lines: [Range<Int>]

  package init(_ bytes: [UInt8]) {
    scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var lines: [Range<Int>] = []
    var start = 0
    for (index, scalar) in scalars.enumerated() where Self.breaks.contains(scalar) {
      let isSecondHalf = scalar == "\n" && index > 0 && scalars[index - 1] == "\r"
      if !isSecondHalf { lines.append(start..<index) }
      start = index + 1
    }
    lines.append(start..<scalars.count)
    self.lines = lines
  }

  private static let breaks: Set<UnicodeScalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]

  /// A line by its number from 1; nil where there is none.
  package func line(_ number: Int) -> ArraySlice<UnicodeScalar>? {
    lines.indices.contains(number - 1) ? scalars[lines[number - 1]] : nil
  }
}
