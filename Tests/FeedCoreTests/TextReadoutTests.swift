import FeedCore
import Testing

struct TextReadoutTests {
  @Test func `counts digits from the right and the rest from the left`() {
    let readout = TextReadout.readout(of: "12 of 30")

    #expect(readout.text == "12 of 30")
    #expect(
      readout.parts.map(\.key) == [
        .token(0, 1), .token(0, 0), .token(1, 0), .token(1, 1), .token(1, 2), .token(1, 3),
        .token(2, 1), .token(2, 0),
      ])
  }

  @Test func `keeps the units when a number grows`() {
    let nine = TextReadout.readout(of: "9 of 30").parts
    let ten = TextReadout.readout(of: "10 of 30").parts

    #expect(nine.first?.key == ten[1].key)
    #expect(Array(nine.dropFirst()) == Array(ten.dropFirst(2)))
  }

  @Test(arguments: [
    ("12 of 30", "13 of 30", true), ("9 of 30", "10 of 30", true), ("", "", true),
    ("up 3", "down 3", false), ("3 up", "up 3", false), ("3", "x", false), ("a", "a1", false),
    ("1️⃣", "2️⃣", false), ("21°C", "22°C", true),
  ])
  func `tells whether only digits differ`(left: String, right: String, isSame: Bool) {
    #expect(TextReadout.sameShape(left, right) == isSame)
    #expect(TextReadout.sameShape(right, left) == isSame)
  }

  @Test func `gives every character one place of its own`() {
    let text = "CPU 42% 👩‍👩‍👧 3.5 GiB 1️⃣ e\u{301}"
    let parts = TextReadout.readout(of: text).parts

    #expect(parts.count == text.count)
    #expect(Set(parts.map(\.key)).count == parts.count)
  }
}
