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
  /// The distance from the block's upper edge.
  package var relativeY: Double?
  /// The place on the output that the bar is on.
  package var outputX: Double?
  package var outputY: Double?
  /// The block's size.
  package var width: Double?
  package var height: Double?

  /// The numbers that there are, by their names in the i3bar protocol.
  package var places: [String: Double] {
    let named = [
      "x": x, "y": y, "relative_x": relativeX, "relative_y": relativeY, "output_x": outputX,
      "output_y": outputY, "width": width, "height": height,
    ]
    return named.compactMapValues { $0 }
  }

  package init(
    name: String? = nil, instance: String? = nil, button: Int, modifiers: [String] = [],
    x: Double? = nil, y: Double? = nil, relativeX: Double? = nil, relativeY: Double? = nil,
    outputX: Double? = nil, outputY: Double? = nil, width: Double? = nil, height: Double? = nil
  ) {
    self.name = name
    self.instance = instance
    self.button = button
    self.modifiers = modifiers
    self.x = x
    self.y = y
    self.relativeX = relativeX
    self.relativeY = relativeY
    self.outputX = outputX
    self.outputY = outputY
    self.width = width
    self.height = height
  }
}
