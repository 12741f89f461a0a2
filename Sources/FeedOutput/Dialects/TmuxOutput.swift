package import FeedCore

/// A string a line for tmux's status line, with tmux's own styles.
///
/// A line switches off what it has switched on and nothing else, so the style around it stays.
package struct TmuxOutput: Output {
  /// What the string goes through before it is drawn.
  package enum Escaping: Hashable, Sendable {
    /// The output of a `#(…)`: it is expanded as a format, then drawn.
    case job
    /// The value of a variable: it is only drawn.
    case variable
  }

  private let settings: OutputSettings
  private let escaping: Escaping
  /// Where in the status line it stands; nil marks nothing for the mouse.
  private let side: TmuxVariable.Side?

  package let frameRate = 15.0

  /// tmux draws one line of a job a second and drops what else comes in that second, the end of a
  /// motion too: said again in another second, it is seen.
  package var repeatsAfter: TimeSpan? { escaping == .job ? .milliseconds(1050) : nil }
  package let drawsProgress = true

  package init(
    settings: OutputSettings, escaping: Escaping = .job, side: TmuxVariable.Side? = nil
  ) {
    self.settings = settings
    self.escaping = escaping
    self.side = side
  }

  package func append(_ frame: Frame, to line: inout [UInt8]) {
    // tmux brings colours down to what each of its clients can show, if it is let.
    var pen = TmuxPen(escaping: escaping, depth: ColorDepth(colors: settings.colors), side: side)
    swap(&pen.line, &line)
    Grid(settings: settings).draw(frame, with: &pen)
    pen.finish()
    swap(&pen.line, &line)
    line.append("\n")
  }
}

private struct TmuxPen: GridPen {
  let escaping: TmuxOutput.Escaping
  let depth: ColorDepth
  /// Where there are few colours tmux makes black of a dark grey, and black is not seen.
  let dimsMuted = true
  var line: [UInt8] = []
  private var style = GridStyle.plain
  /// Literal `#` that wait for what follows them: how they are escaped depends on it.
  private var hashes = 0
  private let side: TmuxVariable.Side?
  private var place: ClickPlace?
  private var isMarked = false
  private var isInRange = false
  /// A blank that waits for what follows it.
  ///
  /// Up to 3.7 a range takes in a column too much (`format_draw`): that of the next one, which
  /// therefore begins with the blank before it, if there is one.
  private var heldBlank: (character: Character, style: GridStyle)?

  init(escaping: TmuxOutput.Escaping, depth: ColorDepth, side: TmuxVariable.Side?) {
    self.escaping = escaping
    self.depth = depth
    self.side = side
  }

  mutating func enter(_ place: ClickPlace?) {
    guard side != nil else { return }
    self.place = place
    isMarked = false
  }

  /// Marks what follows for the mouse.
  ///
  /// Versions before 3.4 know no such ranges and pass over the style, which is therefore alone.
  private mutating func mark() {
    guard let side, !isMarked else { return }
    isMarked = true
    guard place != nil || isInRange else { return }
    isInRange = place != nil
    flush(beforeBracket: true)
    line.append("#[")
    line.append(place.map { "range=user|" + $0.tmuxRange } ?? side.style)
    line.append("]")
  }

  mutating func put(_ character: Character, _ style: GridStyle) {
    let blank = heldBlank
    let isHeld = side != nil && (character == " " || character == Cell.blank)
    heldBlank = isHeld ? (character, style) : nil
    if let blank { write(blank.character, blank.style) }
    if !isHeld { write(character, style) }
  }

  private mutating func write(_ character: Character, _ style: GridStyle) {
    mark()
    change(to: style)
    for scalar in character.unicodeScalars {
      guard let scalar = scalar.drawn else { continue }
      if scalar == "#" {
        hashes += 1
      } else {
        flush(beforeBracket: scalar == "[")
        line.append(scalar)
      }
    }
  }

  /// Leaves no style on and no `#` alone at the end, where it would eat what tmux puts after it.
  mutating func finish() {
    if let heldBlank { write(heldBlank.character, heldBlank.style) }
    heldBlank = nil
    change(to: .plain)
    mark()
    flush(beforeBracket: false)
  }

  /// Drawing halves a run of `#`; expanding halves it before, but not in front of a bracket.
  private mutating func flush(beforeBracket: Bool) {
    guard hashes > 0 else { return }
    let factor = escaping == .variable || beforeBracket ? 2 : 4
    for _ in 0..<hashes * factor { line.append("#") }
    hashes = 0
  }

  private mutating func change(to next: GridStyle) {
    guard next != style else { return }
    flush(beforeBracket: true)
    line.append("#[")
    var needsComma = false
    func separate(_ line: inout [UInt8]) {
      if needsComma { line.append(",") }
      needsComma = true
    }
    if next.foreground != style.foreground {
      separate(&line)
      append("fg=", next.foreground)
    }
    if next.background != style.background {
      separate(&line)
      append("bg=", next.background)
    }
    if next.edge != style.edge {
      if let edge = style.edge {
        separate(&line)
        line.append("no")
        line.append(edge.tmuxName)
      }
      if let edge = next.edge {
        separate(&line)
        line.append(edge.tmuxName)
      }
    }
    if next.isDim != style.isDim {
      separate(&line)
      line.append(next.isDim ? "dim" : "nodim")
    }
    if next.isReversed != style.isReversed {
      separate(&line)
      line.append(next.isReversed ? "reverse" : "noreverse")
    }
    line.append("]")
    style = next
  }

  private mutating func append(_ attribute: String, _ color: Color?) {
    line.append(attribute)
    guard let color else { return line.append("default") }
    switch depth {
    case .none: line.append("default")
    case .sixteen: line.append(Self.names[ColorDepth.basicCode(color)] ?? "default")
    case .palette:
      line.append("colour")
      line.append(decimal: ColorDepth.paletteIndex(color))
    case .full: line.append(hex: color)
    }
  }

  /// The names of the sixteen colours, by their codes in ANSI terminals.
  private static let names: [Int: String] = {
    let colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    var names: [Int: String] = [:]
    for (index, color) in colors.enumerated() {
      names[30 + index] = color
      names[90 + index] = "bright" + color
    }
    return names
  }()
}

extension CellDrawing.Edge {
  fileprivate var tmuxName: String {
    switch self {
    case .top: "overline"
    case .middle: "strikethrough"
    case .bottom: "underscore"
    }
  }
}
