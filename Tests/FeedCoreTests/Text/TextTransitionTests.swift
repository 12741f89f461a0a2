import FeedCore
import Testing

struct TextTransitionTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)
  private static let duration = TimeSpan.milliseconds(480)

  private static func change(
    _ old: [Character], _ new: String, at start: Instant = start,
    interrupting running: (any Transition)? = nil
  ) -> Change {
    Change(
      from: Shown(row: old, number: nil), interrupted: running, target: nil, row: Array(new),
      formatter: TestFormatter(), settings: MotionSettings(), duration: duration, start: start)
  }

  private static func transition(
    _ old: String, _ new: String, _ style: any MotionStyle, rules: TextRules = TextRules(),
    isMarkup: Bool = false
  ) -> TextTransition? {
    TextTransition(change(Array(old), new), style: style, rules: rules, isMarkup: isMarkup)
  }

  /// What a display with one glyph a place shows, every so many milliseconds.
  private static func frames(_ transition: TextTransition?, every step: Int64 = 120) -> [String] {
    guard let transition else { return [] }
    let times = stride(
      from: 0, through: (transition.end - start).nanoseconds, by: Int(step * 1_000_000))
    return times.map { time in
      String(transition.cells(at: start + TimeSpan(nanoseconds: Int64(time))).map(\.visible))
    }
  }

  @Test func `counts each number of a text for itself`() {
    let frames = Self.frames(Self.transition("3 of 30, -1.5°", "7 of 20, 2.5°", Count()))

    #expect(frames.first == "3 of 30, -1.5°")
    #expect(frames.last == "7 of 20, 2.5°")
    #expect(frames.allSatisfy { $0.contains(" of ") && $0.hasSuffix("°") })
    #expect(Set(frames).count > 3)
  }

  @Test func `keeps the width of numbers on their way`() {
    let transition = Self.transition("CPU  9% x", "CPU 10% x", Count())
    #expect(Self.frames(transition).allSatisfy { $0.count == 9 })
  }

  @Test func `does not count through times`() {
    let frames = Self.frames(Self.transition("12:59:59", "13:00:00", Count()), every: 20)

    #expect(frames.allSatisfy { $0.prefix(1) == "1" && $0.contains(":") })
    #expect(frames.last == "13:00:00")
    // The wheels of seconds have no more than six digits before the last.
    #expect(frames.allSatisfy { frame in ["0", "5"].contains(Array(frame)[6]) })
  }

  @Test func `turns time back when it runs back, and on at midnight`() throws {
    let back = try #require(Self.transition("00:41", "00:40", Roll()))
    let on = try #require(Self.transition("23:59", "00:00", Roll()))
    let middle = Self.start + .milliseconds(60)

    #expect(back.cells(at: middle).last?.glyph == "0")
    #expect(on.cells(at: middle).first?.glyph == "2")
  }

  @Test(arguments: [
    ("192.168.1.7", "192.168.1.8"), ("v1.2", "v1.3"), ("0x1f", "0x2f"), ("a", "b"), ("7", "7"),
  ])
  func `leaves alone what is no number`(old: String, new: String) {
    #expect(Self.transition(old, new, Roll()) == nil)
  }

  @Test func `does what rules say first`() {
    let rules = TextRules([
      TextRule(kind: .address, style: "roll"), TextRule(kind: .number, style: "none"),
    ])
    #expect(Self.transition("3", "4", Roll(), rules: rules) == nil)
    #expect(Self.transition("10.0.0.1", "10.0.0.2", Count(), rules: rules) != nil)
    let narrowed = TextRules([TextRule(kind: nil, block: "cpu", style: "none")])
    #expect(Self.transition("3", "4", Roll(), rules: narrowed.narrowed(to: ["cpu"])) == nil)
    #expect(Self.transition("3", "4", Roll(), rules: narrowed.narrowed(to: ["mem"])) != nil)
  }

  @Test func `goes on from what is shown when words come between`() throws {
    let first = try #require(Self.transition("12 news", "40 news", Count()))
    let middle = Self.start + .milliseconds(200)
    let shown = first.shown(at: middle)
    let second = try #require(
      TextTransition(
        Self.change(shown.row, "3 mails, 50 news", at: middle, interrupting: first), style: Count())
    )

    let seen = String(first.cells(at: middle).map(\.visible))
    #expect(seen != "12 news" && seen != "40 news")
    #expect(String(second.cells(at: middle).map(\.visible)) == "3 mails, " + seen)
    #expect(String(second.cells(at: second.end).map(\.visible)) == "3 mails, 50 news")
  }

  @Test(arguments: Catalog<any MotionStyle>.motionStyles.names)
  func `begins with the old and ends with the new`(name: String) throws {
    let style = try #require(Catalog.motionStyles[name])
    var texts = RandomTexts(seed: 21)
    for _ in 0..<150 {
      let old = texts.next()
      let new = texts.neighbour(of: old)
      for isMarkup in [false, true] {
        guard let transition = Self.transition(old, new, style, isMarkup: isMarkup) else {
          continue
        }
        #expect(transition.end > transition.start)
        for late in [TimeSpan.zero, .seconds(1)] {
          #expect(transition.cells(at: transition.end + late) == Row.cells(Array(new)))
        }
        let kinds = TextToken.tokens(of: Array(new), isMarkup: isMarkup).map(\.kind)
        if transition.keepsShape, kinds.allSatisfy({ [.word, .number, .time, .date].contains($0) })
        {
          // Whoever goes on shows what was there before, in as much room as it needs.
          let first = transition.cells(at: transition.start).filter { !$0.isBlank }
          let seen = first.map(\.glyph).filter { $0 != " " }
          #expect(seen == Array(old).filter { $0 != " " } || old == new)
        }
        guard isMarkup else { continue }
        // Tags and entities are in still parts only, and whole.
        let still = transition.parts.map { part in
          if case .still(let characters) = part { String(characters) } else { "" }
        }
        #expect(still.joined().filter { "<>&;".contains($0) } == new.filter { "<>&;".contains($0) })
      }
    }
  }
}
