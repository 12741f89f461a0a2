import FeedCore
import Testing

struct CellWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}", 2),
    ("👩", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("☀", 1), ("☀️", 2), ("1️⃣", 2), ("🇩🇪", 2), ("\u{301}", 0),
    ("\u{200b}", 0), ("\u{202f}", 1), ("\u{a0}", 1), ("–", 1), ("∞", 1), ("€", 1), ("₹", 1),
    ("▁", 1), ("⣿", 1), ("⌚", 2), ("\u{7}", 0), ("　", 2), ("𠀀", 2), ("⚡", 2), ("\u{f017}", 1),
    ("♥", 1), ("☰", 1),
  ])
  func `tells the columns of a character`(text: String, width: Int) throws {
    #expect(CellWidth.of(try #require(text.first)) == width)
    #expect(CellWidth.of(text) == width)
  }

  @Test func `adds up the columns of a text`() {
    #expect(CellWidth.of("CPU 42% 漢字 👍") == 15)
    #expect(CellWidth.of("") == 0)
  }
}
