/// The number runs on a damped spring; a new target keeps its speed.
package struct SpringMotion: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(500) }

  package func transition(for change: Change) -> (any Transition)? {
    guard let target = change.target, target.isFinite, change.duration > .zero else { return nil }
    guard let from = change.from.number, from.isFinite else { return nil }
    let springing = Springing(change: change, from: from, target: target)
    return springing.end > springing.start ? springing : nil
  }
}

private struct Springing: Transition {
  let change: Change
  let from: Quantity
  let target: Quantity
  let spring: Spring
  let end: Instant

  init(change: Change, from: Quantity, target: Quantity) {
    self.change = change.detached
    self.from = from
    self.target = target
    spring = change.settings.spring ?? Spring(duration: change.duration, bounce: 0.15)
    let distance = from.double - target.double
    var rest = spring.restTime(
      distance: distance, velocity: change.from.velocity,
      tolerance: change.formatter.resolution(for: target) / 2)
    if change.settings.clamp {
      // What would swing beyond the target and back stops there.
      let crossing = spring.crossingTime(distance: distance, velocity: change.from.velocity)
      rest = min(rest, crossing ?? rest)
    }
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
    guard now > start else { return 0 }
    return min(max((state(at: now).position - from.double) / whole, 0), 1)
  }

  func number(at now: Instant) -> Quantity? {
    guard now < end else { return target }
    guard now > start else { return from }
    let position = state(at: now).position
    var number = Quantity.real(position)
    if change.isWhole, case .integer = from, case .integer = target {
      number = .integer(
        Int64(exactly: position.rounded(.toNearestOrAwayFromZero)) ?? (position > 0 ? .max : .min))
    }
    guard change.settings.clamp else { return number }
    return min(max(number, min(from, target)), max(from, target))
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end, let number = number(at: now) else { return Row.cells(change.row) }
    guard now > start else { return Row.cells(change.startRow) }
    return change.cells(of: number, like: target)
  }

  func shown(at now: Instant) -> Shown {
    Shown(
      row: cells(at: now).map(\.visible), number: number(at: now),
      velocity: now < end ? state(at: max(now, start)).velocity : 0)
  }
}
