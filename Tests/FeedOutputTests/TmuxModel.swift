import Testing

/// What tmux does to a string before it is seen: expands it as a format, then draws it.
///
/// Source: `format_expand1` and `format_draw` of tmux 3.3a; the rules are the same up to 3.7.
struct TmuxModel {
  private(set) var text = ""
  /// Words of the styles that were met.
  private(set) var words: [String] = []
  /// What tmux would have looked up, run or read behind the end.
  private(set) var accidents: [String] = []

  /// The output of a job, with the style that tmux puts behind it.
  init(job line: String) {
    draw(expanded(Array(line.unicodeScalars)) + Array("#[pop-default]".unicodeScalars))
  }

  /// The value of a variable, with the style that tmux puts behind it.
  init(variable line: String) {
    draw(Array(line.unicodeScalars) + Array("#[pop-default]".unicodeScalars))
  }

  /// The styles that are on at the end, as `fg`, `bg` and names of attributes.
  var isOn: Set<String> {
    var on: Set<String> = []
    for word in words where word != "pop-default" {
      let parts = word.split(separator: "=")
      if parts.count == 2 {
        if parts[1] == "default" {
          on.remove(String(parts[0]))
        } else {
          on.insert(String(parts[0]))
        }
      } else if word.hasPrefix("no") {
        on.remove(String(word.dropFirst(2)))
      } else {
        on.insert(word)
      }
    }
    return on
  }

  private mutating func expanded(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = line[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == "#" }.count
      guard run > 0 else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      let next = rest.dropFirst(run).first
      if run > 1, next == "[" {
        result += rest.prefix(run + 1)
        rest = rest.dropFirst(run + 1)
      } else if run > 1 {
        result.append("#")
        rest = rest.dropFirst(2)
      } else {
        switch next {
        case nil: accidents.append("a # at the end")
        case "(", "{", "D", "F", "H", "I", "P", "S", "T", "W", "h":
          accidents.append("#\(next ?? " ")")
        case ",", "}": result.append(next ?? " ")
        default: result += ["#", next ?? " "]
        }
        rest = rest.dropFirst(2)
      }
    }
    return result
  }

  private mutating func draw(_ line: [Unicode.Scalar]) {
    var rest = line[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == "#" }.count
      guard run > 0 else {
        text.unicodeScalars.append(first)
        rest.removeFirst()
        continue
      }
      guard rest.dropFirst(run).first == "[" else {
        text += String(repeating: "#", count: (run + 1) / 2)
        rest = rest.dropFirst(run)
        continue
      }
      text += String(repeating: "#", count: run / 2)
      if run.isMultiple(of: 2) {
        text += "["
        rest = rest.dropFirst(run + 1)
        continue
      }
      rest = rest.dropFirst(run + 1)
      guard let end = rest.firstIndex(of: "]") else {
        accidents.append("a style without an end")
        return
      }
      var style = String.UnicodeScalarView()
      style.append(contentsOf: rest[..<end])
      words += String(style).split(separator: ",").map(String.init)
      rest = rest[(end + 1)...]
    }
  }
}
