/// The number runs on a damped spring; a new target keeps its speed.
package struct SpringMotion: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(500) }

  package func transition(for change: Change) -> (any Transition)? {
    guard let target = change.target, target.isFinite, change.duration > .zero else { return nil }
    let from = change.from.number ?? .integer(0)
    guard from.isFinite, from != target || change.from.velocity != 0 else { return nil }
    return Springing(change: change, from: from, target: target)
  }
}

private struct Springing: Transition {
  let change: Change
  let from: Quantity
  let target: Quantity
  let spring: Spring
  let end: Instant

  init(change: Change, from: Quantity, target: Quantity) {
    self.change = change
    self.from = from
    self.target = target
    spring = change.settings.spring ?? Spring(duration: change.duration, bounce: 0.15)
    let rest = spring.restTime(
      distance: from.double - target.double, velocity: change.from.velocity,
      tolerance: change.formatter.resolution(for: target) / 2)
    end = change.start + min(.seconds(rest), change.settings.maximumDuration)
  }

  var start: Instant { change.start }

  private func state(at now: Instant) -> (position: Double, velocity: Double) {
    let state = spring.state(
      distance: from.double - target.double, velocity: change.from.velocity,
      after: (now - start).seconds)
    return (target.double + state.distance, state.velocity)
  }

  func progress(at now: Instant) -> Double {
    let whole = target.double - from.double
    guard now < end, whole != 0 else { return 1 }
    return min(max((state(at: now).position - from.double) / whole, 0), 1)
  }

  func number(at now: Instant) -> Quantity? {
    guard now < end else { return target }
    guard now > start else { return from }
    var position = state(at: now).position
    if change.settings.clamp {
      let low = min(from.double, target.double)
      position = min(max(position, low), max(from.double, target.double))
    }
    if case .integer = from, case .integer = target {
      return .integer(
        Int64(exactly: position.rounded(.toNearestOrAwayFromZero)) ?? (position > 0 ? .max : .min))
    }
    return .real(position)
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end, let number = number(at: now) else { return Row.cells(change.row) }
    guard now > start else {
      return Row.cells(Row.padded(change.from.row, to: change.row.count))
    }
    return Row.cells(change.row(of: number, like: target))
  }

  func shown(at now: Instant) -> Shown {
    Shown(
      row: cells(at: now).map(\.visible), number: number(at: now),
      velocity: now < end ? state(at: now).velocity : 0)
  }
}
