import FeedCore
import Testing

struct TextTokenTests {
  /// The kinds of what can move in a text, with its characters.
  private func moving(in text: String, isMarkup: Bool = false) -> [String] {
    TextToken.tokens(of: Array(text), isMarkup: isMarkup).filter { $0.kind != .word }
      .map { "\($0.kind) \($0.text)" }
  }

  @Test(arguments: [
    ("CPU 42%", ["number 42"]), ("3 mails, 12 news", ["number 3", "number 12"]),
    ("-3.5°C", ["number -3.5"]), ("1,284.50 €", ["number 1,284.50"]), ("12,5 %", ["number 12,5"]),
    ("1.284.567", ["number 1.284.567"]), ("1, 2, 3", ["number 1", "number 2", "number 3"]),
    ("1,2,3", ["number 1", "number 2", "number 3"]), ("10-20", ["number 10", "number 20"]),
    ("12/30", ["number 12", "number 30"]), ("007", ["number 007"]), ("wlan0", ["number 0"]),
    ("12:59:59", ["time 12:59:59"]), ("at 9:05, ok", ["time 9:05"]),
    ("16:99", ["number 16", "number 99"]),
    ("2026-11-30", ["date 2026-11-30"]), ("30.11.2026", ["date 30.11.2026"]),
    ("11/30/26", ["date 11/30/26"]), ("2026-11-30T12:59", ["date 2026-11-30", "time 12:59"]),
    ("192.168.1.7", ["address 192.168.1.7"]), ("10.0.0.1/24 up", ["address 10.0.0.1/24"]),
    ("fe80::1ff:fe23:4567:890a", ["address fe80::1ff:fe23:4567:890a"]), ("::1", ["address ::1"]),
    ("v6.1", ["version v6.1"]), ("1.2.3", ["version 1.2.3"]),
    ("6.1.0-13-amd64", ["version 6.1.0-13-amd64"]),
    ("00:1b:44:11:3a:b7", ["hex 00:1b:44:11:3a:b7"]), ("0x1f", ["hex 0x1f"]),
    ("#2e3440", ["hex #2e3440"]), ("#12", ["number 12"]), ("9fceb02d", ["hex 9fceb02d"]),
    ("facade", []), ("1️⃣ ½ ٣", []),
  ])
  func `tells what can move`(text: String, kinds: [String]) {
    #expect(moving(in: text) == kinds)
  }

  @Test func `leaves tags and entities whole`() {
    let text = "<span size='10240' rise=\"3\">7&#39;8&amp;9</span>"
    #expect(moving(in: text, isMarkup: true) == ["number 7", "number 8", "number 9"])
  }

  @Test func `counts blanks that pad a number to it`() {
    let tokens = TextToken.tokens(of: Array("CPU   9%"))

    #expect(tokens.map(\.text) == ["CPU", " ", "  9", "%"])
    #expect(tokens[2].padding == 2)
  }

  @Test func `loses no character of any text`() {
    var texts = RandomTexts(seed: 11)
    for _ in 0..<500 {
      let text = texts.next()
      for isMarkup in [false, true] {
        let tokens = TextToken.tokens(of: Array(text), isMarkup: isMarkup)
        #expect(tokens.flatMap(\.characters) == Array(text))
        #expect(tokens.allSatisfy { !$0.characters.isEmpty })
      }
    }
  }

  @Test(arguments: [
    ("42", 42.0), ("-3.5", -3.5), ("1,284.50", 1284.5), ("1.284.567", 1_284_567), ("12,5", 12.5),
    ("007", 7), ("+3", 3), ("\u{2212}4", -4),
  ])
  func `writes numbers as they were written`(text: String, value: Double) throws {
    let numeral = try #require(TextNumeral(text))

    #expect(numeral.value.double == value)
    #expect(numeral.formatter.readout(of: numeral.value, like: numeral.value).text == text)
  }

  @Test(arguments: [
    ("up 3 days", 3.0), ("12:59 42%", 42), ("192.168.1.7", nil), ("<span size='7'>8</span>", 8),
    ("none", nil),
  ])
  func `finds the number of a text`(text: String, value: Double?) {
    #expect(TextNumeral.first(in: text, isMarkup: true)?.double == value)
  }
}
