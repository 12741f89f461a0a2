import FeedCore

/// What the keys do, in a box over the panel.
struct PanelHelp {
  let ink: PanelInk

  func draw(on canvas: inout PanelCanvas) {
    let lines = PanelKeys.help
    let keyWidth = lines.map { CellWidth.of($0.keys) }.max() ?? 0
    let wanted = keyWidth + 2 + (lines.map { CellWidth.of($0.does) }.max() ?? 0) + 4
    let width = min(wanted, canvas.columns)
    let height = min(lines.count + 2, canvas.rows)
    let x = (canvas.columns - width) / 2
    let y = (canvas.rows - height) / 2
    guard width > 4, height > 2 else { return }
    for row in 0..<height {
      let isEdge = row == 0 || row == height - 1
      let (left, fill, right): (String, String, String) =
        row == 0 ? ("╭", "─", "╮") : isEdge ? ("╰", "─", "╯") : ("│", " ", "│")
      let line = left + String(repeating: fill, count: width - 2) + right
      canvas.put(line, x: x, y: y + row, ink.faint)
    }
    canvas.put(" keys ", x: x + 2, y: y, ink.title, limit: width - 4)
    for (index, line) in lines.prefix(height - 2).enumerated() {
      canvas.put(line.keys, x: x + 2, y: y + 1 + index, ink.title, limit: width - 4)
      canvas.put(
        line.does, x: x + keyWidth + 4, y: y + 1 + index, .plain,
        limit: max(width - keyWidth - 6, 0))
    }
  }
}
