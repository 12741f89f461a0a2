import FeedCore

/// A line of plain text a frame, for logs, pipes and terminals that know nothing else.
struct PlainOutput: Output {
  let settings: OutputSettings

  let frameRate = 24.0
  let drawsProgress = false

  func append(_ frame: Frame, to line: inout [UInt8]) {
    var pen = PlainPen()
    swap(&pen.line, &line)
    Grid(settings: settings).draw(frame, with: &pen)
    swap(&pen.line, &line)
    line.append("\n")
  }
}

private struct PlainPen: GridPen {
  var line: [UInt8] = []

  let depth = ColorDepth.none

  mutating func put(_ character: Character, _ style: GridStyle) {
    for scalar in character.unicodeScalars {
      if let scalar = scalar.drawn { line.append(scalar) }
    }
  }
}
