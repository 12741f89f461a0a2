package import FeedCore

/// What a tmux server is to hold in its variables, a line a frame.
///
/// Each name and each text has `separator` before it. `TmuxControl` makes commands of it.
package struct TmuxVariablesOutput: Output {
  /// Never in a text: outputs leave controls out.
  static let separator: UInt8 = 0x1f

  /// A variable and the metrics it shows, by name and in order.
  package struct Variable: Hashable, Sendable {
    package var name: String
    package var metrics: [String]

    package init(name: String, metrics: [String]) {
      self.name = name
      self.metrics = metrics
    }
  }

  private let variables: [Variable]
  private let output: TmuxOutput

  package let frameRate = 15.0
  package let drawsProgress = true

  package init(_ variables: [Variable], settings: OutputSettings) {
    self.variables = variables
    output = TmuxOutput(settings: settings, escaping: .variable)
  }

  package func append(_ frame: Frame, to line: inout [UInt8]) {
    for variable in variables {
      line.append(Self.separator)
      line.append(variable.name)
      line.append(Self.separator)
      let blocks = variable.metrics.compactMap { name in frame.blocks.first { $0.name == name } }
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
