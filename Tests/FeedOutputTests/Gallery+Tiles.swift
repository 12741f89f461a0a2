import FeedCore

extension Gallery {
  static let tiles: [Picture] =
    [Cell.Look.wheel, .flap, .fade].flatMap { look in
      [0, 0.25, 0.45, 0.5, 0.6, 0.75, 1].map { progress in
        Picture("tiles, \(look) \(progress)", tiled(moving(look, "9", "0", progress)))
      }
    } + [
      Picture(
        "tiles that fall without an edge",
        tiled(moving(.falling(dim: 0.5, edge: .none), "9", "0", 0.5))),
      Picture(
        "tiles that do not darken",
        tiled(moving(.falling(dim: 0, edge: .sweep), "99", "00", 0.2, 0.5))),
      Picture("tiles in their own colours", tiled(moving(.wheel, "9", "0", 0.25), frost)),
      Picture(
        "tiles in a colour", tiled(moving(.flap, "9", "0", 0.25, color: green)), tiled(cpu)),
      Picture("tiles with marks", tiled(numbers("-1,284.50 kB", "  1.5 GiB", "09:59", "+7°C"))),
      Picture("tiles out of a blank", tiled(moving(.flap, "  9", " 10", 0, 0.5, 0.5))),
      Picture("tiles that are urgent", tiled(urgently(moving(.flap, "99", "00", 0.25, 0.5)))),
      Picture("tiles of a stepper", tiled(stepper(minus: false)), clock),
      Picture("tiles with a short form", tiled(short(cpu, readout("42%")))),
      Picture("tiles in a width", wide(tiled(cpu)), clock),
    ]

  static let frost = BlockStyle.Tile(
    background: slate, foreground: Color(red: 0xec, green: 0xef, blue: 0xf4))

  static func tiled(_ block: Block, _ tile: BlockStyle.Tile = BlockStyle.Tile()) -> Block {
    var block = block
    block.style.look = .tiles
    block.style.tile = tile
    return block
  }

  private static func urgently(_ block: Block) -> Block {
    var block = block
    block.style.isUrgent = true
    return block
  }

  private static func wide(_ block: Block) -> Block {
    var block = block
    block.style.minimumWidth = 12
    block.style.align = .center
    return block
  }

  private static func numbers(_ texts: String...) -> Block {
    Block(
      name: "numbers", pieces: texts.flatMap { [readout($0), .text(" ")] }, label: "numbers",
      title: "numbers")
  }
}
