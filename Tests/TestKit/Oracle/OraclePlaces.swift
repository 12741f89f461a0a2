/// Styles that move each place by itself.
extension MotionOracle {
  /// Plans the flaps of a row; false when none falls.
  func plan(_ next: inout Motion, after moving: Motion?, at time: Double) -> Bool {
    let new = glyphs(target)
    var order: Int64 = 0
    for place in 0..<max(next.seen.count, new.count) {
      let (seen, glyph) = (Self.glyph(next.seen, place), Self.glyph(new, place))
      if settings.presence == "instant", place >= new.count { continue }
      if let flap = moving?.flaps[place], flap.new == glyph {
        // It falls to this very glyph.
        if flap.start + flap.duration > time { next.flaps[place] = flap }
        continue
      }
      if seen == glyph { continue }
      if settings.presence == "instant", seen == " " || glyph == " " { continue }
      next.flaps[place] = Flap(
        old: seen, new: glyph, start: time + Double(order * settings.stagger),
        duration: Double(settings.milliseconds))
      order += 1
    }
    next.end = next.flaps.values.map { $0.start + $0.duration }.max() ?? time
    return next.end > time
  }

  func flaps(_ motion: Motion, at time: Double) -> [Place] {
    let new = glyphs(target)
    let usual: Curve = settings.style == .fade ? .easeOut : .easeIn
    let hasOnlyNew = settings.style == .flip && settings.presence == "instant"
    return (0..<(hasOnlyNew ? new.count : max(motion.seen.count, new.count))).map { place in
      guard let flap = motion.flaps[place] else { return Place(Self.glyph(new, place)) }
      let share = (time - flap.start) / flap.duration
      let progress = min(max((settings.curve ?? usual).value(at: share), 0), 1)
      // Fades are over with the whole row, flaps one by one.
      if settings.style == .flip, progress >= 1 { return Place(flap.new) }
      return Place(flap.old, flap.new, progress)
    }
  }

  /// How far a wheel of ten turns from a position to a digit.
  func travel(from position: Double, to digit: Int, trend: String, isFalling: Bool) -> Double {
    let difference = Double(digit) - position
    /// As far as it is upward, 0…10.
    let up = difference - (difference / 10).rounded(.down) * 10
    let down = up == 0 ? 0 : up - 10
    switch trend {
    case "up": return up
    case "down": return down
    case "per_digit": return difference
    case "nearest": return up <= 5 ? up : down
    default: return isFalling ? down : up
    }
  }

  /// Plans the wheels of a row; false when none turns.
  func plan(
    _ next: inout Motion, from shown: Int64, old: Int64, after moving: Motion?, at time: Double
  ) -> Bool {
    let new = glyphs(target)
    // Which way the number goes, from the one that counts as shown: the old one before half-way.
    var from = shown
    if let moving {
      from = eased((time - moving.start), moving) < 0.5 ? moving.from : old
    } else {
      from = old
    }
    next.from = from
    let isFalling = from > target
    let places = 0..<max(next.seen.count, new.count)
    func position(_ place: Int) -> Double? {
      guard let moving, let wheel = moving.wheels[place], let start = wheel.position else {
        return nil
      }
      let position = start + wheel.travel * eased(time - moving.start - wheel.delay, moving)
      return position == position.rounded() ? nil : position
    }
    let changed = places.filter { place in
      position(place) != nil || Self.glyph(next.seen, place) != Self.glyph(new, place)
    }
    var order: Int64 = 0
    for place in places {
      let (seen, glyph) = (Self.glyph(next.seen, place), Self.glyph(new, place))
      let isChanged = changed.contains(place)
      let turnsAnyway =
        settings.isContinuous && settings.trend != "per_digit" && place < (changed.max() ?? -1)
        && glyph.wholeNumberValue != nil
      guard isChanged || turnsAnyway else { continue }
      var wheel = Wheel(
        old: seen, new: glyph, delay: Double(order * settings.stagger))
      order += 1
      if let digit = glyph.wholeNumberValue,
        let start = position(place) ?? seen.wholeNumberValue.map(Double.init)
      {
        wheel.position = start
        wheel.travel = travel(
          from: start, to: digit, trend: settings.trend, isFalling: isFalling)
        if let moving, let before = moving.wheels[place], before.new == glyph,
          let first = before.position
        {
          let caught = first + before.travel * eased(time - moving.start - before.delay, moving)
          wheel.position = caught
          wheel.travel = first + before.travel - caught
        } else if seen == glyph, isChanged {
          wheel.travel = travel(from: start, to: digit, trend: "nearest", isFalling: false)
        }
        if !isChanged {
          wheel.travel = isFalling || settings.trend == "down" ? -10 : 10
        }
      }
      next.wheels[place] = wheel
    }
    next.end += next.wheels.values.map(\.delay).max() ?? 0
    return !next.wheels.isEmpty
  }

  /// How far a wheel is on its way, so long after its start.
  private func eased(_ passed: Double, _ motion: Motion) -> Double {
    if passed <= 0 { return 0 }
    let milliseconds = Double(settings.milliseconds)
    if passed >= milliseconds { return 1 }
    let value: Double
    if let curve = settings.curve {
      value = curve.value(at: passed / milliseconds)
    } else {
      value = 1 + spring.state(-1, 0, after: passed / 1000).distance
    }
    return settings.clamps ? min(max(value, 0), 1) : value
  }

  func wheels(_ motion: Motion, at time: Double) -> [Place] {
    let new = glyphs(target)
    let isFalling = motion.from > target
    return (0..<max(motion.seen.count, new.count)).map { place in
      guard let wheel = motion.wheels[place] else { return Place(Self.glyph(new, place)) }
      let way = eased(time - motion.start - wheel.delay, motion)
      guard let start = wheel.position else {
        let progress = min(max(way, 0), 1)
        if progress <= 0 { return Place(wheel.old) }
        if progress >= 1 { return Place(wheel.new) }
        // Downward, time runs the other way.
        return isFalling
          ? Place(wheel.new, wheel.old, 1 - progress) : Place(wheel.old, wheel.new, progress)
      }
      let position = start + wheel.travel * way
      let lower = position.rounded(.down)
      func glyph(_ digit: Double) -> Character {
        Character("\(Int(digit - (digit / 10).rounded(.down) * 10))")
      }
      let fraction = position - lower
      if fraction < 0.001 { return Place(glyph(lower)) }
      if fraction > 0.999 { return Place(glyph(lower + 1)) }
      return Place(glyph(lower), glyph(lower + 1), fraction)
    }
  }
}
