import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import Testing

/// A value that somebody has stepped stands out for one frame.
struct FeedbackTests {
  /// Tells how the value stands out, beside its label.
  private struct Emphases: Output {
    let frameRate = 25.0
    let drawsProgress = true

    func append(_ frame: Frame, to line: inout [UInt8]) {
      for block in frame.blocks {
        let emphasis = block.style.emphasis.map { "\($0)" } ?? "none"
        line += Array("\(block.label) \(emphasis)\n".utf8)
      }
    }
  }

  private func bench(
    _ feedback: MotionSettings.Feedback, style: String = "none", reduction: Reduction = .none,
    accent: Color? = nil
  ) -> Bench {
    Bench(
      [
        .of(style: style) {
          $0.stepper = .init(lower: 0, upper: 100, step: 1)
          $0.motion.feedback = feedback
          $0.accent = accent
        }
      ], output: Emphases(), reduction: reduction)
  }

  private func play(_ bench: inout Bench) -> [String] {
    bench.send(.stepped(metric: "n", by: 1), .stepped(metric: "n", by: 2), at: 1000)
    bench.rest()
    return bench.texts
  }

  @Test func `it does so in the first frame and in no other, once for all steps of a moment`() {
    var bench = bench(.reverse)
    #expect(play(&bench) == ["0 none", "3 reverse", "3 none"])
    #expect(bench.times.suffix(2) == [1000, 1040])
    #expect(bench.engine.deadline == nil)
  }

  @Test func `an accent that there is not is a reverse`() {
    var (plain, accented) = (bench(.accent), bench(.accent, accent: .white))
    #expect(play(&plain)[1] == "3 reverse")
    #expect(play(&accented)[1] == "3 accent")
  }

  @Test(arguments: [Reduction.fade, .jump])
  func `with less motion it does not`(_ reduction: Reduction) {
    var bench = bench(.reverse, reduction: reduction)
    #expect(!play(&bench).contains { $0.hasSuffix("reverse") })
  }

  @Test func `nothing does so unless it is asked for, or by itself, or at a limit`() {
    var silent = bench(.none)
    #expect(play(&silent) == ["0 none", "3 none"])

    var bench = bench(.reverse)
    bench.set("n", 7, at: 1000)
    bench.rest()
    bench.send(.steppedTo(metric: "n", 7), at: 2000)
    bench.send(.stepped(metric: "n", by: 0), at: 3000)
    bench.rest()
    #expect(bench.texts == ["0 none", "7 none"])
  }

  @Test(arguments: ["roll", "count", "flip", "spring"])
  func `a number on its way does so in its first frame`(_ style: String) {
    var bench = bench(.reverse, style: style)
    let texts = play(&bench)
    #expect(texts.count { $0.hasSuffix("reverse") } == 1)
    #expect(texts[1] == "3 reverse" && texts.last == "3 none")
    #expect(bench.engine.deadline == nil && bench.stalls.isEmpty)
  }
}
