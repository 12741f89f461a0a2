/// A click on a status line of which only the column is known.
///
/// Versions before 3.4 have no ranges of ours. The binding of the click leaves in a variable what
/// stands at that end of the line, with the styles that mark our ranges, and so it can be told
/// where each is.
package struct TmuxClick: Hashable, Sendable {
  /// An end of the status line.
  package enum Side: String, Sendable, CaseIterable {
    case left
    case right

    /// Where the binding leaves the text: in the server's global environment.
    package var variable: String { "odo_\(rawValue)" }

    /// What it leaves there.
    package var format: String { "#{client_width} #{status-\(self)-length} #{T:status-\(self)}" }
  }

  package var side: Side
  /// From the left edge, from 0.
  package var column: Int
  /// 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
  package var button: Int

  /// A click at a side and a column, such as `right:91`; nil for any other place.
  package init?(place: String, button: Int) {
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let side = Side(rawValue: String(parts[0])),
      let column = Int(parts[1]), column >= 0
    else { return nil }
    self.side = side
    self.column = column
    self.button = button
  }

  /// The range of ours that was clicked, by what the server says of the variable.
  func range(in lines: [String]) -> String? {
    let text = lines.joined(separator: "\n")
    guard text.hasPrefix(side.variable + "=") else { return nil }
    let parts = text.dropFirst(side.variable.count + 1)
      .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let width = Int(parts[0]), let limit = Int(parts[1]) else {
      return nil
    }
    let line = TmuxLine(parts[2])
    // What is too long is cut at its right; what is wider than the client, at the left.
    let shown = min(line.width, limit)
    let offset = side == .left ? column : column - (width - shown)
    return offset < shown ? line.range(at: offset) : nil
  }
}

/// A text with tmux's styles, as it is drawn.
private struct TmuxLine {
  /// The range of each column.
  private var ranges: [String?] = []

  /// *Source:* `format_draw` of tmux 3.3a.
  init(_ text: Substring) {
    var rest = text[...]
    var range: String?
    while let character = rest.popFirst() {
      guard character == "#" else {
        append(character, range)
        continue
      }
      switch rest.first {
      case "#":
        rest.removeFirst()
        append("#", range)
      case "[":
        let style = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(style.count + 1)
        for word in style.dropFirst().split(whereSeparator: { $0 == "," || $0 == " " }) {
          if word.hasPrefix("range=user|") { range = String(word.dropFirst(11)) }
          if word == "norange" || word == "range=left" || word == "range=right" { range = nil }
        }
      default: append("#", range)
      }
    }
  }

  private mutating func append(_ character: Character, _ range: String?) {
    for _ in 0..<character.columns { ranges.append(range) }
  }

  var width: Int { ranges.count }

  func range(at column: Int) -> String? { ranges.indices.contains(column) ? ranges[column] : nil }
}
