import FeedConfig
import FeedCore
import FeedData
import FeedEngine
import FeedOutput
import FeedPlugin
import Testing

/// What holds for bars of other generators' blocks, whatever these say.
struct ForeignLawTests {
  /// A generator that says one thing after the other.
  private struct Generator {
    var dice: Dice
    private var count = 0

    init(seed: UInt64) { dice = Dice(seed: seed) }

    private static let texts = [
      "CPU %d%%", "<b>%d</b> of <span color='#00ff00' size='%d'>%d</span> &amp; %d", "12:%d:%d",
      "%d",
      "a \u{1} %d \\ \" ", "<b>broken %d", "no number", "", "192.168.1.%d", "%d %d %d", "-%d.%d°C",
      "é👩‍👩‍👧 %d\u{301}", "  %d|  %d",
    ]

    private mutating func text() -> String {
      let pattern = Self.texts.randomElement(using: &dice) ?? ""
      return pattern.split(separator: "%", omittingEmptySubsequences: false).enumerated()
        .map { index, part -> String in
          guard index > 0 else { return String(part) }
          guard part.hasPrefix("d") else { return "%" + part }
          return "\(Int.random(in: 0..<1200, using: &dice))\(part.dropFirst())"
        }.joined()
    }

    /// A block with what no bar knows, and odd blanks.
    private mutating func block() -> String {
      var members = ["\"full_text\" : \(String(json: text()))"]
      if Bool.random(using: &dice) {
        members.append("\"name\":\"n\(Int.random(in: 0..<3, using: &dice))\"")
      }
      if Bool.random(using: &dice) { members.append("\"markup\":\"pango\"") }
      if Bool.random(using: &dice) { members.append("\"short_text\":\(String(json: text()))") }
      if Bool.random(using: &dice) {
        members.append("\"urgent\":true,\"_x\":[1,{\"full_text\":\"7\"}]")
      }
      if Bool.random(using: &dice) { members.append("\"markup\" : \"none\"") }
      return "{ \(members.shuffled(using: &dice).joined(separator: " ,"))}"
    }

    mutating func line() -> String {
      let blocks = (0..<Int.random(in: 0..<5, using: &dice)).map { _ in block() }
      return "[\(blocks.joined(separator: ","))]"
    }
  }

  private func bench(_ style: String) throws -> Bench {
    var source = SourceConfiguration(name: "gen", arguments: ["gen"], mode: .stream)
    source.isWrapped = true
    let output = try #require(Catalog.outputs["i3bar"])
    return Bench([], sources: [source], output: output(OutputSettings())) {
      $0.bars = [BarConfiguration(name: "main", metrics: ["gen"])]
      $0.wrap.motion.style = style
    }
  }

  /// The blocks of a line, each without its texts and what says that they are markup.
  private func others(_ line: String) throws -> [[JSONValue.Member]] {
    guard case .array(let blocks) = try JSONReader.read(line) else { return [] }
    let texts: Set = ["full_text", "short_text", "markup"]
    return blocks.map { block in
      guard case .object(let members) = block else { return [] }
      return members.filter { !texts.contains($0.key) }
    }
  }

  private func texts(_ line: String) throws -> [(text: String, isMarkup: Bool)] {
    guard case .array(let blocks) = try JSONReader.read(line) else { return [] }
    return blocks.flatMap { block in
      ["full_text", "short_text"].compactMap { key -> (String, Bool)? in
        guard case .string(let text)? = block[key] else { return nil }
        return (text, block["markup"] == .string("pango"))
      }
    }
  }

  @Test(arguments: ["roll", "count", "flip", "fade", "odometer", "spring"])
  func `every frame is the generator's line but for its texts, and the last is the line itself`(
    style: String
  ) throws {
    var generator = Generator(seed: 77)
    var bench = try bench(style)
    bench.say("{\"version\":1}", at: 0)
    for round in 1...40 {
      let line = generator.line()
      let count = bench.shots.count
      let start = Double(round) * 6000
      bench.say(line, at: start)
      bench.pass(until: start + 5900)

      let frames = bench.shots[count...].map { String($0.text.dropLast()) }
      // A line that was shown before is not said again.
      if let last = frames.last { #expect(last == line) }
      let kept = try others(line)
      // Markup that the generator has broken stays so.
      let broken = Set(try texts(line).filter { !isSound($0) }.map(\.text))
      for frame in frames {
        #expect(try others(frame) == kept)
        for text in try texts(frame) where !broken.contains(text.text) {
          #expect(isSound(text), "\(frame)")
        }
      }
      #expect(bench.engine.deadline == nil)
    }
  }

  private func isSound(_ text: (text: String, isMarkup: Bool)) -> Bool {
    !text.isMarkup || ForeignMarkup.isWellFormed(text.text)
  }

  @Test func `whatever a generator says, the line is one for a bar`() throws {
    var bench = try bench("roll")
    var dice = Dice(seed: 3)
    let pieces = [
      "[", "]", "{", "}", "\"", ",", ":", "\n", " ", "1", "full_text", "\"full_text\":\"4\"", "\\",
      "é",
      "{\"version\":1}\n[\n", "[{\"full_text\":\"5\"}],\n", "null",
    ]
    bench.say("{\"version\":1}", at: 0)
    for round in 1...400 {
      let text = (0..<Int.random(in: 1..<9, using: &dice)).map { _ in
        pieces.randomElement(using: &dice) ?? ""
      }.joined()
      bench.send(
        .received(SourceID(0), Array(text.utf8)), at: Double(round) * 100)
    }
    bench.pass(until: 60_000)
    // The first is the header.
    for shot in bench.shots.dropFirst() {
      #expect(shot.text.hasSuffix("],"))
      #expect(throws: Never.self) { try JSONReader.read(String(shot.text.dropLast())) }
    }
    bench.say("\n[{\"full_text\":\"after all\"}]", at: 61_000)
    bench.pass(until: 70_000)
    #expect(bench.shots.last?.text == "[{\"full_text\":\"after all\"}],")
  }
}
