/// How much motion is wanted at present, and how much of it can be afforded.
package struct MotionLimits: Hashable, Sendable {
  package var reduction: Reduction
  /// What all durations are multiplied with.
  package var durationScale: Double
  /// Frames a second where the config names none; nil: as the outputs like.
  package var usualFrameRate: Double?
  /// Frames a second at the most, whatever the config names; nil: no limit.
  package var greatestFrameRate: Double?

  /// All motion, unless said otherwise.
  package init(
    reduction: Reduction = .none, durationScale: Double = 1, usualFrameRate: Double? = nil,
    greatestFrameRate: Double? = nil
  ) {
    self.reduction = reduction
    self.durationScale = durationScale
    self.usualFrameRate = usualFrameRate
    self.greatestFrameRate = greatestFrameRate
  }
}
