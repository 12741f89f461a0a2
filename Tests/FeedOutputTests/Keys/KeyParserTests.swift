import FeedCore
import FeedOutput
import Testing

struct KeyParserTests {
  private func inputs(_ text: String) -> [TerminalInput] {
    var parser = KeyParser()
    let inputs = parser.read(Array(text.utf8), at: .zero)
    return inputs + parser.expire(at: .zero + .seconds(10))
  }

  private func keys(_ text: String) -> [TerminalInput.Key] {
    inputs(text).compactMap { input in
      if case .key(let key) = input { key } else { nil }
    }
  }

  @Test(
    arguments: [
      ("\u{1b}[A", .up), ("\u{1b}[B", .down), ("\u{1b}[C", .right), ("\u{1b}[D", .left),
      ("\u{1b}OA", .up), ("\u{1b}OD", .left), ("\u{1b}[1;5C", .right), ("\u{1b}[Z", .backTab),
      ("\u{1b}[H", .home), ("\u{1b}[F", .end), ("\u{1b}[1~", .home), ("\u{1b}[4~", .end),
      ("\u{1b}[5~", .pageUp), ("\u{1b}[6;3~", .pageDown), ("\u{1b}", .escape), ("\t", .tab),
      ("\r", .enter), ("\n", .enter), ("q", .character("q")), ("é", .character("é")),
      ("日", .character("日")), ("🦊", .character("🦊")), ("?", .character("?")),
    ] as [(String, TerminalInput.Key)])
  func `knows keys`(_ text: String, _ key: TerminalInput.Key) {
    #expect(inputs(text) == [.key(key)])
  }

  @Test func `knows presses and the wheel, and no moves and releases`() {
    func press(
      _ button: TerminalInput.MousePress.Button, _ column: Int, _ row: Int
    )
      -> [TerminalInput]
    { [.mouse(TerminalInput.MousePress(button: button, column: column, row: row))] }

    #expect(inputs("\u{1b}[<0;12;3M") == press(.left, 11, 2))
    #expect(inputs("\u{1b}[<2;1;1M") == press(.right, 0, 0))
    #expect(inputs("\u{1b}[<64;5;5M") == press(.wheelUp, 4, 4))
    #expect(inputs("\u{1b}[<65;300;5M") == press(.wheelDown, 299, 4))
    #expect(inputs("\u{1b}[<16;12;3M") == press(.left, 11, 2), "with Control")
    #expect(inputs("\u{1b}[<0;12;3m") == [], "a release")
    #expect(inputs("\u{1b}[<35;12;3M") == [], "a move")
    #expect(inputs("\u{1b}[<0;0;0M") == [])
    #expect(inputs("\u{1b}[<0;;M\u{1b}[<M\u{1b}[<9999999999999999999999;1;1Mq").count == 1)
  }

  @Test func `mouse reports of the old kind are no keys`() {
    #expect(keys("\u{1b}[M !!q") == [.character("q")])
    #expect(keys("\u{1b}[Mqqqq") == [.character("q")])
  }

  @Test func `what is pasted is left out as a whole`() {
    #expect(keys("a\u{1b}[200~qqq\u{1b}[Aqq\r\u{1b}[201~b") == [.character("a"), .character("b")])
  }

  @Test func `a paste without an end does not swallow keys for ever`() {
    var parser = KeyParser()
    #expect(parser.read(Array("\u{1b}[200~qq".utf8), at: .zero) == [])
    #expect(parser.deadline == .zero + .seconds(1))
    #expect(parser.expire(at: .zero + .milliseconds(999)) == [])
    #expect(parser.expire(at: .zero + .seconds(1)) == [])
    #expect(parser.deadline == nil)
    #expect(parser.read(Array("q".utf8), at: .zero) == [.key(.character("q"))])
  }

  @Test func `answers of the terminal are no keys`() {
    #expect(keys("\u{1b}]52;c;cXFxcQ==\u{7}q") == [.character("q")])
    #expect(keys("\u{1b}P1+r524742\u{1b}\\q") == [.character("q")])
    #expect(keys("\u{1b}[?2026;2$yq") == [.character("q")])
    #expect(keys("\u{1b}[?62;22cq") == [.character("q")])
  }

  @Test(arguments: [
    ("\u{1b}]11;rgb:1616/1616/1e1e\u{1b}\\", 0x16, 0x16, 0x1e, true),
    ("\u{1b}]11;rgb:ffff/ff00/0000\u{7}", 0xff, 0xfe, 0, true),
    ("\u{1b}]10;rgba:f/8/0/ffff\u{7}", 0xff, 0x88, 0, false),
    ("\u{1b}]10;rgb:80/c0/ff\u{1b}\\", 0x80, 0xc0, 0xff, false),
  ])
  func `a terminal tells its colours`(
    _ text: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ isBackground: Bool
  ) {
    let color = Color(red: red, green: green, blue: blue)
    #expect(
      inputs(text + "q") == [.color(color, isBackground: isBackground), .key(.character("q"))])
  }

  @Test func `what is no colour is none`() {
    for text in [
      "]11;rgb:1616/1616", "]11;red", "]12;rgb:1/1/1", "]11;rgb:x/y/z", "]11", "]11;rgb:12345/1/1",
    ] {
      #expect(keys("\u{1b}\(text)\u{7}q") == [.character("q")])
    }
  }

  @Test func `keys with Alt and unknown sequences are left out`() {
    #expect(keys("\u{1b}qx") == [.character("x")])
    #expect(keys("\u{1b}[99~\u{1b}[5;6;7;8Xx") == [.character("x")])
    #expect(keys("\u{1b}[" + String(repeating: "1;", count: 500) + "Ax") == [.character("x")])
  }

  @Test func `escape is a key when nothing follows it in time`() {
    var parser = KeyParser()
    #expect(parser.read([0x1b], at: .zero) == [])
    #expect(parser.deadline == .zero + .milliseconds(100))
    #expect(parser.expire(at: .zero + .milliseconds(99)) == [])
    #expect(parser.expire(at: .zero + .milliseconds(100)) == [.key(.escape)])
    #expect(parser.deadline == nil)
    #expect(keys("\u{1b}\u{1b}") == [.escape, .escape])
    #expect(keys("\u{1b}\u{1b}[A") == [.escape, .up])
  }

  @Test func `however bytes are cut into pieces, they mean the same`() {
    let text =
      "q\u{1b}[Ahé\u{1b}[<0;12;3M日\u{1b}OB\u{1b}[200~paste\u{1b}[201~\u{1b}]0;x\u{1b}\\🦊\t\u{1b}[6~"
    let bytes = Array(text.utf8)
    let whole = inputs(text)
    #expect(whole.count == 10)
    var random = SplitMix(4)
    for _ in 0..<300 {
      var parser = KeyParser()
      var found: [TerminalInput] = []
      var rest = bytes[...]
      var now = Instant.zero
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(6, rest.count), using: &random)
        found += parser.read(Array(rest.prefix(count)), at: now)
        rest = rest.dropFirst(count)
        now = now + .milliseconds(50)
        found += parser.expire(at: now)
      }
      #expect(found == whole)
    }
  }

  @Test func `no bytes trap it, and each state comes to an end`() {
    var random = SplitMix(5)
    let likely = Array("\u{1b}[]O<;0129Mm~PX\\\u{7}qA".utf8)
    for _ in 0..<2000 {
      var parser = KeyParser()
      let bytes = (0..<40).map { _ in
        Bool.random(using: &random)
          ? likely[Int.random(in: 0..<likely.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      _ = parser.read(bytes, at: .zero)
      _ = parser.expire(at: .zero + .seconds(1))
      #expect(parser.deadline == nil)
      #expect(parser.read(Array("q".utf8), at: .zero + .seconds(2)) == [.key(.character("q"))])
    }
  }
}
