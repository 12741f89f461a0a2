/// Finds the known name that an unknown one was probably meant to be.
package enum Suggestion {
  /// The nearest of `candidates` to `name`, or nil when none is near enough to be a slip.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let limit = max(1, name.unicodeScalars.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = self.distance(name.lowercased(), candidate.lowercased())
      if distance <= limit, distance < (best?.distance ?? .max) {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  /// `did you mean 'x'?`, else `one of a, b, c`: what a hint should say for an unknown `name`.
  package static func hint(for name: String, among candidates: [String]) -> String {
    if let near = nearest(to: name, among: candidates) { return "did you mean '\(near)'?" }
    return "one of: \(candidates.joined(separator: ", "))"
  }

  /// The edit distance with swaps of neighbours (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left.unicodeScalars.prefix(64))
    let b = Array(right.unicodeScalars.prefix(64))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
