/// The number itself runs from the old to the new value, in `duration × fps` steps.
package struct Count: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(1200) }

  package func transition(for change: Change) -> (any Transition)? {
    guard let target = change.target, target.isFinite, change.duration > .zero else { return nil }
    guard let from = change.from.number, from.isFinite, from != target else { return nil }
    return Counting(change: change, from: from, target: target)
  }

  /// `max(Int(duration × fps), 1)`, truncating; one step for a duration that is no number.
  package static func steps(seconds: Double, framesPerSecond: Double) -> Int {
    let exact = seconds * framesPerSecond
    guard exact >= 1 else { return 1 }
    return exact < 1e9 ? Int(exact) : 1_000_000_000
  }

  /// The value at `progress`, in Double, rounded half away from zero, clamped between the ends.
  ///
  /// What is not below 1 (NaN too) is the target itself.
  package static func value(from: Int64, to: Int64, progress: Double) -> Int64 {
    guard progress < 1 else { return to }
    let exact = (Double(from) + (Double(to) - Double(from)) * progress)
      .rounded(.toNearestOrAwayFromZero)
    let value = Int64(exactly: exact) ?? (exact > 0 ? .max : .min)
    return min(max(value, min(from, to)), max(from, to))
  }

  /// The same for numbers that are not whole, and for whole ones where `isWhole` says that what is
  /// between them is shown.
  package static func value(
    from: Quantity, to: Quantity, progress: Double, isWhole: Bool = true
  ) -> Quantity {
    guard progress < 1 else { return to }
    if isWhole, case .integer(let low) = from, case .integer(let high) = to {
      return .integer(value(from: low, to: high, progress: progress))
    }
    // By worth: the double next to an end of Int64 may be beyond it.
    return min(
      max(.real(between(from.double, to.double, progress)), min(from, to)), max(from, to))
  }

  /// `from` at progress 0, `to` at 1; finite also where the difference is not.
  static func between(_ from: Double, _ to: Double, _ progress: Double) -> Double {
    let difference = to - from
    return difference.isFinite
      ? from + difference * progress : from * (1 - progress) + to * progress
  }
}

private struct Counting: Transition {
  let change: Change
  let from: Quantity
  let target: Quantity
  let steps: Int
  let easing: Easing
  private let isWhole: Bool

  init(change: Change, from: Quantity, target: Quantity) {
    self.change = change.detached
    self.from = from
    self.target = target
    steps = Count.steps(
      seconds: change.duration.seconds, framesPerSecond: change.settings.framesPerSecond)
    easing = change.settings.easing ?? .outCubic
    isWhole = change.isWhole
  }

  var start: Instant { change.start }
  var end: Instant { change.start + change.duration }

  func progress(at now: Instant) -> Double { min(max(eased(at: now), 0), 1) }

  private func eased(at now: Instant) -> Double {
    let elapsed = (now - start).nanoseconds
    guard elapsed > 0 else { return 0 }
    let duration = change.duration.nanoseconds
    guard elapsed < duration else { return 1 }
    // Whole numbers of 128 bits: a frame that lies exactly on a step must show that step.
    let step = Int(Int128(elapsed) * Int128(steps) / Int128(duration))
    return easing.value(at: Double(step) / Double(steps))
  }

  func number(at now: Instant) -> Quantity? {
    let progress = progress(at: now)
    return progress > 0 ? value(at: progress) : from
  }

  private func value(at progress: Double) -> Quantity {
    Count.value(from: from, to: target, progress: progress, isWhole: isWhole)
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(change.row) }
    let progress = progress(at: now)
    // Before the first step nothing has changed: not even the unit of what is shown.
    guard progress > 0 else { return Row.cells(change.startRow) }
    return change.cells(of: value(at: progress), like: target)
  }
}
