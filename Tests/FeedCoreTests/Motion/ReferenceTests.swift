import FeedCore
import TestKit
import Testing

/// The styles against their formulas, in thousands of random cases each.
struct ReferenceTests {
  /// A board that moves as an oracle is told to.
  private func board(_ settings: MotionOracle.Settings, at value: Int64) throws -> Board {
    var motion = MotionSettings()
    motion.framesPerSecond = Double(settings.framesPerSecond)
    motion.easing = settings.curve.map(Easing.init)
    motion.spring = settings.spring.map {
      Spring(stiffness: $0.stiffness, damping: $0.damping, mass: $0.mass)
    }
    motion.stagger = .milliseconds(settings.stagger)
    motion.trend = try #require(MotionSettings.Trend(rawValue: settings.trend))
    motion.continuous = settings.isContinuous
    motion.presence = try #require(MotionSettings.Presence(rawValue: settings.presence))
    motion.clamp = settings.clamps
    return Board(
      .integer(value),
      style: try #require(Catalog<any MotionStyle>.motionStyles[settings.style.rawValue]),
      settings: motion, duration: settings.duration.map { .milliseconds($0) },
      formatter: TestFormatter(minimumDigits: settings.minimumDigits))
  }

  @Test(arguments: MotionOracle.Style.allCases)
  func `each style is where its formula says, whatever happens`(_ style: MotionOracle.Style) throws
  {
    var generator = Generator(seed: 11)
    var moments = 0
    for index in 0..<2500 {
      let script = MotionOracle.Script(style, &generator)
      var board = try board(script.settings, at: script.start)
      var oracle = MotionOracle(script.settings, at: script.start)
      for (event, sample) in script.moments(&generator) {
        if let event {
          board.set(.integer(event), at: .milliseconds(sample))
          oracle.set(event, at: Double(sample))
        }
        let problem = compare(board, oracle, at: sample)
        try #require(problem == nil, "\(problem ?? "") in case \(index), \(script)")
        moments += 1
      }
    }
    #expect(moments > 20_000)
  }

  private static func phrase(_ places: [MotionOracle.Place]) -> String {
    places.map { place in
      place.next.map { "(\(place.glyph)\($0) \(place.progress))" } ?? String(place.glyph)
    }.joined()
  }

  /// What is wrong with a board at this time.
  private func compare(_ board: Board, _ oracle: MotionOracle, at time: Int64) -> String? {
    let now = Instant.milliseconds(time)
    let cells = Array(board.cells(at: now).drop { $0 == Cell(Cell.blank) })
    let found = cells.map { MotionOracle.Place($0.glyph, $0.next, $0.progress) }
    // Doubles do not tell the units of numbers as large as these.
    let isExact = oracle.isCountable
    if isExact {
      let places = oracle.places(at: Double(time))
      if !MotionOracle.agree(found, places, within: 1e-6 + 1e-14 * oracle.span) {
        return "at \(time): \(Self.phrase(found)) for \(Self.phrase(places))"
      }
    }
    if oracle.settings.style != .spring,
      board.isMoving(at: now) != oracle.isMoving(at: Double(time))
    {
      return "at \(time): moving \(board.isMoving(at: now))"
    }
    guard [.count, .odometer, .spring].contains(oracle.settings.style) else { return nil }
    guard case .integer(let number)? = board.number(at: now) else { return "at \(time): no number" }
    if oracle.settings.style == .count, isExact {
      return number == oracle.number(at: Double(time)) ? nil : "at \(time): \(number)"
    }
    let exact = min(max(oracle.exactNumber(at: Double(time)), -0x1p63), 0x1p63)
    let isNear = abs(Double(number) - exact) <= 0.5 + 1e-6 + 1e-9 * oracle.span
    return isNear ? nil : "at \(time): \(number) for \(exact)"
  }
}

extension Easing {
  fileprivate init(_ curve: MotionOracle.Curve) {
    switch curve {
    case .linear: self = .linear
    case .outCubic: self = .outCubic
    case .outExpo: self = .outExpo
    case .bezier(let x1, let y1, let x2, let y2): self = .bezier(x1: x1, y1: y1, x2: x2, y2: y2)
    }
  }
}
