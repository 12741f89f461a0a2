import FeedCore
import FeedOutput
import Testing

struct PangoTests {
  let i3bar: NamedOutput
  let waybar: NamedOutput
  let plain: NamedOutput

  init() throws {
    i3bar = try NamedOutput("i3bar")
    waybar = try NamedOutput("waybar")
    plain = try NamedOutput("plain")
  }

  @Test(arguments: Gallery.pictures)
  func `shows what the plain line shows`(_ picture: Gallery.Picture) throws {
    try check(picture.frame.withoutGaps)
  }

  @Test func `shows what the plain line shows, whatever the text`() throws {
    var random = SplitMix(3)
    for _ in 0..<500 { try check(random.frame()) }
  }

  private func check(_ frame: Frame) throws {
    let groups = try blocks(try i3bar.line(frame)).inGroups
    #expect(groups.count == frame.blocks.count)
    for (group, block) in zip(groups, frame.blocks) {
      var block = block
      // Bars hold the width of a whole block.
      if group.count == 1 { block.style.minimumWidth = 0 }
      #expect(try text(of: group, "full_text") == (try plain.line(block).withoutTrailingSpaces))
      guard let short = block.shortPieces else { continue }
      block.pieces = short
      block.style.minimumWidth = 0
      #expect(try text(of: group, "short_text") == (try plain.line(block).withoutTrailingSpaces))
    }
    let object = try object(try waybar.line(frame))
    let markup = try Markup(try #require(object["text"] as? String))
    #expect(markup.text.withoutTrailingSpaces == (try plain.line(frame).withoutTrailingSpaces))
    _ = try Markup(try #require(object["tooltip"] as? String))
  }

  /// What stands in the blocks of one metric together.
  private func text(of group: [[String: Any]], _ key: String) throws -> String {
    try group.map { try Markup(try #require($0[key] as? String)).text }.joined()
      .withoutTrailingSpaces
  }

  @Test(arguments: [Cell.Look.wheel, .flap, .fade])
  func `keeps its width all the way`(_ look: Cell.Look) throws {
    for step in 0...100 {
      let block = Gallery.moving(look, "19", "20", Double(step) / 100, 0.5)
      let object = try #require(try blocks(try i3bar.line(block)).first)
      let markup = try Markup(try #require(object["full_text"] as? String))
      #expect(markup.text.count == 3)
    }
  }

  @Test func `draws a gauge in a known colour a pixel at a time, in the same width`() throws {
    for step in 0...100 {
      let style = BlockStyle(accent: Gallery.green)
      let gauge = Piece.gauge(fraction: Double(step) / 100, width: 8)
      let block = Block(name: "x", pieces: [gauge], style: style)
      let text = try #require(try blocks(try i3bar.line(block)).first?["full_text"] as? String)
      #expect(try Markup(text).pixels == 64)
      #expect(text.contains("background='#a3be8c'") == (step > 0))
      #expect(text.unicodeScalars.first == "\u{200b}", "which holds the height of the line")
    }
  }

  @Test func `holds the height of the line while a glyph is off it`() throws {
    for step in 0...100 {
      let block = Gallery.moving(.wheel, "9", "0", Double(step) / 100)
      let object = try #require(try blocks(try i3bar.line(block)).first)
      let text = try #require(object["full_text"] as? String)
      #expect(try Markup(text).isFlat == (text.unicodeScalars.first == "\u{200b}"))
    }
  }

  @Test func `draws a wheel as glyphs that leave upward and come from below`() throws {
    let number = "<span font_features='tnum=1,kern=0' fallback='true'>$"
    let strut = "\u{200b}"

    #expect(try text(.wheel, 0) == "\(number)9</span>")
    #expect(
      try text(.wheel, 0.25)
        == "\(strut)\(number)<span foreground='#939393' rise='1750' line_height='0.1'>9</span></span>"
    )
    #expect(
      try text(.wheel, 0.5)
        == "\(strut)\(number)<span foreground='#262626' rise='-7000' line_height='0.1'>0</span></span>"
    )
    #expect(try text(.wheel, 1) == "\(number)0</span>")
  }

  @Test func `draws a flap whose edge falls`() throws {
    let number = "<span font_features='tnum=1,kern=0' fallback='true'>$"

    #expect(
      try text(.flap, 0.25)
        == "\(number)<span foreground='#bfbfbf' overline='single'>9</span></span>")
    #expect(
      try text(.flap, 0.5)
        == "\(number)<span foreground='#bfbfbf' strikethrough='true'>0</span></span>")
    #expect(
      try text(.flap, 0.9)
        == "\(number)<span foreground='#f2f2f2' underline='single'>0</span></span>")
  }

  @Test func `writes only what old versions of Pango know where nothing may rise`() throws {
    let coarse = try NamedOutput("i3bar", OutputSettings(rise: 0))
    for picture in Gallery.pictures {
      let line = try coarse.line(picture.frame)
      #expect(!line.contains("rise") && !line.contains("line_height"))
    }
  }

  @Test func `shares a span between neighbours that move in step`() throws {
    let line = try i3bar.line(Gallery.moving(.wheel, "99", "00", 0.25, 0.25))
    #expect(line.contains(">99</span>"))
  }

  private func text(_ look: Cell.Look, _ progress: Double) throws -> String {
    let line = try i3bar.line(Gallery.moving(look, "9", "0", progress))
    return try #require(try blocks(line).first?["full_text"] as? String)
  }
}
