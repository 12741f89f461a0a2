import FeedCore
import FeedOutput
import Foundation
import Testing

struct I3barTests {
  let i3bar: NamedOutput

  init() throws { i3bar = try NamedOutput("i3bar") }

  @Test func `starts with the whole header and the array`() {
    #expect(i3bar.output.header == Array("{\"version\":1,\"click_events\":true}\n[\n".utf8))
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

  @Test func `draws a control as a block of its own that touches the others`() throws {
    let inner = #""separator":false,"separator_block_width":0,"markup":"pango"}"#
    let number = "<span font_features='tnum=1,kern=0'>7</span>"
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
