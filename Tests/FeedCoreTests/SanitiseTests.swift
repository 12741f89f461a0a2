import FeedCore
import Testing

struct SanitiseTests {
  @Test(arguments: [
    ("plain é 漢字 42%", "plain é 漢字 42%"), ("a\nb\tc\r\nd", "a b c d"), ("a\u{0}b\u{7f}c", "abc"),
    ("\u{1b}[31mred\u{1b}[0m", "red"), ("\u{1b}[38;2;1;2;3mx", "x"), ("\u{9b}31mred", "red"),
    ("\u{1b}]0;title\u{7}x", "x"), ("\u{1b}]8;;http://a\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
    ("\u{1b}(Bx", "x"), ("\u{1b}7x\u{1b}8", "x"), ("\u{1b}Pq#0\u{1b}\\x", "x"),
    ("a\u{1b}", "a"), ("a\u{1b}[31", "a"), ("\u{1b}[3\u{1b}[1mx", "x"), ("\u{1b}[1\nx", " x"),
    ("\u{1b}]0;never closed\nnext", " next"), ("\u{9d}0;t\u{9c}x", "x"),
    ("a\u{202e}b\u{2066}c\u{2069}d\u{200e}", "abcd"), ("a\u{200b}b\u{feff}c\u{2060}d", "abcd"),
    ("a\u{200d}b", "ab"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("❤️‍🔥", "❤️‍🔥"), ("👍🏽", "👍🏽"), ("☀️", "☀️"),
    ("a\u{3164}b\u{e0041}c", "abc"), ("a\u{2028}b", "a b"), ("1\u{200d}2", "12"),
    ("\u{fe0f}x", "x"),
    ("🇩🇪", "🇩🇪"), ("e\u{301}", "e\u{301}"), ("", ""),
  ])
  func `keeps only what can be shown on one line`(text: String, fit: String) {
    #expect(Array(Sanitise.text(text).unicodeScalars) == Array(fit.unicodeScalars))
  }

  @Test func `marks bytes that are no text`() {
    #expect(Sanitise.text(bytes: [0x61, 0xff, 0x62]) == "a\u{fffd}b")
    #expect(Sanitise.text(bytes: [0x61, 0x00, 0x1b, 0x5b, 0x31, 0x6d, 0x62]) == "ab")
    #expect(Sanitise.text(bytes: []).isEmpty)
  }

  @Test func `cuts between characters`() {
    #expect(Sanitise.text("abcdef", limit: 4) == "abcd")
    #expect(Sanitise.text("abcd", limit: 4) == "abcd")
    #expect(Sanitise.text("ab👩‍👩‍👧c", limit: 4) == "ab")
    #expect(Sanitise.text("abe\u{301}", limit: 3) == "ab")
    #expect(Sanitise.text(String(repeating: "é", count: 10_000)).count == 4096)
  }

  @Test func `is the same the second time, whatever comes`() {
    var bits = SeededBits(seed: 6)
    let special: [UInt8] = [
      0x1b, 0x5b, 0x5d, 0x07, 0x9b, 0xe2, 0x80, 0x8d, 0xf0, 0x9f, 0x91, 0xa9, 0x0a,
    ]
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in
        Bool.random(using: &bits)
          ? special.randomElement(using: &bits) ?? 0 : UInt8.random(in: 0...255, using: &bits)
      }
      let once = Sanitise.text(bytes: bytes)
      #expect(Sanitise.text(once) == once)
      #expect(!once.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
