import FeedConfig
import FeedEngine
import Testing

@Suite
struct MotionSurveyTests {
  private func survey(
    _ option: String? = nil, _ environment: [String: String] = [:],
    _ change: (inout GlobalMotion) -> Void = { _ in }
  ) -> MotionSurvey? {
    var motion = GlobalMotion()
    change(&motion)
    return MotionSurvey(option: option, motion: motion, environment: environment)
  }

  private func limits(_ survey: MotionSurvey?) -> MotionLimits? { survey?.limits(GlobalMotion()) }

  @Test func `nobody says anything: all motion`() {
    #expect(limits(survey()) == MotionLimits())
    #expect(survey()?.explanation(GlobalMotion()) == "full")
    #expect(survey()?.isOpen == true)
    #expect(survey("sometimes") == nil)
  }

  @Test(arguments: [
    ("ODOBAR_REDUCED_MOTION", "1", true), ("REDUCED_MOTION", "yes", true),
    ("REDUCED_MOTION", "0", false), ("REDUCED_MOTION", "", false), ("REDUCED_MOTION", "No", false),
    ("TEXTUAL_ANIMATIONS", "none", true), ("TEXTUAL_ANIMATIONS", "full", false),
    ("TEXTUAL_ANIMATIONS", "NONE", true), ("TERM", "dumb", true), ("TERM", "foot", false),
  ])
  func `the environment can ask for less`(_ name: String, _ value: String, _ isReduced: Bool) {
    let survey = survey(nil, [name: value])
    #expect((limits(survey)?.reduction == .jump) == isReduced)
    #expect(survey?.isOpen == !isReduced)
    #expect(survey?.explanation(GlobalMotion()).contains("$\(name)") == isReduced)
  }

  /// Everybody who can say something, the first who counts first.
  static let all = MotionSurvey.Source.allCases

  @Test(arguments: all.indices)
  func `the first who says something decides`(_ index: Int) {
    for wish in [MotionSurvey.Wish.full, .less, .off] {
      var survey = MotionSurvey()
      for source in Self.all[(index + 1)...] {
        survey.note(source, wish == .full ? .off : .full, because: "later")
      }
      survey.note(Self.all[index], wish, because: "first")
      survey.note(.profile, true)
      #expect(limits(survey)?.reduction == (wish == .full ? Reduction.none : .jump))
      #expect(survey.explanation(GlobalMotion()).hasSuffix("(first)"))
      // What has no opinion any more leaves it to the others.
      survey.note(Self.all[index], nil, because: "")
      let isLast = index == Self.all.count - 1
      #expect(
        limits(survey)?.reduction == (isLast || wish == .full ? .jump : Reduction.none))
    }
  }

  @Test func `people get what reduced_style says, switched off animations end at once`() {
    var motion = GlobalMotion()
    motion.reducedStyle = .fade
    var survey = MotionSurvey()
    survey.note(.portal, .less, because: "people")
    #expect(survey.limits(motion).reduction == .fade)
    #expect(survey.explanation(motion) == "reduced to fades (people)")
    survey.note(.portal, .off, because: "animations")
    #expect(survey.limits(motion).reduction == .jump)
  }

  @Test func `the config decides before the environment, the command line before the config`() {
    let reduced = ["REDUCED_MOTION": "1"]
    #expect(limits(survey(nil, reduced) { $0.reduced = .never })?.reduction == Reduction.none)
    #expect(limits(survey("full", reduced) { $0.reduced = .always })?.reduction == Reduction.none)
    #expect(limits(survey("reduced") { $0.reduced = .never })?.reduction == .jump)
    #expect(limits(survey("auto", reduced))?.reduction == .jump)
    #expect(survey(nil) { $0.reduced = .never }?.isOpen == false)
  }

  @Test func `power is saved as the config wants it, unless somebody has decided`() {
    var motion = GlobalMotion()
    var survey = MotionSurvey()
    survey.note(.profile, true)
    #expect(survey.limits(motion) == MotionLimits(reduction: .jump))
    #expect(survey.explanation(motion) == "reduced (the power profile saves power)")
    motion.powerSaver = .low
    #expect(survey.limits(motion) == MotionLimits(greatestFrameRate: 5))
    #expect(survey.explanation(motion) == "full (the power profile saves power; 5 frames a second)")
    motion.powerSaver = .ignore
    #expect(survey.limits(motion) == MotionLimits())
    #expect(survey.explanation(motion) == "full")
    motion.powerSaver = .jump
    survey.note(.commandLine, .full, because: "--motion full")
    #expect(survey.limits(motion) == MotionLimits())
    survey.note(.commandLine, nil, because: "")
    // Any who says so is enough.
    survey.note(.battery, true)
    survey.note(.profile, false)
    #expect(survey.limits(motion) == MotionLimits(reduction: .jump))
    #expect(survey.explanation(motion) == "reduced (the battery is low)")
    survey.note(.battery, false)
    #expect(survey.limits(motion) == MotionLimits())
  }

  @Test func `KDE makes durations longer or shorter, and SSH frames fewer`() {
    var survey = MotionSurvey()
    survey.durationScale = 2.5
    #expect(limits(survey) == MotionLimits(durationScale: 2.5))
    #expect(
      survey.explanation(GlobalMotion()) == "full (durations times 2.5, as KDE has them)")
    survey.note(.commandLine, .full, because: "--motion full")
    #expect(limits(survey)?.durationScale == 1)

    for name in ["SSH_CONNECTION", "SSH_TTY"] {
      let remote = MotionSurvey(
        option: nil, motion: GlobalMotion(), environment: [name: "10.0.0.1 1 10.0.0.2 22"])
      #expect(remote?.limits(GlobalMotion()) == MotionLimits(usualFrameRate: 10))
    }
  }
}
