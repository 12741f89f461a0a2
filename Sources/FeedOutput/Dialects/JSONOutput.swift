import FeedCore

/// A JSON object a frame, for widgets that draw by themselves.
struct JSONOutput: Output {
  let frameRate = 24.0
  let showsNumbers = true
  let drawsProgress = true

  func append(_ frame: Frame, to line: inout [UInt8]) {
    line.append("{\"moving\":")
    line.append(frame.isMoving ? "true" : "false")
    line.append(",\"metrics\":[")
    for (index, block) in frame.blocks.enumerated() {
      if index > 0 { line.append(",") }
      append(block, to: &line)
    }
    line.append("]}\n")
  }

  private func append(_ block: Block, to line: inout [UInt8]) {
    line.append("{\"name\":")
    line.append(json: block.name)
    line.append(",\"value\":")
    switch block.value {
    case .number(let quantity): line.append(json: quantity)
    case .text(let text): line.append(json: text)
    case .missing: line.append("null")
    }
    line.append(",\"shown\":")
    if let shown = block.shown { line.append(json: shown) } else { line.append("null") }
    line.append(",\"text\":")
    line.append(json: block.text)
    line.append(",\"label\":")
    line.append(json: block.label)
    line.append(",\"state\":\"")
    line.append(block.state.rawValue)
    line.append("\",\"fraction\":")
    if let fraction = block.fraction {
      line.append(jsonShare: fraction)
    } else {
      line.append("null")
    }
    line.append(",\"cells\":[")
    var isFirst = true
    for case .readout(let cells) in block.pieces {
      for cell in cells {
        if !isFirst { line.append(",") }
        isFirst = false
        append(cell, to: &line)
      }
    }
    line.append("]")
    appendControls(of: block, to: &line)
    line.append("}")
  }

  /// Only of blocks that have any.
  private func appendControls(of block: Block, to line: inout [UInt8]) {
    var isFirst = true
    for case .control(let control) in block.pieces {
      line.append(isFirst ? ",\"controls\":[" : ",")
      isFirst = false
      line.append("{\"part\":")
      line.append(json: control.part)
      line.append(",\"text\":")
      line.append(json: control.text)
      line.append(control.isEnabled ? ",\"enabled\":true}" : ",\"enabled\":false}")
    }
    if !isFirst { line.append("]") }
  }

  private func append(_ cell: Cell, to line: inout [UInt8]) {
    line.append("{\"glyph\":")
    line.append(json: cell.glyph)
    line.append(",\"next\":")
    if let next = cell.next {
      line.append(json: next)
      line.append(",\"progress\":")
      line.append(jsonShare: cell.progress)
      line.append("}")
    } else {
      line.append("null,\"progress\":0}")
    }
  }
}
