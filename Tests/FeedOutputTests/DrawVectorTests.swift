import FeedCore
import FeedOutput
import Foundation
import TestKit
import Testing

/// The table of how each output draws one place on its way.
struct DrawVectorTests {
  let table: MotionVectors.Drawing

  init() throws { table = try MotionVectors.drawing() }

  private func line(_ output: String, _ cell: Cell) throws -> String {
    try NamedOutput(
      output,
      OutputSettings(
        background: try #require(Color(hex: table.background)),
        foreground: try #require(Color(hex: table.foreground)))
    ).line(Block(name: "x", pieces: [.readout([cell])]))
  }

  /// What a bar that knows Pango is given for the cell, without what holds widths and heights.
  private func markup(_ output: String, _ cell: Cell) throws -> String {
    let line = try line(output, cell)
    let found = try #require(
      line.firstMatch(of: /<span font_features='tnum=1,kern=0' fallback='true'>(.*?)<\/span>"/))
    return String(found.output.1)
  }

  @Test func `a flap is drawn as the table has it`() throws {
    for row in table.flap {
      let progress = Easing.easeIn.value(at: Double(row.time) / 420)
      let cell =
        progress < 1
        ? Cell("4", next: "7", progress: progress, look: .falling(dim: 0.25, edge: .sweep))
        : Cell("7")
      let comment: Comment = "at \(row.time) ms"
      #expect(try line("plain", cell) == row.plain, comment)
      #expect(try line("tmux", cell) == row.tmux, comment)
      #expect(
        try line("ansi", cell) == "\u{1b}[?2026h\r\(row.ansi)\u{1b}[K\u{1b}[?2026l", comment)
      #expect(try markup("i3bar", cell) == row.pango.replacing("\"", with: "'"), comment)
    }
  }

  @Test func `a wheel has the table's glyph and side, and is as faint and as far as was seen best`()
    throws
  {
    for row in table.wheel {
      let cell = Cell.wheel(at: row.position)
      let comment: Comment = "at \(row.position)"
      #expect(try line("plain", cell) == row.plain, comment)
      let fraction = row.position - row.position.rounded(.down)
      let turn = 2 * min(fraction, 1 - fraction)
      guard turn > 0 else {
        #expect(try line("tmux", cell) == row.tmux, comment)
        #expect(try markup("i3bar", cell) == row.pango, comment)
        continue
      }
      // The share of the background and the way, of the designs that were measured in real bars.
      let grey = UInt8((255 * (1 - 0.85 * turn)).rounded())
      let color = Color(red: grey, green: grey, blue: grey).hex
      let rise = Int((7000 * turn * turn).rounded()) * (fraction < 0.5 ? 1 : -1)
      #expect(
        try markup("i3bar", cell)
          == "<span foreground='\(color)' rise='\(rise)' line_height='0.1'>\(row.plain)</span>",
        comment)
      let opacity = Int(((1 - 0.85 * turn) * 100).rounded())
      #expect(
        try markup("waybar", cell)
          == "<span alpha='\(opacity)%' rise='\(rise)' line_height='0.1'>\(row.plain)</span>",
        comment)
      #expect(
        try line("tmux", cell) == "#[fg=\(color)]\(row.plain)#[fg=default]", comment)
      #expect(
        try line("ansi", cell).contains(
          "\u{1b}[38;2;\(grey);\(grey);\(grey)m\(row.plain)\u{1b}[39m"), comment)
      let side = try #require(row.pango.firstMatch(of: /rise="(-?)/)).output.1
      #expect((rise < 0) == (side == "-"), comment)
    }
  }
}
