import FeedCore

/// The colours of one block, with the bar's own in place of those that the block leaves open.
struct BlockPaint {
  /// nil: the bar's own.
  let foreground: Color?
  /// nil: the bar's own.
  let background: Color?
  /// The filled part of gauges and charts; nil: as the text.
  let accent: Color?
  /// Titles and controls that can be pressed; nil: as the text.
  let tint: Color?
  /// The unfilled part of gauges.
  var trough: Color { ground.mixed(with: ink, share: 0.2) }
  /// The text of controls that do nothing now.
  var muted: Color { ink.mixed(with: ground, share: Self.muting) }
  /// The text on tiles; nil: the bar's own.
  let tileForeground: Color?
  private let ink: Color
  private let ground: Color
  private let tileGround: Color

  init(_ style: BlockStyle, settings: OutputSettings) {
    foreground = style.color
    background = style.background
    accent = style.accent ?? style.color
    tint = style.tint ?? style.accent ?? style.color
    ink = style.color ?? settings.foreground
    ground = style.background ?? style.ground ?? settings.background
    knownFilling = accent ?? (settings.knowsForeground ? settings.foreground : nil)
    let tileInk = style.tile.foreground ?? style.color
    let tileBack = style.look == .tiles ? Self.back(of: style.tile, ink, ground) : ground
    switch style.emphasis {
    case nil: (tileForeground, tileGround, value) = (tileInk, tileBack, nil)
    case .accent?: (tileForeground, tileGround, value) = (accent ?? tileInk, tileBack, accent)
    case .reverse?: (tileForeground, tileGround, value) = (tileBack, tileInk ?? ink, ground)
    }
    valueGround = style.emphasis == .reverse ? ink : nil
  }

  private static func back(of tile: BlockStyle.Tile, _ ink: Color, _ ground: Color) -> Color {
    tile.background ?? ground.mixed(with: ink, share: 0.16)
  }

  /// The text of a value that stands out, and what is behind it; nil: as the rest.
  let value: Color?
  let valueGround: Color?

  /// The share of the background in what is muted, 0…1.
  static let muting = 0.65

  /// The filled part of gauges, also where the block leaves it open.
  var filling: Color { accent ?? ink }
  /// The same where it is no guess.
  let knownFilling: Color?

  /// The text's colour in a cell on its way; `own` is that of the cell's ink.
  func text(of drawing: CellDrawing, own: Color? = nil) -> Color {
    guard drawing.isTile else {
      return (own ?? value ?? ink).mixed(with: valueGround ?? ground, share: drawing.fade)
    }
    return (own ?? tileForeground ?? ink).mixed(with: tile(of: drawing), share: drawing.fade)
  }

  /// The colour of the tile that a cell is on.
  func tile(of drawing: CellDrawing) -> Color {
    tileGround.mixed(with: ground, share: drawing.shade)
  }

  /// A shade of a tile that can be told from it.
  func lit(_ tile: Color) -> Color { tile.mixed(with: tileEdge, share: 0.08) }

  /// The colour of the edge of a flap that is seen from the side.
  var tileEdge: Color { tileForeground ?? ink }
}
