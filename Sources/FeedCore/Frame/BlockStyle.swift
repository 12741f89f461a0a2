/// How a block is drawn beside what it says.
package struct BlockStyle: Hashable, Sendable {
  package enum Align: String, Hashable, Sendable, CaseIterable {
    case left
    case center
    case right
  }

  /// How the places of a number are dressed.
  package enum Look: String, Hashable, Sendable, CaseIterable {
    case plain
    /// Each on a tile of its own, as on a board of split flaps.
    case tiles
  }

  /// The colours of tiles.
  package struct Tile: Hashable, Sendable {
    /// nil: a little of the text's colour in that of the bar.
    package var background: Color?
    /// nil: as the text.
    package var foreground: Color?

    package init(background: Color? = nil, foreground: Color? = nil) {
      self.background = background
      self.foreground = foreground
    }
  }

  /// What gauges are made of.
  package enum GaugeStyle: String, Hashable, Sendable, CaseIterable {
    /// Blocks where the bar can draw them and its background is known, else text.
    case auto
    /// Text: backgrounds in bars, block glyphs in terminals.
    case text
    /// Coloured blocks of the bar, to the pixel, where the bar can draw them.
    case blocks
  }

  /// How the value stands out.
  package enum Emphasis: Hashable, Sendable {
    /// Text and background have each other's colour.
    case reverse
    case accent
  }

  /// The text's colour for the present state; nil leaves it to the bar.
  package var color: Color?
  package var background: Color?
  /// What fading glyphs fade into where there is no `background`; nil is the bar's.
  package var ground: Color?
  /// The colour of the filled part of gauges and charts; nil is the text's.
  package var accent: Color?
  /// The colour of titles and of controls that can be pressed; nil is the accent's.
  package var tint: Color?
  package var isUrgent: Bool
  /// In cells; 0 asks for nothing.
  package var minimumWidth: Int
  package var align: Align
  /// The line or text after the block; false leaves it out.
  package var hasSeparator: Bool
  package var look: Look
  package var tile: Tile
  package var gaugeStyle: GaugeStyle
  /// nil: as the rest.
  package var emphasis: Emphasis?
  /// What the inks of cells are, counted from 1.
  package var inks: [Ink] = []

  /// The ink of a cell; nil: as the block.
  package func ink(of cell: Cell) -> Ink? {
    cell.ink > 0 && Int(cell.ink) <= inks.count ? inks[Int(cell.ink) - 1] : nil
  }

  package init(
    color: Color? = nil, background: Color? = nil, ground: Color? = nil, accent: Color? = nil,
    tint: Color? = nil, isUrgent: Bool = false, minimumWidth: Int = 0, align: Align = .left,
    hasSeparator: Bool = true, look: Look = .plain, tile: Tile = Tile(),
    gaugeStyle: GaugeStyle = .auto, emphasis: Emphasis? = nil
  ) {
    self.color = color
    self.background = background
    self.ground = ground
    self.accent = accent
    self.tint = tint
    self.isUrgent = isUrgent
    self.minimumWidth = minimumWidth
    self.align = align
    self.hasSeparator = hasSeparator
    self.look = look
    self.tile = tile
    self.gaugeStyle = gaugeStyle
    self.emphasis = emphasis
  }
}
