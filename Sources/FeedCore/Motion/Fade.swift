/// The old glyphs fade out and the new ones in: nothing travels, so it suits reduced motion.
package struct Fade: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .milliseconds(200) }

  package func transition(for change: Change) -> (any Transition)? {
    guard change.duration > .zero, change.startRow != Row.padded(change.row, to: change.width)
    else { return nil }
    return Fading(change: change.detached)
  }
}

private struct Fading: Transition {
  let change: Change

  var start: Instant { change.start }
  var end: Instant { change.start + change.duration }

  func progress(at now: Instant) -> Double {
    let time = (now - start).seconds / change.duration.seconds
    return min(max((change.settings.easing ?? .easeOut).value(at: time), 0), 1)
  }

  func number(at now: Instant) -> Quantity? {
    progress(at: now) < 0.5 ? change.from.number : change.target
  }

  func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(change.row) }
    let progress = progress(at: now)
    return (0..<change.width).reversed().map { place in
      let old = Row.glyph(change.from.row, at: place)
      let new = Row.glyph(change.row, at: place)
      return old == new ? Cell(new) : Cell(old, next: new, progress: progress, look: .fade)
    }
  }
}
