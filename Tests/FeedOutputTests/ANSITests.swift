import FeedCore
import FeedOutput
import Testing

struct ANSITests {
  let plain: NamedOutput

  init() throws { plain = try NamedOutput("plain") }

  static let depths = [0, 16, 256, 1 << 24]

  @Test(arguments: depths)
  func `comes out as the plain line, whatever the text`(_ colors: Int) throws {
    let ansi = try NamedOutput("ansi", OutputSettings(colors: colors))
    var random = SplitMix(5)
    for frame in Gallery.pictures.map(\.frame) + (0..<500).map({ _ in random.frame() }) {
      let screen = try Screen(try ansi.line(frame))
      #expect(screen.text.withoutTrailingSpaces == (try plain.line(frame).withoutTrailingSpaces))
      #expect(screen.isOn == [])
    }
  }

  @Test func `is drawn at once, over the last line`() throws {
    let line = try NamedOutput("ansi").line(.text("7"))

    #expect(line == "\u{1b}[?2026h\r7\u{1b}[K\u{1b}[?2026l")
  }

  @Test func `hides the cursor as long as it runs`() throws {
    let ansi = try NamedOutput("ansi").output

    #expect(ansi.header == Array("\u{1b}[?25l".utf8))
    #expect(ansi.trailer == Array("\u{1b}[?25h\r\n".utf8))
  }

  @Test(arguments: [
    (1, "a"), (2, "a"), (3, "a日"), (4, "a日b"), (5, "a日b"), (6, "a日b語"), (7, "a日b語c"),
    (8, "a日b語c"),
  ])
  func `is cut to the columns between characters`(_ columns: Int, _ expected: String) throws {
    let ansi = try NamedOutput("ansi", OutputSettings(columns: columns))
    let line = try ansi.line(.text("a日b語c"))

    #expect(try Screen(line).text == expected)
    let isFull = [1, 3, 4, 6, 7].contains(columns)
    #expect(line.contains("\u{1b}[K") != isFull, "erasing would take the last column")
  }

  @Test(arguments: [
    (16, "92", "90"), (256, "38;5;114", "38;5;244"),
    (1 << 24, "38;2;135;215;135", "38;2;128;128;128"),
  ])
  func `speaks in the terminal's colours`(
    _ colors: Int, _ green: String, _ grey: String
  ) throws {
    let ansi = try NamedOutput("ansi", OutputSettings(colors: colors))
    var block = Gallery.clock
    block.pieces = [.text("7")]
    block.style.color = Color(red: 135, green: 215, blue: 135)

    #expect(try ansi.line(block).contains("\u{1b}[\(green)m7\u{1b}[39m"))
    let fading = Gallery.moving(.fade, "9", "0", 0.25)
    #expect(try ansi.line(fading).contains("\u{1b}[\(grey)m9\u{1b}[39m"))
  }

  @Test func `does with attributes where there are no colours`() throws {
    let ansi = try NamedOutput("ansi", OutputSettings(colors: 0))

    #expect(
      try ansi.line(Gallery.moving(.fade, "9", "0", 0.25)).contains("$\u{1b}[2m9\u{1b}[22m"))
    #expect(
      try ansi.line(Gallery.moving(.flap, "9", "0", 0.25)).contains("$\u{1b}[53m9\u{1b}[55m"))
  }

  @Test(arguments: [0, 16])
  func `reverses tiles where there are no shades for them`(_ colors: Int) throws {
    let ansi = try NamedOutput("ansi", OutputSettings(colors: colors))

    let line = try ansi.line(Gallery.tiled(Gallery.moving(.fade, "19", "20", 0.25, 0.5)))
    #expect(line.contains("$\u{1b}[2;7m10\u{1b}[22;27m"))
  }

  @Test func `has a value stand out that was stepped`() throws {
    var block = Block(name: "x", pieces: [.text("N "), Gallery.readout("42")])
    block.style.accent = Color(red: 255, green: 0, blue: 0)
    block.style.emphasis = .reverse
    #expect(try NamedOutput("ansi").line(block).contains("N \u{1b}[7m42\u{1b}[27m"))
    block.style.emphasis = .accent
    #expect(try NamedOutput("ansi").line(block).contains("N \u{1b}[38;2;255;0;0m42\u{1b}[39m"))
    let plain = try NamedOutput("ansi", OutputSettings(colors: 0)).line(block)
    #expect(plain.contains("N \u{1b}[7m42\u{1b}[27m"))
  }

  @Test func `tells tiles without gaps by two shades`() throws {
    let line = try NamedOutput("ansi").line(
      Gallery.tiled(Block(name: "x", pieces: [Gallery.readout("42")]), Gallery.frost))

    #expect(line.contains("48;2;61;67;78m4") && line.contains("48;2;46;52;64m2"))
  }
}
