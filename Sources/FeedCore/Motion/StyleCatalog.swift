extension Catalog where Choice == any MotionStyle {
  /// The styles that `motion.style` can name, beside `auto`.
  package static let motionStyles = Catalog(
    kind: "motion style",
    entries: [
      Entry(name: "none", summary: "the new value is there at once", choice: NoMotion()),
      Entry(name: "count", summary: "the number itself runs, slowing down", choice: Count()),
      Entry(name: "roll", summary: "each changed digit rolls on its wheel", choice: Roll()),
      Entry(
        name: "odometer", summary: "mechanical wheels: a carry moves the next one",
        choice: Odometer()),
      Entry(name: "flip", summary: "a split flap falls in each changed place", choice: Flip()),
      Entry(
        name: "spring", summary: "the number runs on a spring and keeps its speed",
        choice: SpringMotion()),
      Entry(name: "fade", summary: "the old glyphs fade out, the new ones in", choice: Fade()),
    ])
}

/// Straight to the value.
package struct NoMotion: MotionStyle {
  package init() {}

  package var defaultDuration: TimeSpan { .zero }

  package func transition(for change: Change) -> (any Transition)? { nil }
}
