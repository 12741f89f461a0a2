import FeedCore

/// One line of a terminal that is drawn over and over in its place.
struct ANSIOutput: Output {
  let settings: OutputSettings

  /// Hides the cursor, which would run along with the line.
  let header = Array("\u{1b}[?25l".utf8)
  let trailer = Array("\u{1b}[?25h\r\n".utf8)
  let frameRate = 24.0
  let drawsProgress = true

  /// The terminal shows the whole line at once where it knows synchronized updates.
  func append(_ frame: Frame, to line: inout [UInt8]) {
    line.append("\u{1b}[?2026h\r")
    var pen = ANSIPen(depth: ColorDepth(colors: settings.colors), columns: settings.columns)
    swap(&pen.line, &line)
    Grid(settings: settings).draw(frame, with: &pen)
    pen.finish()
    swap(&pen.line, &line)
    // At the end of a full line the cursor is still on the last column, and would erase it.
    if !pen.isFull { line.append("\u{1b}[K") }
    line.append("\u{1b}[?2026l")
  }
}

private struct ANSIPen: GridPen {
  let depth: ColorDepth
  var line: [UInt8] = []
  /// Columns that are left; nil: no end.
  private var room: Int?
  private var isCut = false
  private var style = GridStyle.plain

  var isFull: Bool { room == 0 }

  init(depth: ColorDepth, columns: Int) {
    self.depth = depth
    room = columns > 0 ? columns : nil
  }

  /// What comes after a character that does not fit is left out too.
  mutating func put(_ character: Character, _ style: GridStyle) {
    guard !isCut else { return }
    if let room {
      let columns = character.columns
      isCut = columns > room
      guard !isCut else { return }
      self.room = room - columns
    }
    change(to: style)
    for scalar in character.unicodeScalars {
      if let scalar = scalar.drawn { line.append(scalar) }
    }
  }

  mutating func finish() { change(to: .plain) }

  private mutating func change(to next: GridStyle) {
    guard next != style else { return }
    line.append("\u{1b}[")
    let start = line.count
    if next.foreground != style.foreground {
      depth.append(next.foreground, isBackground: false, to: &line)
    }
    if next.background != style.background {
      depth.append(next.background, isBackground: true, to: &line)
    }
    if next.edge != style.edge {
      if let edge = style.edge { line.append(edge.off) }
      if let edge = next.edge { line.append(edge.on) }
    }
    if next.isDim != style.isDim { line.append(next.isDim ? "2;" : "22;") }
    if next.isReversed != style.isReversed { line.append(next.isReversed ? "7;" : "27;") }
    if line.count > start { line.removeLast() }
    line.append("m")
    style = next
  }
}

extension CellDrawing.Edge {
  fileprivate var on: String {
    switch self {
    case .top: "53;"
    case .middle: "9;"
    case .bottom: "4;"
    }
  }

  fileprivate var off: String {
    switch self {
    case .top: "55;"
    case .middle: "29;"
    case .bottom: "24;"
    }
  }
}
