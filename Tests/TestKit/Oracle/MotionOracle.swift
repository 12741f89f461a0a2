import Foundation

/// A whole number in motion by the formulas of the styles, for tests to hold the program against:
/// plain, slow, and with nothing of the program in it.
///
/// Times are milliseconds; a row is counted from the right.
package struct MotionOracle: Sendable {
  package enum Style: String, CaseIterable, Sendable {
    case none, count, roll, odometer, flip, spring, fade
  }

  package struct Settings: Sendable {
    package var style = Style.count
    /// nil: the style's own.
    package var duration: Int64?
    package var framesPerSecond = 24
    package var curve: Curve?
    package var spring: Spring?
    package var stagger: Int64 = 0
    package var trend = "auto"
    package var isContinuous = false
    package var presence = "at_swap"
    package var minimumDigits = 1
    package var clamps = true

    package init() {}

    package var milliseconds: Int64 {
      duration
        ?? [.count: 1200, .roll: 500, .odometer: 750, .flip: 420, .spring: 500, .fade: 200][style]
        ?? 0
    }
  }

  /// One place at one moment; at rest it has no `next`.
  package struct Place: Equatable, Sendable {
    package var glyph: Character
    package var next: Character?
    package var progress = 0.0

    package init(_ glyph: Character, _ next: Character? = nil, _ progress: Double = 0) {
      self.glyph = glyph
      self.next = next
      self.progress = next == nil ? 0 : progress
    }

    package var visible: Character { progress < 0.5 ? glyph : next ?? glyph }
  }

  package let settings: Settings
  package private(set) var target: Int64
  var motion: Motion?

  /// The target as it is written.
  package var label: String { String(glyphs(target).reversed()) }

  /// One way from what was shown to the target.
  struct Motion: Sendable {
    var start: Double
    var end: Double
    /// The number shown at the start.
    var from: Int64
    /// Its speed, a second.
    var speed = 0.0
    /// The glyphs shown at the start, from the right.
    var seen: [Character]
    var flaps: [Int: Flap] = [:]
    var wheels: [Int: Wheel] = [:]
    /// Where an odometer was at the start.
    var position = 0.0
  }

  struct Flap: Sendable {
    var old: Character
    var new: Character
    var start: Double
    var duration: Double
  }

  struct Wheel: Sendable {
    /// nil where the glyphs at both ends are not digits.
    var position: Double?
    var travel = 0.0
    var old: Character
    var new: Character
    var delay: Double
  }

  /// At rest.
  package init(_ settings: Settings, at value: Int64) {
    self.settings = settings
    target = value
  }

  /// The glyphs of a number at rest, from the right.
  func glyphs(_ number: Int64) -> [Character] {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(settings.minimumDigits - digits.count, 0))
    return Array(((number < 0 ? "-" : "") + zeros + digits).reversed())
  }

  static func glyph(_ row: [Character], _ place: Int) -> Character {
    place < row.count ? row[place] : " "
  }

  // MARK: What is seen

  package func isMoving(at time: Double) -> Bool { motion.map { time < $0.end } ?? false }

  /// When all is at rest.
  package var end: Double? { motion?.end }

  /// The places, from the left, without resting blanks in front.
  package func places(at time: Double) -> [Place] {
    Array(row(at: time).reversed().drop { $0 == Place(" ") })
  }

  /// The glyphs as one text.
  package func text(at time: Double) -> String {
    String(row(at: time).reversed().map(\.visible).drop { $0 == " " })
  }

  private func row(at time: Double) -> [Place] {
    guard let motion, time < motion.end else { return glyphs(target).map { Place($0) } }
    switch settings.style {
    case .none: return glyphs(target).map { Place($0) }
    case .count, .spring: return glyphs(number(at: time)).map { Place($0) }
    case .odometer: return odometer(motion, at: time)
    case .fade, .flip: return flaps(motion, at: time)
    case .roll: return wheels(motion, at: time)
    }
  }

  /// The number shown, of the styles that show one.
  package func number(at time: Double) -> Int64 {
    guard let motion, time < motion.end else { return target }
    switch settings.style {
    case .count: return counted(motion, at: time)
    case .spring: return sprung(motion, at: time)
    case .odometer:
      let progress = (settings.curve ?? .easeOut).value(at: share(motion, at: time))
      return progress <= 0 ? motion.from : Self.value(motion.from, target, progress)
    default: return target
    }
  }

  func share(_ motion: Motion, at time: Double) -> Double {
    (time - motion.start) / (motion.end - motion.start)
  }

  // MARK: Numbers

  /// `from + (to − from)·p` in Double, to nearest, ties away from zero, within both ends.
  package static func value(_ from: Int64, _ to: Int64, _ progress: Double) -> Int64 {
    if !(progress < 1) { return to }
    let exact = Double(from) + (Double(to) - Double(from)) * progress
    let rounded = exact < 0 ? -(-exact + 0.5).rounded(.down) : (exact + 0.5).rounded(.down)
    // Half a unit cannot be added where doubles are whole numbers apart.
    let whole = exact.magnitude >= 0x1p52 ? exact : rounded
    let number = Int64(exactly: whole) ?? (whole > 0 ? .max : .min)
    return min(max(number, min(from, to)), max(from, to))
  }

  /// The progress of step k of n, from k·duration/n on.
  private func counted(_ motion: Motion, at time: Double) -> Int64 {
    let seconds = Double(settings.milliseconds) / 1000
    let count = max(Int(seconds * Double(settings.framesPerSecond)), 1)
    let passed = Int64(((time - motion.start) * 1000).rounded())
    var step = 0
    while Int64(step + 1) * settings.milliseconds * 1000 <= passed * Int64(count) { step += 1 }
    if step == 0 { return motion.from }
    let progress = (settings.curve ?? .outCubic).value(at: Double(step) / Double(count))
    return Self.value(motion.from, target, min(max(progress, 0), 1))
  }

  var spring: Spring {
    settings.spring ?? Spring(seconds: Double(settings.milliseconds) / 1000, bounce: 0.15)
  }

  private func sprung(_ motion: Motion, at time: Double) -> Int64 {
    if time <= motion.start { return motion.from }
    let state = spring.state(
      Double(motion.from) - Double(target), motion.speed, after: (time - motion.start) / 1000)
    let exact = Double(target) + state.distance
    let number = Self.value(0, exact < 0 ? .min : .max, exact.magnitude / 0x1p63)
    guard settings.clamps else { return number }
    return min(max(number, min(motion.from, target)), max(motion.from, target))
  }

  /// The wheels of |v|: a carry moves the next one between 9 and 0, so all that move do so alike.
  private func odometer(_ motion: Motion, at time: Double) -> [Place] {
    let progress = (settings.curve ?? .easeOut).value(at: share(motion, at: time))
    let position = motion.position + (Double(target) - motion.position) * min(max(progress, 0), 1)
    // Where doubles do not tell units there are no wheels to speak of.
    guard position.magnitude < 0x1p53 else { return glyphs(number(at: time)).map { Place($0) } }
    let whole = Int64(position.magnitude.rounded(.down))
    let fraction = position.magnitude - Double(whole)
    let sign: Int64 = position < 0 ? -1 : 1
    if fraction == 0 { return glyphs(sign * whole).map { Place($0) } }
    let (low, high) = (glyphs(sign * whole), glyphs(sign * (whole + 1)))
    var wheel = position.magnitude
    return (0..<max(low.count, high.count)).map { place in
      // pos₀ = v; posₖ = ⌊v/10ᵏ⌋ + max(0, (posₖ₋₁ mod 10) − 9).
      if place > 0 {
        let carry = max(0, wheel.truncatingRemainder(dividingBy: 10) - 9)
        wheel = (position.magnitude / pow(10, Double(place))).rounded(.down) + carry
      }
      let (old, new) = (Self.glyph(low, place), Self.glyph(high, place))
      guard let digit = new.wholeNumberValue, let before = old.wholeNumberValue else {
        return old == new ? Place(old) : Place(old, new, fraction)
      }
      let turned = wheel - wheel.rounded(.down)
      return before == digit || turned == 0 ? Place(old) : Place(old, new, turned)
    }
  }

  // MARK: A new number

  /// Gives it another value.
  package mutating func set(_ value: Int64, at time: Double) {
    guard value != target else { return }
    let shown = number(at: time)
    let moving = isMoving(at: time) ? motion : nil
    let seen = row(at: time).map(\.visible)
    var next = Motion(start: time, end: time, from: shown, seen: seen)
    let old = target
    target = value
    motion = nil
    guard settings.milliseconds > 0, settings.style != .none else { return }
    next.end = time + Double(settings.milliseconds)
    switch settings.style {
    case .none: return
    case .count: if shown == value { return }
    case .odometer:
      next.position = Double(shown)
      if let moving {
        let progress = (settings.curve ?? .easeOut).value(at: share(moving, at: time))
        next.position =
          moving.position + (Double(old) - moving.position) * min(max(progress, 0), 1)
      }
      if next.position == Double(value) { return }
    case .spring:
      if let moving {
        next.speed =
          spring.state(
            Double(moving.from) - Double(old), moving.speed, after: (time - moving.start) / 1000
          ).speed
      }
      next.end = time + rest(from: Double(shown) - Double(value), next.speed)
      if next.end <= time { return }
    case .fade:
      for place in 0..<max(seen.count, glyphs(value).count) {
        let (before, after) = (Self.glyph(seen, place), Self.glyph(glyphs(value), place))
        if before == after { continue }
        next.flaps[place] = Flap(
          old: before, new: after, start: time, duration: Double(settings.milliseconds))
      }
      if next.flaps.isEmpty { return }
    case .flip: if !plan(&next, after: moving, at: time) { return }
    case .roll: if !plan(&next, from: shown, old: old, after: moving, at: time) { return }
    }
    motion = next
  }

  /// Milliseconds until the number can leave its target no more: half a unit of energy, or, where
  /// it is not to swing beyond, the first time it is there.
  private func rest(from distance: Double, _ speed: Double) -> Double {
    let frequency = (spring.stiffness / spring.mass).squareRoot()
    func isOver(_ milliseconds: Double) -> Bool {
      let now = spring.state(distance, speed, after: milliseconds / 1000)
      if settings.clamps, now.distance * distance <= 0 { return true }
      return hypot(frequency * now.distance, now.speed) / frequency < 0.5
    }
    if distance == 0, settings.clamps || speed == 0 { return 0 }
    // A small part of a swing, so that none is missed.
    let step = min(2, 200 * .pi / frequency)
    var time = 0.0
    while !isOver(time) {
      time += step
      if time >= 5000 { return 5000 }
    }
    if time == 0 { return 0 }
    var (low, high) = (time - step, time)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if isOver(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// What a number is before it is rounded.
  package func exactNumber(at time: Double) -> Double {
    guard let motion, time < motion.end else { return Double(target) }
    switch settings.style {
    case .count: return Double(counted(motion, at: time))
    case .spring:
      let state = spring.state(
        Double(motion.from) - Double(target), motion.speed, after: (time - motion.start) / 1000)
      let exact = Double(target) + state.distance
      guard settings.clamps else { return exact }
      let (low, high) = (Double(min(motion.from, target)), Double(max(motion.from, target)))
      return min(max(exact, low), high)
    case .odometer:
      let progress = (settings.curve ?? .easeOut).value(at: share(motion, at: time))
      let from = Double(motion.from)
      return from + (Double(target) - from) * min(max(progress, 0), 1)
    default: return Double(target)
    }
  }
}
