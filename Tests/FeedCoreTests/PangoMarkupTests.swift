import FeedCore
import Testing

struct PangoMarkupTests {
  /// `[ink]text`, with an ink by its colours and letters.
  private func phrase(_ markup: String) -> String? {
    PangoMarkup.read(markup).map { text in
      var result = ""
      var last: UInt8 = 0
      for (index, character) in text.text.enumerated() {
        let place = index < text.inks.places.count ? text.inks.places[index] : 0
        if place != last {
          let ink = place > 0 ? text.inks.inks[Int(place) - 1] : .plain
          let words = [
            ink.foreground?.hex, ink.background.map { "on\($0.hex)" }, ink.isBold ? "b" : nil,
            ink.isItalic ? "i" : nil, ink.isUnderlined ? "u" : nil, ink.isStruck ? "s" : nil,
            ink.face,
            ink.size,
          ]
          result += "[\(words.compactMap(\.self).joined(separator: " "))]"
        }
        last = place
        result.append(character)
      }
      return result
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a &amp; b &lt;&gt; &quot;&apos; &#65;&#x42;", "a & b <> \"' AB"),
    ("<b>a</b>b", "[b]a[]b"), ("<b><i>a</i></b>", "[b i]a"), ("<u>a</u><s>b</s>", "[u]a[s]b"),
    ("<span color='#f00'>a</span>", "[#ff0000]a"),
    ("<span foreground=\"red\" bgcolor='#00f'>a</span>", "[#ff0000 on#0000ff]a"),
    ("<span weight='bold' style='italic'>a</span>", "[b i]a"),
    ("<span weight='700'>a</span>", "[b]a"),
    ("<span font='FontAwesome 12'>a</span>", "[FontAwesome 12288]a"),
    ("<span face='x' size='small'>a</span>", "[x small]a"),
    ("<span font_desc='DejaVu Sans Bold'>a</span>", "[b DejaVu Sans]a"),
    ("<span rise='100' unknown='x'>a</span>", "a"),
    ("<span color='nope'>a</span>", "a"), ("<small>a</small><big>b</big>", "[smaller]a[larger]b"),
    ("<tt>a</tt><sub>b</sub>", "ab"), ("<span>a</span >", "a"), ("", ""),
    ("<span color='#f00'>e</span>\u{301}x", "[#ff0000]e\u{301}[]x"),
  ])
  func `reads what Pango would draw`(_ markup: String, _ expected: String) {
    #expect(phrase(markup) == expected)
  }

  @Test(arguments: [
    "a & b", "a < b", "<b>a", "a</b>", "<b>a</i>", "<b><i>a</b></i>", "<script>a</script>",
    "&nope;", "&amp",
    "<span color=red>a</span>", "<span color='red>a</span>", "<", "<>", "</>", "&#xd800;",
    "&#99999999999;",
  ])
  func `refuses what Pango would refuse`(_ markup: String) {
    #expect(PangoMarkup.read(markup) == nil)
  }

  @Test(arguments: ["' onclick='x", "a<b", "x\"y", "a;b", String(repeating: "a", count: 99)])
  func `keeps no face that could end its attribute`(_ face: String) {
    let escaped = face.split(separator: "'").joined()
    let ink = PangoMarkup.read("<span face=\"\(escaped.filter { $0 != "\"" })\">a</span>")?.inks
      .inks.first
    #expect(ink?.face?.contains(where: { "'\"<>&;".contains($0) }) != true)
    #expect((ink?.face?.count ?? 0) <= 64)
  }
}

struct ScriptColorTests {
  @Test(arguments: [
    ("#f00", "#ff0000"), ("#F80A", "#ff8800"), ("#12ab34", "#12ab34"), ("#12ab34cc", "#12ab34"),
    ("#123456789abc", "#12569a"), ("red", "#ff0000"), ("Dark Orange", "#ff8c00"),
    ("grey", "#808080"),
    ("", nil), ("#", nil), ("#12", nil), ("#12345", nil), ("#ggg", nil), ("mauve", nil),
    ("#é00", nil),
  ])
  func `reads colours as scripts write them`(_ text: String, _ hex: String?) {
    #expect(Color(script: text)?.hex == hex)
  }

  @Test(arguments: [
    ("#80ff0000", "#ff0000"), ("#8f00", "#ff0000"), ("#f00", "#ff0000"), ("#ff8800", "#ff8800"),
  ])
  func `reads a transparency in front`(_ text: String, _ hex: String) {
    #expect(Color(transparencyFirst: text)?.hex == hex)
  }
}

struct StyledTextTests {
  @Test func `trims, shortens and is put behind others without losing its inks`() {
    let red = Ink(foreground: Color(red: 255, green: 0, blue: 0))
    let text = StyledText([("  ab", .plain), ("cd ", red)])
    #expect(text.trimmed.text == "abcd")
    #expect(text.trimmed.inks.places == [0, 0, 1, 1])
    #expect(text.trimmed.shortened(to: 3).text == "ab…")
    #expect(text.trimmed.shortened(to: 3).inks.places == [0, 0, 1])
    #expect(text.trimmed.following("> ").inks.places == [0, 0, 0, 0, 1, 1])
    #expect(StyledText("   ").trimmed.text.isEmpty)
  }

  @Test func `control characters go, and inks stay in their places`() {
    let bold = Ink(isBold: true)
    let text = StyledText([("a\u{7}\u{1b}[31m", .plain), ("b\u{200b}", bold), ("c", .plain)])
    #expect(text.text == "abc")
    #expect(text.inks.places == [0, 1, 0])
  }

  @Test func `cells take the inks of the text that they become`() {
    var map = InkMap()
    map.append(.plain)
    map.append(Ink(isBold: true))
    #expect(map.applied(to: [Cell("a"), Cell("b"), Cell("c")]).map(\.ink) == [0, 1, 1])
    #expect(InkMap().applied(to: [Cell("a")]).map(\.ink) == [0])
  }

  @Test func `more inks than can be told apart are plain`() {
    var map = InkMap()
    for index in 0..<300 { map.append(Ink(size: "\(index)")) }
    #expect(map.inks.count == 255)
    #expect(map.places.last == 0)
  }
}
