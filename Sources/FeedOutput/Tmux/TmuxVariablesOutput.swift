package import FeedCore

/// What a tmux server is to hold in its variables, a line a frame.
///
/// Each name and each text has `separator` before it. `TmuxControl` makes commands of it.
package struct TmuxVariablesOutput: Output {
  /// Never in a text: outputs leave controls out.
  static let separator: UInt8 = 0x1f

  /// A variable with the metrics it shows, by name and in order.
  package struct Content: Hashable, Sendable {
    package var variable: TmuxVariable
    package var metrics: [String]

    package init(_ variable: TmuxVariable, metrics: [String]) {
      self.variable = variable
      self.metrics = metrics
    }
  }

  private let contents: [(name: String, metrics: [String], output: TmuxOutput)]
  private let known: Set<String>

  package let frameRate = 15.0
  package let drawsProgress = true

  package init(_ contents: [Content], settings: OutputSettings) {
    self.contents = contents.map { content in
      let output = TmuxOutput(
        settings: settings, escaping: .variable, side: content.variable.side)
      return (content.variable.name, content.metrics, output)
    }
    known = Set(contents.flatMap(\.metrics))
  }

  /// Nothing that is old is left on the screen.
  package var trailer: [UInt8] {
    contents.flatMap { [Self.separator] + Array($0.name.utf8) + [Self.separator] } + [
      UInt8(ascii: "\n")
    ]
  }

  package func append(_ frame: Frame, to line: inout [UInt8]) {
    for (name, metrics, output) in contents {
      line.append(Self.separator)
      line.append(name)
      line.append(Self.separator)
      var blocks = metrics.compactMap { name in frame.blocks.first { $0.name == name } }
      // What is wrong with all is told by the first.
      if name == contents.first?.name { blocks += frame.blocks.filter { !known.contains($0.name) } }
      output.append(Frame(blocks: blocks), to: &line)
      line.removeLast()
    }
    line.append("\n")
  }

  /// The names and texts of a line.
  static func texts(in line: [UInt8]) -> [(name: String, text: [UInt8])] {
    let parts = line.dropLast().split(separator: separator, omittingEmptySubsequences: false)
      .dropFirst()
    var texts: [(name: String, text: [UInt8])] = []
    var rest = parts[...]
    while rest.count >= 2 {
      let name = rest.removeFirst()
      texts.append((String(decoding: name, as: UTF8.self), Array(rest.removeFirst())))
    }
    return texts
  }
}
