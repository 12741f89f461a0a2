import FeedCore
import FeedOutput
import Foundation
import Testing

struct I3barTests {
  let i3bar: NamedOutput

  init() throws { i3bar = try NamedOutput("i3bar") }

  @Test func `starts with the whole header and the array`() {
    let header = #"{"version":1,"stop_signal":20,"cont_signal":18,"click_events":true}"#
    #expect(i3bar.output.header == Array("\(header)\n[\n".utf8))
  }

  @Test func `is one JSON array from the header on`() throws {
    var feed = i3bar.output.header.drop { $0 != UInt8(ascii: "[") }
    for picture in Gallery.pictures { feed += i3bar.bytes(picture.frame) }
    feed += Array("[]]".utf8)

    let frames = try JSONSerialization.jsonObject(with: Data(feed)) as? [[[String: Any]]]
    #expect(frames?.count == Gallery.pictures.count + 1)
  }

  @Test func `holds nothing but scalars, and text always as a string`() throws {
    var random = SplitMix(6)
    for frame in Gallery.pictures.map(\.frame) + (0..<200).map({ _ in random.frame() }) {
      for block in try blocks(try i3bar.line(frame)) {
        #expect(block["full_text"] is String)
        #expect(block.values.allSatisfy { $0 is String || $0 is Bool || $0 is Int })
      }
    }
  }

  @Test func `says what the style says and no more`() throws {
    let style = BlockStyle(
      color: .white, background: .black, isUrgent: true, minimumWidth: 3, align: .right,
      hasSeparator: false)
    let block = Block(name: "a\"b", pieces: [.text("x")], shortPieces: [], style: style)

    #expect(
      try i3bar.line(block) == """
        [{"full_text":"x","short_text":"","name":"a\\"b","color":"#ffffff","background":"#000000",\
        "min_width":"000","align":"right","urgent":true,"separator":false,"markup":"pango"}],
        """)
    #expect(
      try i3bar.line(.text("x")) == #"[{"full_text":"x","name":"x","markup":"pango"}],"#)
  }

  @Test func `has a value stand out that was stepped`() throws {
    var block = Block(name: "x", pieces: [.text("N "), Gallery.readout("42")])
    block.style.color = Color(red: 255, green: 0, blue: 0)
    block.style.background = .black
    block.style.accent = Color(red: 0, green: 0, blue: 255)
    block.style.emphasis = .reverse
    #expect(
      try i3bar.line(block).contains("<span foreground='#000000' background='#ff0000'>42</span>"))
    block.style.emphasis = .accent
    #expect(try i3bar.line(block).contains("<span foreground='#0000ff'>42</span>"))
    block.style.look = .tiles
    block.style.emphasis = .reverse
    let tiles = try blocks(try i3bar.line(block)).compactMap { $0["background"] as? String }
    #expect(tiles.contains("#ff0000"), "\(tiles)")
  }

  @Test func `draws a control as a block of its own that touches the others`() throws {
    let inner = #""separator":false,"separator_block_width":0,"markup":"pango"}"#
    let number = "<span font_features='tnum=1,kern=0' fallback='true'>7</span>"
    let block = Block(
      name: "x",
      pieces: [
        .control(Control(part: "minus", text: "-", isEnabled: false)), Gallery.readout("7"),
        .control(Control(part: "plus", text: "+", isEnabled: true)),
      ])

    #expect(
      try i3bar.line(block) == """
        [{"full_text":"<span foreground='#595959'>-</span>","name":"x","instance":"minus",\(inner),\
        {"full_text":"\(number)","name":"x","instance":"value",\(inner),\
        {"full_text":"+","name":"x","instance":"plus","markup":"pango"}],
        """)
  }

  @Test func `gives the separator of a block in parts to the last of them`() throws {
    let parts = try blocks(try i3bar.line(Gallery.stepper(hasSeparator: false)))

    #expect(parts.map { $0["instance"] as? String } == ["value", "minus", "value", "plus"])
    #expect(parts.map { $0["separator_block_width"] as? Int } == [0, 0, 0, nil])
    #expect(parts.map { $0["separator"] as? Bool } == [false, false, false, false])
    let others = try blocks(try i3bar.line(Gallery.stepper()))
    #expect(others.last?["separator"] == nil)
  }

  @Test func `is as wide in swaybar when it is urgent`() throws {
    let swaybar = try NamedOutput("i3bar", OutputSettings(client: .swaybar))

    for part in try blocks(try swaybar.line(Gallery.stepper(isUrgent: true))) {
      #expect(part["border_left"] as? Int == 0 && part["border_right"] as? Int == 0)
    }
  }

  @Test func `is urgent in all parts`() throws {
    let parts = try blocks(try i3bar.line(Gallery.stepper(isUrgent: true)))

    #expect(parts.allSatisfy { $0["urgent"] as? Bool == true })
  }

  @Test func `leaves no part without text, which a bar would leave out`() throws {
    var block = Gallery.stepper()
    block.shortPieces = [Gallery.readout("42")]

    for part in try blocks(try i3bar.line(block)) {
      #expect(part["full_text"] as? String != "")
      #expect(part["short_text"] as? String != "")
    }
  }

  @Test(arguments: [
    (" 1.0 KiB/s", "0000 KiB/s"), ("1023 KiB", "0000 KiB"), ("  -5.5K", "000000K"),
    ("$1.5M", "$000M"), ("  12 kB", "0000 kB"),
  ])
  func `has the bar hold the width of a number that is narrower at times`(
    _ text: String, _ widest: String
  ) throws {
    var block = Block(name: "x", pieces: [.text("a "), Gallery.readout(text), .text(" b")])
    block.isNumberVarying = true

    let parts = try blocks(try i3bar.line(block))
    #expect(parts.count == 3)
    let width = try Markup(try #require(parts[1]["min_width"] as? String)).text
    #expect(width == widest && parts[1]["align"] as? String == "right")
    #expect(parts[0]["min_width"] == nil && parts[2]["min_width"] == nil)
  }

  @Test func `lets numbers with a short form be, which the bar makes shorter`() throws {
    var block = Gallery.short(Gallery.cpu, Gallery.readout("42%"))
    block.isNumberVarying = true
    block.style.look = .tiles
    block.style.gaugeStyle = .blocks

    #expect(try blocks(try i3bar.line(block)).count == 1)
  }

  @Test(
    arguments: [
      (0, [64]), (1e-9, [1, 63]), (0.5, [32, 32]), (0.999, [64]), (1, [64]), (.nan, [64]),
    ] as [(Double, [Int])])
  func `draws a gauge of blocks to the pixel, and never nothing for something`(
    _ fraction: Double, _ pixels: [Int]
  ) throws {
    let style = BlockStyle(accent: Gallery.green, gaugeStyle: .blocks)
    let block = Block(name: "x", pieces: [.gauge(fraction: fraction, width: 8)], style: style)

    let parts = try blocks(try i3bar.line(block))
    #expect(parts.map { $0["min_width"] as? Int } == pixels)
    let isFilled = fraction > 0
    #expect((parts[0]["background"] as? String == Gallery.green.hex) == isFilled)
    #expect(parts.last?["separator_block_width"] == nil)
  }

  @Test func `draws gauges of blocks by itself where the background is known`() throws {
    let block = Block(name: "x", pieces: [.gauge(fraction: 0.5, width: 8)])
    let knowing = try NamedOutput(
      "i3bar", OutputSettings(background: Gallery.slate, knowsBackground: true))

    #expect(try blocks(try i3bar.line(block)).count == 1)
    let parts = try blocks(try knowing.line(block))
    #expect(parts.map { $0["border"] as? String } == [Gallery.slate.hex, Gallery.slate.hex])
  }

  @Test func `gives swaybar transparent colours, which it can blend`() throws {
    let swaybar = try NamedOutput("i3bar", OutputSettings(client: .swaybar))
    let line = try swaybar.line(Gallery.moving(.fade, "9", "0", 0.25))

    #expect(line.contains("<span alpha='50%'>9</span>") && !line.contains("foreground"))
  }

  @Test func `leaves the colours of an urgent block to the bar`() throws {
    var block = Gallery.moving(.fade, "9", "0", 0.25)
    block.style.isUrgent = true

    #expect(try !i3bar.line(block).contains("foreground"))
  }

  @Test func `mixes colours with what is behind them`() throws {
    var block = Gallery.moving(.fade, "9", "0", 0.25)
    block.style.color = .black
    block.style.background = .white

    #expect(try i3bar.line(block).contains("foreground='#808080'"))
  }
}
