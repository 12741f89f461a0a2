import FeedCore

/// The panel on the whole of a terminal: only what changes is drawn.
struct TerminalPanelOutput: InteractiveOutput {
  let settings: OutputSettings
  private let columns: Int
  private let rows: Int

  /// What nobody can read is drawn as if there were so much room.
  private static let standard = (columns: 80, rows: 24)

  init(settings: OutputSettings) {
    self.settings = settings
    columns = settings.columns > 0 ? settings.columns : Self.standard.columns
    rows = settings.rows > 0 ? settings.rows : Self.standard.rows
  }

  /// The alternate screen, no cursor, lines that do not wrap, presses of the mouse, and what is
  /// pasted marked as such; and the question for the colours of the terminal where shades are mixed
  /// and nobody has told.
  var header: [UInt8] {
    let modes = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h"
    let asks = ColorDepth(colors: settings.colors).hasShades && !settings.knowsBackground
    return Array((modes + (asks ? "\u{1b}]10;?\u{1b}\\\u{1b}]11;?\u{1b}\\" : "")).utf8)
  }
  /// All of it back, in reverse order; whatever an update that was cut off has left is ended.
  let trailer = Array(
    "\u{1b}[?2026l\u{1b}[0m\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1000l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"
      .utf8)
  let frameRate = 24.0
  let drawsProgress = true

  /// The whole picture: rows of text with SGR sequences.
  func append(_ frame: Frame, to line: inout [UInt8]) {
    guard let panel = frame.panel else { return }
    let drawing = PanelDrawing(panel, settings: settings, columns: columns, rows: rows)
    drawing.canvas.append(to: &line, depth: drawing.ink.depth)
  }

  func change(from old: [UInt8]?, to line: [UInt8]) -> [UInt8] {
    ScreenChange.bytes(from: old, to: line)
  }

  func command(for input: TerminalInput, on frame: Frame) -> PanelCommand? {
    guard let panel = frame.panel else { return nil }
    let layout = PanelLayout(panel, columns: columns, rows: rows)
    switch input {
    case .color(let color, let isBackground):
      return isBackground ? .background(color) : .foreground(color)
    case .key(let key): return PanelKeys.command(for: key, on: panel, layout: layout)
    case .mouse(let press):
      switch press.button {
      case .left:
        return layout.tab(column: press.column, row: press.row).map { .period($0) }
      case .wheelUp: return PanelKeys.command(for: .up, on: panel, layout: layout)
      case .wheelDown: return PanelKeys.command(for: .down, on: panel, layout: layout)
      case .middle, .right: return nil
      }
    }
  }
}
