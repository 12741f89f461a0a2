import TestKit
import Testing

/// Random scripts through the whole program, against the formulas of the styles.
struct ReferenceScriptTests {
  private static let origin: Int64 = 170
  private static let step: Int64 = 17

  private func config(_ settings: MotionOracle.Settings) -> String {
    var keys = [
      "style: \(settings.style)", "initial: none", "stagger: \(settings.stagger)ms",
      "trend: \(settings.trend)", "continuous: \(settings.isContinuous)",
      "presence: \(settings.presence)", "clamp: \(settings.clamps)",
    ]
    if let duration = settings.duration { keys.append("duration: \(duration)ms") }
    if let curve = settings.curve { keys.append("easing: \(curve.name)") }
    if let spring = settings.spring {
      keys.append(
        "spring: {stiffness: \(spring.stiffness), damping: \(spring.damping), "
          + "mass: \(spring.mass)}")
    }
    if settings.style == .count { keys.append("fps: \(settings.framesPerSecond)") }
    return "locale: C\n"
      + Config.moving(
        keys.joined(separator: ", "), "minimum_digits: \(settings.minimumDigits)")
  }

  @Test(arguments: MotionOracle.Style.allCases, 0..<8 as Range<UInt64>)
  func `the program shows what the formulas say`(_ style: MotionOracle.Style, _ seed: UInt64) throws
  {
    var random = Random(seed: seed)
    let script = MotionOracle.Script(style, isModest: true, &random)
    let sandbox = try Sandbox(config: config(script.settings))
    let events =
      [value(script.start, at: 0)]
      + script.events.map { value($0.value, at: Self.origin + $0.time) }
    let end = (script.events.last?.time ?? 0) + script.settings.milliseconds + 700

    let shots = try sandbox.widgets(
      events, ["--every", "\(Self.step)", "--until", "\(Self.origin + end)"])

    var oracle = MotionOracle(script.settings, at: script.start)
    var rest = script.events[...]
    for shot in shots where shot.at >= Self.origin {
      let time = shot.at - Self.origin
      while let event = rest.first, event.time <= time {
        oracle.set(event.value, at: Double(event.time))
        rest.removeFirst()
      }
      let metric = try #require(shot.frame["n"])
      let problem = Self.problem(metric, oracle, at: Double(time))
      try #require(problem == nil, "at \(time): \(problem ?? "") in \(script)")
      #expect(metric.value == .whole(oracle.target))
      #expect(metric.label.trimmingBlanks == oracle.label)
    }
    #expect(rest.isEmpty)
  }

  /// What is wrong with a picture.
  private static func problem(
    _ metric: Widget.Metric, _ oracle: MotionOracle, at time: Double
  ) -> String? {
    let places = metric.cells.map { cell in
      MotionOracle.Place(
        Character(cell.glyph), cell.next.map { Character($0) }, cell.progress)
    }
    let found = Array(places.drop { $0 == MotionOracle.Place(" ") })
    let expected = oracle.places(at: time)
    guard MotionOracle.agree(found, expected, within: 2e-6) else {
      return "\(found) for \(expected)"
    }
    guard metric.text.trimmingBlanks == oracle.text(at: time) else { return metric.text }
    guard [.count, .odometer, .spring].contains(oracle.settings.style) else { return nil }
    guard let shown = metric.shown?.whole else { return "no number" }
    let isNear = abs(Double(shown) - oracle.exactNumber(at: time)) <= 0.5 + 1e-6
    return isNear ? nil : "\(shown) for \(oracle.exactNumber(at: time))"
  }

  @Test(arguments: ["count", "flip", "roll", "fade", "odometer"])
  func `of a burst the last value moves for its whole time`(_ style: String) throws {
    let sandbox = try Sandbox(
      config: Config.moving("style: \(style), duration: 600ms, initial: none"))
    for times: [Int64] in [[0, 0], [0, 10, 20], [0, 5, 41, 43], [0, 30, 60, 90]] {
      let script =
        [value(50, at: 0)]
        + times.map { value(60 + $0, at: 1000 + $0) } + [value(97, at: 1000 + (times.last ?? 0))]
      let shots = try sandbox.widgets(script)
      #expect(shots.last?.at == 1600 + (times.last ?? 0), "\(times)")
      #expect(shots.last?.frame["n"]?.shown == .whole(97))
    }
  }
}

/// Random numbers that are the same in every run (SplitMix64).
private struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
