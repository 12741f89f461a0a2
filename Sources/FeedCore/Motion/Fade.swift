/// The old glyphs fade out and the new ones in: nothing travels, so it suits reduced motion.
package struct Fade: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(200) }

  package func transition(for change: Change) -> (any Transition)? {
    guard change.duration > .zero, change.from.row != change.row else { return nil }
    return Fading(change: change)
  }
}

private struct Fading: Transition {
  let change: Change

  var start: Instant { change.start }
  var end: Instant { change.start + change.duration }

  func progress(at now: Instant) -> Double {
    (change.settings.easing ?? .easeOut)
      .value(at: (now - start).seconds / change.duration.seconds)
  }

  func number(at now: Instant) -> Quantity? {
    progress(at: now) < 0.5 ? change.from.number : change.target
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(change.row) }
    let progress = progress(at: now)
    let width = max(change.from.row.count, change.row.count)
    return (0..<width).reversed().map { place in
      let old = Row.glyph(change.from.row, at: place)
      let new = Row.glyph(change.row, at: place)
      return old == new ? Cell(new) : Cell(old, next: new, progress: progress, look: .fade)
    }
  }
}
