import func Glibc.cos

/// A split flap a place: only places whose character changed flip, straight from old to new, or
/// through all that is between them on the drum.
package struct Flip: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(420) }

  package func transition(for change: Change) -> (any Transition)? {
    guard change.duration > .zero else { return nil }
    let flipping = Flipping(change: change)
    return flipping.end > flipping.start ? flipping : nil
  }

  /// Where the free edge of a falling flap is.
  package enum Edge: String, Hashable, Sendable {
    case none
    case top
    case middle
    case bottom
  }

  /// The place of the edge at `progress`: the height cos πp of the flap's free edge, in thirds.
  package static func edge(at progress: Double) -> Edge {
    guard progress > 0, progress < 1 else { return .none }
    let height = cos(.pi * progress)
    return height > 0.5 ? .top : (height < -0.5 ? .bottom : .middle)
  }

  /// How bright a flap is: the old one darkens to 1 − `dim` half-way, the new one comes back.
  package static func intensity(at progress: Double, dim: Double) -> Double {
    progress < 0.5 ? 1 - 2 * dim * progress : 1 - dim * (1 - progress)
  }
}

/// One place that flips: its flaps fall one after the other.
private struct Flap: Sendable {
  var old: Character
  /// What each flap brings, the new character at the end.
  var steps: [Character]
  var start: Instant
  /// Of all of its flaps, by the change that began them.
  var duration: TimeSpan
  var look: Cell.Look

  var end: Instant { start + duration }
  var new: Character { steps.last ?? old }

  /// The place at `now`, each flap falling as `easing` wants it.
  func cell(at now: Instant, easing: Easing) -> Cell {
    guard now < end else { return Cell(new) }
    // Whole numbers: a frame that lies exactly between two flaps must show no part of the next.
    let passed = Int128(max((now - start).nanoseconds, 0)) * Int128(steps.count)
    let (index, rest) = passed.quotientAndRemainder(dividingBy: Int128(duration.nanoseconds))
    let step = Int(index)
    let progress = easing.value(at: Double(rest) / Double(duration.nanoseconds))
    if progress >= 1, step == steps.count - 1 { return Cell(new) }
    return Cell(
      step == 0 ? old : steps[step - 1], next: steps[step], progress: min(max(progress, 0), 1),
      look: look)
  }
}

private struct Flipping: Transition {
  let change: Change
  /// By place from the right.
  let flaps: [Int: Flap]
  let start: Instant
  let end: Instant
  let easing: Easing
  let width: Int

  init(change: Change) {
    self.change = change.detached
    start = change.start
    easing = change.settings.easing ?? .easeIn
    let seen = change.from.row
    let isInstant = change.settings.presence == .instant
    let places = isInstant ? change.row.count : max(seen.count, change.row.count)
    let running = (change.interrupted as? Flipping)?.flaps ?? [:]
    let settings = change.settings
    // Many flaps in a row would flash if each of them darkened (WCAG 2.3.1).
    let falling = Cell.Look.falling(
      dim: settings.flaps == .direct ? settings.dim : 0, edge: settings.edge)
    var flaps: [Int: Flap] = [:]
    let moving = (0..<places).count {
      Row.glyph(seen, at: $0) != Row.glyph(change.row, at: $0)
    }
    let stagger = settings.stagger(among: moving, of: change.duration)
    var order: Int64 = 0
    for place in 0..<places {
      let old = Row.glyph(seen, at: place)
      let new = Row.glyph(change.row, at: place)
      if let flap = running[place], flap.new == new {
        // Its own text did not change: a flap in the air falls on undisturbed.
        if flap.end > change.start { flaps[place] = flap }
        continue
      }
      // Already seen: the place is at rest at once.
      guard old != new else { continue }
      let isPresent = old != Cell.blank && new != Cell.blank
      if isInstant, !isPresent { continue }
      let fades = !isPresent && settings.presence == .fade
      var flap = Flap(
        old: old, steps: [new], start: change.start + stagger * order,
        duration: change.duration, look: fades ? .fade : falling)
      if !fades, settings.flaps == .sequence {
        flap.steps = settings.drum.characters(from: old, to: new)
        flap.duration = min(
          settings.flap * Int64(flap.steps.count), settings.maximumDuration - stagger * order)
      }
      flaps[place] = flap
      order += 1
    }
    self.flaps = flaps
    width = places
    end = flaps.values.map(\.end).max() ?? change.start
  }

  func progress(at now: Instant) -> Double {
    guard now < end else { return 1 }
    return min(max(easing.value(at: (now - start).seconds / (end - start).seconds), 0), 1)
  }

  func number(at now: Instant) -> Quantity? {
    progress(at: now) < 0.5 ? change.from.number : change.target
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(change.row) }
    var cells: [Cell] = []
    cells.reserveCapacity(width)
    for place in stride(from: width - 1, through: 0, by: -1) {
      if let flap = flaps[place] {
        // Nothing moves before the start, not even what was in the air.
        cells.append(flap.cell(at: max(now, start), easing: easing))
      } else {
        cells.append(Cell(Row.glyph(change.row, at: place)))
      }
    }
    return cells
  }
}
