extension String {
  /// A line by its number from 1, without what ends it.
  ///
  /// YAML ends lines at CR, LF, both, and at the three breaks of Unicode.
  func line(_ number: Int) -> [UnicodeScalar]? {
    var current = 1
    var line: [UnicodeScalar] = []
    var previous: UnicodeScalar?
    for scalar in unicodeScalars {
      let isBreak = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      let isSecondHalf = scalar == "\n" && previous == "\r"
      previous = scalar
      if isSecondHalf { continue }
      if isBreak {
        if current == number { return line }
        current += 1
      } else if current == number {
        line.append(scalar)
      }
    }
    return current == number ? line : nil
  }
}
