import FeedCore
import FeedOutput
import Foundation
import Testing

/// Texts that bring their own inks, tooltips and classes.
struct InkTests {
  private static let red = Color(red: 255, green: 0, blue: 0)

  private func block(_ ink: Ink, _ text: String = "ab") -> Block {
    var map = InkMap()
    map.append(ink)
    var style = BlockStyle(color: Color(red: 1, green: 2, blue: 3))
    style.inks = map.inks
    var cells = text.map { Cell($0) }
    cells[0].ink = 1
    return Block(name: "t", pieces: [.readout(cells)], style: style, label: text, title: "T")
  }

  private func line(_ output: String, _ block: Block) throws -> String {
    try NamedOutput(output).line(Frame(blocks: [block]))
  }

  @Test func `bars are told of colour and font in markup`() throws {
    let ink = Ink(
      foreground: Self.red, background: .black, isBold: true, isItalic: true, isUnderlined: true,
      isStruck: true, face: "Font Awesome", size: "small")
    for output in ["i3bar", "waybar"] {
      let line = try line(output, block(ink))
      #expect(
        line.contains(
          "<span foreground='#ff0000' background='#000000' weight='bold' style='italic'"
            + " face='Font Awesome' size='small' underline='single' strikethrough='true'>a</span>b"),
        "\(line)")
    }
  }

  @Test func `terminals are told of colours`() throws {
    let ansi = try line("ansi", block(Ink(foreground: Self.red, background: .white)))
    #expect(
      ansi.contains("38;2;255;0;0") && ansi.contains("48;2;255;255;255"), "\(ansi.debugDescription)"
    )
    let tmux = try line("tmux", block(Ink(foreground: Self.red)))
    #expect(tmux.contains("#ff0000") || tmux.contains("fg="), "\(tmux)")
    #expect(try line("plain", block(Ink(foreground: Self.red))) == "ab")
  }

  @Test func `what is urgent keeps the colours of urgency`() throws {
    var urgent = block(Ink(foreground: Self.red, isBold: true))
    urgent.style.isUrgent = true
    let line = try line("i3bar", urgent)
    #expect(!line.contains("#ff0000"))
    #expect(line.contains("weight='bold'"))
  }

  @Test func `a glyph on its way fades in its own colour`() throws {
    var moving = block(Ink(foreground: Self.red))
    moving.pieces = [.readout([Cell("1", next: "2", progress: 0.25, look: .wheel)])]
    if case .readout(var cells) = moving.pieces[0] {
      cells[0].ink = 1
      moving.pieces[0] = .readout(cells)
    }
    let line = try line("i3bar", moving)
    let color = try #require(line.firstMatch(of: /foreground='#([0-9a-f]{2})([0-9a-f]{2})/))
    let red = try #require(Int(color.output.1, radix: 16))
    let green = try #require(Int(color.output.2, radix: 16))
    #expect(red > green && red < 255)
  }

  @Test func `a number of an ink that there is not means none`() throws {
    var odd = block(Ink(foreground: Self.red))
    odd.pieces = [.readout([Cell("a")])]
    if case .readout(var cells) = odd.pieces[0] {
      cells[0].ink = 200
      odd.pieces[0] = .readout(cells)
    }
    #expect(try !line("i3bar", odd).contains("#ff0000"))
  }

  @Test func `a source's tooltip, classes and word for an icon are the module's`() throws {
    var block = block(.plain)
    block.tooltip = "one <b>\ntwo \"x\"\\"
    block.classes = ["warm", "normal", "it's", "warm"]
    block.alternative = "up & \"down\""
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(try line("waybar", block).utf8)) as? [String: Any]
    )
    #expect(object["tooltip"] as? String == "one &lt;b&gt;\ntwo &quot;x&quot;\\")
    #expect(object["class"] as? [String] == ["normal", "warm", "it's"])
    #expect(object["alt"] as? String == "up & \"down\"")

    // What is wrong is told in the place of what the source said before.
    block.problem = "timed out"
    let failed = try line("waybar", block)
    #expect(failed.contains("T: ab (timed out)"))
  }

  @Test func `the word for an icon is that of a module of its own`() throws {
    var first = block(.plain)
    first.alternative = "up"
    let line = try NamedOutput("waybar").line(Frame(blocks: [first, block(.plain)]))
    #expect(line.contains("\"alt\":\"normal\""))
  }
}
