/// A stretch of a block that is drawn in its own way.
package enum Piece: Hashable, Sendable {
  /// Text from the config or a plugin, plain: outputs escape it.
  case text(String)
  /// Text that says what controls are for, and has their colour.
  case tinted(String)
  /// A number or a text whose places move.
  case readout([Cell])
  /// A bar of `width` cells, filled to `fraction`; anything above 0 shows at least an eighth.
  case gauge(fraction: Double, width: Int)
  /// A sparkline of the newest `width` values, each 0…1; nil is a gap.
  case chart([Double?], width: Int)
  /// A text that can be pressed.
  case control(Control)
}

/// A part of a block that can be pressed, such as the minus of a stepper.
package struct Control: Hashable, Sendable {
  /// What a press is called when it comes back: `minus`, `plus`.
  package var part: String
  package var text: String
  /// A press would change something; else it is drawn muted, in the same width.
  package var isEnabled: Bool

  package init(part: String, text: String, isEnabled: Bool) {
    self.part = part
    self.text = text
    self.isEnabled = isEnabled
  }
}
