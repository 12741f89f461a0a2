/// Mechanical wheels: each moves only while its right neighbour goes from 9 to 0.
package struct Odometer: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(750) }

  package func transition(for change: Change) -> (any Transition)? {
    guard let target = change.target, target.isFinite, change.duration > .zero else { return nil }
    let from = change.from.number ?? .integer(0)
    guard from.isFinite, from != target else { return nil }
    return Turning(change: change, from: from, target: target)
  }

  /// The positions of the wheels at `value` ≥ 0, units first.
  ///
  /// pos₀ = v; posₖ = ⌊v/10ᵏ⌋ + max(0, (posₖ₋₁ mod 10) − 9), each modulo 10.
  package static func wheels(at value: Double, count: Int) -> [Double] {
    var positions: [Double] = []
    var power = 1.0
    var below = value
    for index in 0..<count {
      let position =
        index == 0
        ? value
        : (value / power).rounded(.down) + max(0, below.truncatingRemainder(dividingBy: 10) - 9)
      positions.append(position.truncatingRemainder(dividingBy: 10))
      below = position
      power *= 10
    }
    return positions
  }
}

private struct Turning: Transition {
  let change: Change
  let from: Quantity
  let target: Quantity

  var start: Instant { change.start }
  var end: Instant { change.start + change.duration }

  func progress(at now: Instant) -> Double {
    (change.settings.easing ?? .easeOut)
      .value(at: (now - start).seconds / change.duration.seconds)
  }

  private func exact(at now: Instant) -> Double {
    from.double + (target.double - from.double) * progress(at: now)
  }

  func number(at now: Instant) -> Quantity? {
    Count.value(from: from, to: target, progress: progress(at: now))
  }

  func cells(at now: Instant) -> [Cell] {
    let progress = progress(at: now)
    guard progress < 1 else { return Row.cells(change.row) }
    guard progress > 0 else {
      return Row.cells(Row.padded(change.from.row, to: change.row.count))
    }
    // The row of the number rounded down says which places are digits; the wheels turn there.
    let unit = change.formatter.resolution(for: target)
    let value = exact(at: now)
    let scaled = value.magnitude / unit
    let floor = Quantity.real(scaled.rounded(.down) * unit * (value < 0 ? -1 : 1))
    let ceiling = Quantity.real(scaled.rounded(.up) * unit * (value < 0 ? -1 : 1))
    let low = change.row(of: floor.normalized, like: target)
    let high = change.row(of: ceiling.normalized, like: target)
    let width = max(low.count, high.count)
    let digits = (0..<width).filter {
      Row.glyph(low, at: $0).isDigit || Row.glyph(high, at: $0).isDigit
    }
    let positions = Odometer.wheels(at: scaled, count: digits.count)
    var cells = (0..<width).reversed().map { Cell(Row.glyph(low, at: $0)) }
    for (index, place) in digits.enumerated() {
      let isNew = !Row.glyph(low, at: place).isDigit
      let fraction = positions[index] - positions[index].rounded(.down)
      cells[width - 1 - place] =
        isNew
        ? .turning(
          from: Cell.blank, to: Row.glyph(high, at: place), progress: fraction, direction: 1)
        : .wheel(at: positions[index])
    }
    return cells
  }
}
