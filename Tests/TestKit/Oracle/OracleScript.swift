extension MotionOracle {
  /// A random number with random values to come.
  package struct Script: CustomStringConvertible, Sendable {
    package var settings: Settings
    package var start: Int64
    /// Values, and when they come, in milliseconds.
    package var events: [(value: Int64, time: Int64)] = []

    /// One that is modest has only what a config may say and a program is asked for in earnest: no
    /// more than one value a tick, and numbers whose units doubles tell.
    package init(_ style: Style, isModest: Bool = false, _ random: inout some RandomNumberGenerator)
    {
      func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
      }
      settings = Settings()
      settings.style = style
      settings.duration = pick(
        [nil, nil, 200, 333, 750, 1200, 3000] + (isModest ? [] : [0, 1, 2, 40]))
      settings.framesPerSecond = pick([24, 24, 5, 7, 30, 60, 1])
      settings.curve = pick([
        nil, nil, .linear, .outCubic, .outExpo, .easeIn, .easeOut, .easeInOut,
        .bezier(
          Double.random(in: 0...1, using: &random), Double.random(in: -1...2, using: &random),
          Double.random(in: 0...1, using: &random), Double.random(in: -1...2, using: &random)),
      ])
      settings.stagger = pick([0, 0, 10, 40])
      settings.trend = pick(["auto", "auto", "up", "down", "per_digit", "nearest"])
      settings.isContinuous = pick([false, false, true])
      settings.presence = pick(["at_swap", "instant"])
      settings.minimumDigits = pick([1, 1, 5])
      settings.clamps = pick([true, true, false])
      if style == .spring {
        settings.spring = pick([
          nil, Spring(seconds: pick([0.15, 0.5, 1.2]), bounce: pick([-0.5, 0, 0.15, 0.6])),
          Spring(stiffness: 170, damping: 26), Spring(stiffness: 100, damping: 10, mass: 2),
        ])
      }
      if style == .spring || style == .roll, settings.spring == nil {
        settings.curve = pick([nil, settings.curve])
      }
      if style == .spring { settings.curve = nil }
      func value() -> Int64 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where !isModest: return pick([.min, .max, .min + 1, .max - 1, 1 << 53, -(1 << 53)])
        case 1 where !isModest: return Int64.random(in: .min ... .max, using: &random)
        case 2: return pick([9, 10, 99, 100, 999, 1000, -9, -10, 0, -1, 1])
        case 3: return Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
        case 4: return Int64.random(in: -20...20, using: &random)
        default: return Int64.random(in: -3000...3000, using: &random)
        }
      }
      start = value()
      var time: Int64 = 0
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        var next = value()
        // Back to a neighbour, or to the very value: what is seen already must not move.
        if Int.random(in: 0..<4, using: &random) == 0 {
          next = pick([start, events.last?.value ?? start])
        }
        events.append((next, time))
        time +=
          isModest
          ? pick([70, 130, 251, 600, 2000]) : pick([0, 1, 7, 30, 100, 250, 600, 2000, 4000])
      }
    }

    package var description: String {
      "\(settings.style) \(settings) from \(start): \(events.map { "\($0.value) at \($0.time)" })"
    }

    /// The events, and random moments between and after them, in order.
    package func moments(
      _ random: inout some RandomNumberGenerator
    ) -> [(event: Int64?, time: Int64)] {
      var moments: [(Int64?, Int64)] = []
      for (index, event) in events.enumerated() {
        moments.append((event.value, event.time))
        let isLast = index == events.count - 1
        let end = isLast ? event.time + settings.milliseconds + 400 : events[index + 1].time
        guard end > event.time else { continue }
        var times = (0..<(isLast ? 8 : 3)).map { _ in
          Int64.random(in: event.time..<end, using: &random)
        }
        if isLast {
          times += [-1, 0, 1].map { max(event.time + settings.milliseconds + $0, event.time) }
        }
        moments += times.sorted().map { (nil, $0) }
      }
      return moments
    }
  }

  /// The numbers that the present motion is made of are no larger than this.
  package var span: Double {
    motion.map { max(abs(Double($0.from) - Double(target)), abs($0.speed)) } ?? 0
  }

  /// Whether the last bits of doubles decide nothing about whole numbers on the way.
  package var isCountable: Bool {
    let ends = [target, motion?.from ?? target]
    return settings.style != .count && settings.style != .odometer && settings.style != .spring
      || ends.allSatisfy { $0.magnitude < 1 << 31 }
  }

  /// Whether two rows are the same, but for what the last bits of a double decide.
  package static func agree(
    _ left: [Place], _ right: [Place], within tolerance: Double = 1e-6
  ) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { one, other in
        if one.glyph == other.glyph, one.next == other.next {
          return abs(one.progress - other.progress) < tolerance
        }
        // At the ends of its way a place is at rest, or a thousandth before it.
        func isEdge(_ place: Place) -> Bool {
          [0, 0.001, 0.999, 1].contains { abs(place.progress - $0) < tolerance }
        }
        func glyphs(_ place: Place) -> Set<Character> {
          Set([place.glyph, place.next].compactMap(\.self))
        }
        return isEdge(one) && isEdge(other) && !glyphs(one).isDisjoint(with: glyphs(other))
      }
  }
}
