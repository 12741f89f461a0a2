/// A variable of ours that a status line reads: `#{odobar}` is the bar of the command,
/// `#{odobar_NAME}` another bar or a metric.
package struct TmuxVariable: Hashable, Sendable {
  /// Where in the status line a variable stands; what follows it there is left as it was.
  package enum Side: Hashable, Sendable {
    case left
    case right
    /// Somewhere else, or in a text that the user puts somewhere.
    case elsewhere

    /// The range of the mouse that goes on behind it.
    var style: String {
      switch self {
      case .left: "range=left"
      case .right: "range=right"
      case .elsewhere: "norange"
      }
    }
  }

  package var name: String
  package var side: Side

  package init(name: String, side: Side) {
    self.name = name
    self.side = side
  }

  static let prefix = "odobar"

  /// The variable of a bar or metric: tmux's names have letters, digits and `_` only.
  package static func name(of subject: String?) -> String {
    guard let subject else { return prefix }
    return prefix + "_" + String(subject.map { allows($0) ? $0 : "_" })
  }

  static func allows(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }
}
