import FeedCore

/// The i3bar protocol, for i3bar, swaybar and others that read it.
///
/// Every line ends in its comma, so a line means the same wherever the reader joins in. Blocks hold
/// scalars only: i3bar loses a block that holds an object or an array.
struct I3barOutput: Output {
  let settings: OutputSettings

  /// Readers decide by their first read whether this is the protocol: all of it goes out at once.
  let header = Array("{\"version\":1,\"click_events\":true}\n[\n".utf8)
  let frameRate = 24.0
  let drawsProgress = true

  func append(_ frame: Frame, to line: inout [UInt8]) {
    line.append("[")
    for (index, block) in frame.blocks.enumerated() {
      if index > 0 { line.append(",") }
      append(block, to: &line)
    }
    line.append("],\n")
  }

  private func append(_ block: Block, to line: inout [UInt8]) {
    guard block.hasControls else {
      let whole = BlockPart(name: "", pieces: block.pieces, shortPieces: block.shortPieces)
      return append(whole, of: block, .whole, to: &line)
    }
    let parts = block.parts
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(",") }
      append(part, of: block, index == parts.count - 1 ? .last : .inner, to: &line)
    }
  }

  private enum Place {
    case whole
    /// Another part follows, without a gap.
    case inner
    case last
  }

  /// The width of a block in parts is held by blanks: a bar pads each of its blocks alone.
  private func append(
    _ part: BlockPart, of block: Block, _ place: Place, to line: inout [UInt8]
  ) {
    let style = block.style
    let paint = BlockPaint(style, settings: settings)
    append("{\"full_text\":\"", part.pieces, paint, place, style, to: &line)
    if let pieces = part.shortPieces {
      append(",\"short_text\":\"", pieces, paint, place, style, to: &line)
    }
    line.append(",\"name\":")
    line.append(json: block.name)
    if place != .whole {
      line.append(",\"instance\":")
      line.append(json: part.name)
    }
    append(",\"color\":\"", style.color, to: &line)
    append(",\"background\":\"", style.background, to: &line)
    if place == .whole, style.minimumWidth > 0 {
      line.append(",\"min_width\":\"")
      for _ in 0..<style.minimumWidth { line.append("0") }
      line.append("\",\"align\":\"")
      line.append(style.align.rawValue)
      line.append("\"")
    }
    if style.isUrgent { line.append(",\"urgent\":true") }
    if place == .inner {
      line.append(",\"separator\":false,\"separator_block_width\":0")
    } else if !style.hasSeparator {
      line.append(",\"separator\":false")
    }
    line.append(",\"markup\":\"pango\"}")
  }

  /// Text in transparent colours would come out black in i3bar, so all colours are mixed here.
  private func append(
    _ opening: String, _ pieces: [Piece], _ paint: BlockPaint, _ place: Place,
    _ style: BlockStyle, to line: inout [UInt8]
  ) {
    line.append(opening)
    // Bars leave out a block without text, and with it what it says about the gap behind it.
    if place != .whole, pieces.isEmpty { line.append(Self.nothing) }
    var writer = PangoWriter(settings: settings, start: line.count)
    writer.append(pieces, paint: paint, fading: style.isUrgent ? .none : .mixed, to: &line)
    writer.finish(&line)
    line.append("\"")
  }

  /// A text that takes no room.
  private static let nothing: Unicode.Scalar = "\u{200b}"

  private func append(_ opening: String, _ color: Color?, to line: inout [UInt8]) {
    guard let color else { return }
    line.append(opening)
    line.append(hex: color)
    line.append("\"")
  }
}
