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
        #expect(block.values.allSatisfy { $0 is String || $0 is Bool })
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
