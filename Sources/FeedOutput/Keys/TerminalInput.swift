package import FeedCore

/// What somebody did at a terminal, or what it said.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MousePress)
  /// The colour of its text, or of what is behind it.
  case color(Color, isBackground: Bool)

  package enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Character)
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case tab
    case backTab
    case enter
    case escape
  }

  /// A button that goes down, or a step of the wheel.
  package struct MousePress: Hashable, Sendable {
    package enum Button: Hashable, Sendable {
      case left
      case middle
      case right
      case wheelUp
      case wheelDown
    }

    package var button: Button
    /// From the left, beginning at 0.
    package var column: Int
    /// From the top, beginning at 0.
    package var row: Int

    package init(button: Button, column: Int, row: Int) {
      self.button = button
      self.column = column
      self.row = row
    }
  }
}
