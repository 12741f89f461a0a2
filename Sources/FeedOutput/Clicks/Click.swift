/// A press of a button, or a step of the wheel, on a block of a bar.
package struct Click: Hashable, Sendable {
  /// The block's name; nil when the block had none.
  package var name: String?
  package var instance: String?
  /// 1 left, 2 middle, 3 right, 4 up, 5 down, 6 and 7 sideways, 8 and 9 back and forward.
  package var button: Int
  /// As X names them: `Shift`, `Control`, `Mod1`…`Mod5`; empty where the bar tells none.
  package var modifiers: [String]
  /// The place on the screen, in the bar's own pixels.
  package var x: Double?
  package var y: Double?
  /// The distance from the block's left edge, in the unit of `width`.
  package var relativeX: Double?
  /// The block's width.
  package var width: Double?

  package init(
    name: String? = nil, instance: String? = nil, button: Int, modifiers: [String] = [],
    x: Double? = nil, y: Double? = nil, relativeX: Double? = nil, width: Double? = nil
  ) {
    self.name = name
    self.instance = instance
    self.button = button
    self.modifiers = modifiers
    self.x = x
    self.y = y
    self.relativeX = relativeX
    self.width = width
  }
}
