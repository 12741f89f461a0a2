import func Glibc.cos

/// A split flap a place: only places whose character changed flip, straight from old to new.
package struct Flip: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(420) }

  package func transition(for change: Change) -> (any Transition)? {
    guard change.duration > .zero else { return nil }
    let flipping = Flipping(change: change)
    return flipping.flaps.isEmpty ? nil : flipping
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

/// One place that flips.
private struct Flap: Sendable {
  var old: Character
  var new: Character
  var start: Instant
  /// That of the change which began it.
  var duration: TimeSpan
  var look: Cell.Look

  var end: Instant { start + duration }
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
    let stagger = change.settings.stagger
    var flaps: [Int: Flap] = [:]
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
      flaps[place] = Flap(
        old: old, new: new, start: change.start + stagger * order, duration: change.duration,
        look: !isPresent && change.settings.presence == .fade ? .fade : .flap)
      order += 1
    }
    self.flaps = flaps
    width = places
    end = flaps.values.map(\.end).max() ?? change.start
  }

  private func progress(of flap: Flap, at now: Instant) -> Double {
    // Nothing moves before the start, not even what was in the air.
    let elapsed = max(now, start) - flap.start
    return min(max(easing.value(at: elapsed.seconds / flap.duration.seconds), 0), 1)
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
        let progress = progress(of: flap, at: now)
        cells.append(
          progress >= 1
            ? Cell(flap.new)
            : Cell(flap.old, next: flap.new, progress: progress, look: flap.look))
      } else {
        cells.append(Cell(Row.glyph(change.row, at: place)))
      }
    }
    return cells
  }
}
