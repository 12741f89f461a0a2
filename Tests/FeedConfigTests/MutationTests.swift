import FeedConfig
import FeedCore
import Testing

/// Configs with random damage: reading one never traps, and always gives a bar.
struct MutationTests {
  @Test(arguments: 0..<8)
  func `damage is told with a place in the file`(_ seed: Int) {
    var random = Random(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1)
    let original = Array(ConfigurationTests.example.utf8)
    let pieces = [
      "{", "}", "[", "]", ":", ", ", "-", "'", "\"", "#", "&a ", "*a", "<<: ", "\n", "  ", "\t",
      "~",
      "0", "-1", "1e999", "99999999999999999999", "nan", "..", "%", "{value", "é", "\u{0}", "|",
      ">",
    ].map { Array($0.utf8) }
    for _ in 0..<50 {
      var text = original
      for _ in 0...random.below(4) {
        let start = random.below(text.count)
        let end = min(start + random.below(6), text.count)
        text.replaceSubrange(start..<end, with: pieces[random.below(pieces.count)])
      }
      let (configuration, faults) = Configuration.read(text, file: "f", context: .test)

      #expect(!configuration.bars.isEmpty)
      let lines = text.count { $0 == 10 } + 1
      for fault in faults {
        #expect((1...lines).contains(fault.span?.start.line ?? 0), "\(fault.summary)")
        _ = DiagnosticText().render(fault, source: SourceText(text))
      }
    }
  }

  private struct Random {
    var state: UInt64

    /// *Source:* xorshift64*, Vigna 2016.
    mutating func below(_ bound: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int((state &* 0x2545_f491_4f6c_dd1d) >> 33) % bound
    }
  }
}
