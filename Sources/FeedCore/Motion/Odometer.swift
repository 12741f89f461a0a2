/// Mechanical wheels: each moves only while its right neighbour goes from its last digit to 0.
package struct Odometer: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(750) }

  package func transition(for change: Change) -> (any Transition)? {
    guard let target = change.target, target.isFinite, change.duration > .zero else { return nil }
    guard let from = change.from.number, from.isFinite else { return nil }
    let turning = Turning(change: change, from: from, target: target)
    let way = turning.last - turning.first
    return way.isFinite && way != 0 ? turning : nil
  }
}

private struct Turning: Transition {
  let change: Change
  let from: Quantity
  let target: Quantity
  /// What the units wheel counts: the worth of the last digit shown.
  let unit: Double
  /// Positions of the units wheel, turns of the other wheels included; negative below zero.
  let first: Double
  let last: Double
  /// What the wheels show at the start, when they are caught between two digits.
  let caught: [Cell]?

  init(change: Change, from: Quantity, target: Quantity) {
    self.change = change.detached
    self.from = from
    self.target = target
    unit = change.formatter.resolution(for: target)
    last = (target.double / unit).rounded(.toNearestOrEven)
    if let turning = change.interrupted as? Turning, change.start < turning.end {
      first = turning.position(at: change.start) * turning.unit / unit
      caught = turning.cells(at: change.start)
    } else {
      first = (from.double / unit).rounded(.toNearestOrEven)
      caught = nil
    }
  }

  var start: Instant { change.start }
  var end: Instant { change.start + change.duration }

  func progress(at now: Instant) -> Double {
    let time = (now - start).seconds / change.duration.seconds
    return min(max((change.settings.easing ?? .easeOut).value(at: time), 0), 1)
  }

  private func position(at now: Instant) -> Double { first + (last - first) * progress(at: now) }

  func number(at now: Instant) -> Quantity? {
    let progress = progress(at: now)
    guard progress > 0 else { return from }
    return Count.value(from: from, to: target, progress: progress, isWhole: change.isWhole)
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(change.row) }
    guard progress(at: now) > 0 else {
      let cells = caught ?? Row.cells(change.from.row)
      return Array(repeating: Cell(Cell.blank), count: max(change.width - cells.count, 0)) + cells
    }
    // The numbers before and after, away from zero: what differs between them is what turns, so a
    // carry needs no rule of its own, and no digit of a unit is taken for a wheel.
    let position = position(at: now)
    let whole = position.magnitude.rounded(.down)
    let fraction = position.magnitude - whole
    let sign = position < 0 ? -1.0 : 1
    let low = change.row(of: Quantity.real(whole * unit * sign).normalized, like: target)
    guard fraction > 0 else { return Row.cells(low) }
    let high = change.row(of: Quantity.real((whole + 1) * unit * sign).normalized, like: target)
    return (0..<max(low.count, high.count)).reversed().map { place in
      let old = Row.glyph(low, at: place)
      let new = Row.glyph(high, at: place)
      return old == new ? Cell(old) : .turning(from: old, to: new, progress: fraction, direction: 1)
    }
  }
}
