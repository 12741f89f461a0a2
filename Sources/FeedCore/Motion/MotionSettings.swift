/// How one metric moves: the defaults, with what the config says in their place.
package struct MotionSettings: Hashable, Sendable {
  package enum Initial: String, Hashable, Sendable, CaseIterable {
    /// The first value counts up with the whole bar, in one rhythm.
    case open
    /// The first value moves from zero in the metric's own style.
    case zero
    /// The first value is there at once.
    case none
  }

  package enum Trend: String, Hashable, Sendable, CaseIterable {
    /// All wheels turn in the direction of the change.
    case auto
    case up
    case down
    /// Each wheel turns by the difference of its own digits.
    case perDigit = "per_digit"
    /// Each wheel takes the shorter way.
    case nearest
  }

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    /// Places come and go with the first frame.
    case instant
    /// Places come and go when the row swaps its glyphs.
    case atSwap = "at_swap"
    /// Places fade in and out.
    case fade
  }

  package enum Retarget: String, Hashable, Sendable, CaseIterable {
    /// A new value starts from what is shown, with the whole duration.
    case shown
    /// A new value keeps the end of the motion it interrupts, where at least half is left.
    case shorten
  }

  package enum Threshold: Hashable, Sendable {
    case absolute(Double)
    /// A share of the target, 0…1.
    case relative(Double)
  }

  package enum UnitChoice: String, Hashable, Sendable, CaseIterable {
    case target
    case live
  }

  package enum Edge: String, Hashable, Sendable, CaseIterable {
    case auto
    case sweep
    case none
  }

  package enum Flaps: String, Hashable, Sendable, CaseIterable {
    /// One flap falls, from the old character straight to the new one.
    case direct
    /// The drum turns forward, flap by flap, until the new character comes.
    case sequence
  }

  /// How a value stands out for one frame when somebody has stepped it.
  package enum Feedback: String, Hashable, Sendable, CaseIterable {
    case none
    /// In the colours of text and background exchanged.
    case reverse
    /// In the accent's colour.
    case accent
  }

  /// A name of the catalog of styles, or `auto`.
  package var style = "auto"
  /// nil: the style's own.
  package var duration: TimeSpan?
  /// nil: the style's own.
  package var easing: Easing?
  package var spring: Spring?
  /// Steps a second, 1…60.
  package var framesPerSecond: Double = 24
  package var initial = Initial.open
  /// Between places, from the right.
  package var stagger = TimeSpan.zero
  package var trend = Trend.auto
  package var continuous = false
  package var presence = Presence.atSwap
  package var retarget = Retarget.shown
  /// Never shows a number outside start…target.
  package var clamp = true
  /// Smaller changes are shown without motion.
  package var threshold = Threshold.absolute(0)
  /// The share of a metric's update interval that may move, 0…1.
  package var budget: Double = 0.5
  package var maximumDuration = TimeSpan.seconds(5)
  /// Metrics of one group start together.
  package var group = ""
  package var unit = UnitChoice.target
  /// How much a falling flap darkens, 0…1.
  package var dim: Double = 0.5
  package var edge = Edge.auto
  package var feedback = Feedback.none
  /// What fading glyphs fade into, where nothing nearer is said; nil is the bar's background.
  package var background: Color?
  package var flaps = Flaps.direct
  /// What a place shows in turn when its flaps fall in sequence.
  package var drum = Drum.digits
  /// How long one flap of a sequence falls.
  package var flap = TimeSpan.milliseconds(60)
  /// Wheels with fewer than ten digits: the last of each, 1…9, by digit from the right.
  package var lastDigits: [Int: Int] = [:]

  package init() {}

  /// The time between two of so many places that move for `duration` each: less than asked for
  /// where the last one would end after `maximumDuration`.
  package func stagger(among places: Int, of duration: TimeSpan) -> TimeSpan {
    guard places > 1, maximumDuration > duration else {
      return maximumDuration > duration ? stagger : .zero
    }
    let room = TimeSpan.seconds((maximumDuration - duration).seconds / Double(places - 1))
    return min(stagger, room)
  }

  /// The same motion, but that it takes so many times as long.
  package func slowed(by factor: Double) -> MotionSettings {
    var slowed = self
    slowed.duration = duration.map { .seconds($0.seconds * factor) }
    slowed.stagger = .seconds(stagger.seconds * factor)
    slowed.flap = .seconds(flap.seconds * factor)
    slowed.spring = spring?.slowed(by: factor)
    return slowed
  }
}
