/// Each changed digit rolls on a wheel of its own to its new digit.
package struct Roll: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(500) }

  package func transition(for change: Change) -> (any Transition)? {
    guard change.duration > .zero else { return nil }
    let rolling = Rolling(change: change)
    return rolling.wheels.isEmpty || rolling.end <= rolling.start ? nil : rolling
  }

  /// A position on a wheel of so many digits, whatever its turns.
  static func wrapped(_ position: Double, of count: Int) -> Double {
    let rest = position.truncatingRemainder(dividingBy: Double(count))
    return rest < 0 ? rest + Double(count) : rest
  }

  /// How far a wheel of `count` digits turns from `position` to `digit`.
  package static func travel(
    from position: Double, to digit: Int, of count: Int = 10, trend: MotionSettings.Trend,
    direction: Int
  ) -> Double {
    let difference = Double(digit) - position
    let up = wrapped(difference, of: count)
    let down = -wrapped(-difference, of: count)
    switch trend {
    case .auto: return direction < 0 ? down : up
    case .up: return up
    case .down: return down
    case .perDigit: return difference
    case .nearest: return up <= Double(count) / 2 ? up : down
    }
  }
}

/// One place that turns.
private struct Wheel: Sendable {
  enum Way: Sendable {
    /// Between digits: the position on the wheel at the start, how far it turns, and how many
    /// digits are on it.
    case digits(from: Double, travel: Double, of: Int)
    /// Between characters that are not both digits, in one turn.
    case glyphs(from: Character)
  }

  var way: Way
  var new: Character
  var delay: TimeSpan
}

private struct Rolling: Transition {
  let change: Change
  /// By place from the right.
  let wheels: [Int: Wheel]
  let width: Int
  /// How long one wheel turns.
  let span: TimeSpan
  let end: Instant

  var start: Instant { change.start }

  init(change: Change) {
    self.change = change.detached
    width = max(change.from.row.count, change.row.count)
    let settings = change.settings
    var wheels: [Int: Wheel] = [:]
    let changed = (0..<width).filter { place in
      change.from.wheels[place] != nil
        || Row.glyph(change.from.row, at: place) != Row.glyph(change.row, at: place)
    }
    let running = change.interrupted as? Rolling
    let first = changed.max() ?? -1
    let stagger = settings.stagger(
      among: settings.continuous ? first + 1 : changed.count, of: change.duration)
    var order: Int64 = 0
    for place in 0..<width {
      let old = Row.glyph(change.from.row, at: place)
      let new = Row.glyph(change.row, at: place)
      let isChanged = changed.contains(place)
      let turnsAnyway =
        settings.continuous && settings.trend != .perDigit && place < first && new.isDigit
      guard isChanged || turnsAnyway else { continue }
      let delay = stagger * order
      order += 1
      guard let digit = new.digit, var position = change.from.wheels[place] ?? old.position else {
        wheels[place] = Wheel(way: .glyphs(from: old), new: new, delay: delay)
        continue
      }
      let count = change.digitsOnWheel(at: place, from: position, to: digit)
      var travel = Roll.travel(
        from: position, to: digit, of: count, trend: settings.trend, direction: change.direction)
      if let running, let wheel = running.wheels[place], wheel.new == new,
        case .digits(let from, let whole, count) = wheel.way,
        let caught = running.position(of: wheel, at: change.start)
      {
        // It is on its way to this digit already: it goes on.
        position = caught
        travel = from + whole - caught
      } else if old == new, isChanged {
        // The digit is seen already: it does not go round for it.
        travel = Roll.travel(
          from: position, to: digit, of: count, trend: .nearest, direction: 0)
      }
      if !isChanged {
        let turn = Double(count)
        travel = change.direction < 0 || settings.trend == .down ? -turn : turn
      }
      wheels[place] = Wheel(
        way: .digits(from: position, travel: travel, of: count), new: new, delay: delay)
    }
    self.wheels = wheels
    let last = wheels.values.map(\.delay).max() ?? .zero
    var span = change.duration
    if settings.easing == nil, let spring = settings.spring {
      // A spring of its own has its own pace: cut off at a duration, the wheels would jump.
      var rest = spring.restTime(distance: 1, velocity: 0, tolerance: 0.005)
      if settings.clamp { rest = min(rest, spring.crossingTime(distance: 1, velocity: 0) ?? rest) }
      span = min(.seconds(rest), max(settings.maximumDuration - last, change.duration))
    }
    self.span = span
    end = change.start + span + last
  }

  /// The easing of the config, else a spring that settles in the duration.
  private func eased(_ elapsed: TimeSpan) -> Double {
    guard elapsed > .zero else { return 0 }
    guard elapsed < span else { return 1 }
    if let easing = change.settings.easing {
      let eased = easing.value(at: elapsed.seconds / span.seconds)
      return change.settings.clamp ? min(max(eased, 0), 1) : eased
    }
    let spring = change.settings.spring ?? Spring(duration: change.duration, bounce: 0.15)
    let state = spring.state(distance: -1, velocity: 0, after: elapsed.seconds)
    return change.settings.clamp ? min(max(1 + state.distance, 0), 1) : 1 + state.distance
  }

  func progress(at now: Instant) -> Double {
    now < end ? min(max(eased(now - start), 0), 1) : 1
  }

  func number(at now: Instant) -> Quantity? {
    progress(at: now) < 0.5 ? change.from.number : change.target
  }

  private func position(of wheel: Wheel, at now: Instant) -> Double? {
    guard case .digits(let from, let travel, _) = wheel.way else { return nil }
    return from + travel * eased(now - (start + wheel.delay))
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(change.row) }
    var cells: [Cell] = []
    cells.reserveCapacity(width)
    for place in stride(from: width - 1, through: 0, by: -1) {
      guard let wheel = wheels[place] else {
        cells.append(Cell(Row.glyph(change.row, at: place)))
        continue
      }
      switch wheel.way {
      case .digits(let from, let travel, let count):
        cells.append(.wheel(at: from + travel * eased(now - (start + wheel.delay)), of: count))
      case .glyphs(let old):
        let progress = min(max(eased(now - (start + wheel.delay)), 0), 1)
        cells.append(
          .turning(from: old, to: wheel.new, progress: progress, direction: change.direction))
      }
    }
    return cells
  }

  func shown(at now: Instant) -> Shown {
    guard now < end else { return Shown(row: change.row, number: change.target) }
    var positions: [Int: Double] = [:]
    for (place, wheel) in wheels {
      guard case .digits(_, _, let count) = wheel.way, let position = position(of: wheel, at: now)
      else { continue }
      if position != position.rounded() { positions[place] = Roll.wrapped(position, of: count) }
    }
    return Shown(
      row: cells(at: now).map(\.visible), number: number(at: now), wheels: positions)
  }
}

extension Change {
  /// How many digits the wheel of a place has: ten, unless its last digit is set and neither end of
  /// the way is beyond it.
  fileprivate func digitsOnWheel(at place: Int, from position: Double, to digit: Int) -> Int {
    guard !settings.lastDigits.isEmpty else { return 10 }
    let digits = row.suffix(place).count { $0.isDigit }
    guard let last = settings.lastDigits[digits] else { return 10 }
    let count = last + 1
    return position < Double(count) && digit < count ? count : 10
  }
}

extension Character {
  /// 0…9 for the ASCII digits.
  package var digit: Int? {
    guard let ascii = asciiValue, ascii >= 48, ascii <= 57 else { return nil }
    return Int(ascii) - 48
  }

  var isDigit: Bool { digit != nil }

  var position: Double? { digit.map(Double.init) }
}

extension Cell {
  private static let digits: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

  /// A wheel of `count` digits at `position`, any real number; whole positions are at rest.
  package static func wheel(at position: Double, of count: Int = 10) -> Cell {
    let lower = position.rounded(.down)
    let fraction = position - lower
    let index = Int(Roll.wrapped(lower, of: count))
    let glyph = digits[index]
    // What differs from rest by less than a thousandth of a digit is not worth a frame.
    if fraction < 0.001 { return Cell(glyph) }
    let next = digits[(index + 1) % count]
    if fraction > 0.999 { return Cell(next) }
    return Cell(glyph, next: next, progress: fraction, look: .wheel)
  }

  /// Two glyphs on a wheel; going down, time runs the other way.
  package static func turning(
    from old: Character, to new: Character, progress: Double, direction: Int
  ) -> Cell {
    if progress <= 0 { return Cell(old) }
    if progress >= 1 { return Cell(new) }
    return direction < 0
      ? Cell(new, next: old, progress: 1 - progress, look: .wheel)
      : Cell(old, next: new, progress: progress, look: .wheel)
  }
}
