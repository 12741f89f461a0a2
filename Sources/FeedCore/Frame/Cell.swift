/// One character place of a readout at one moment.
///
/// A place at rest has no `next`. On its way it goes from `glyph` (progress 0) to `next`
/// (progress 1); what a display with one glyph a place shows is `visible`.
package struct Cell: Hashable, Sendable {
  /// How a place in motion is to be drawn.
  package enum Look: Hashable, Sendable {
    /// `next` follows `glyph` on a wheel: the glyph leaves upward, the next comes from below.
    case wheel
    /// A split flap falls from `glyph` to `next`: it darkens by `dim` (0…1) half-way, and its free
    /// edge is a line through the glyph, or is not seen.
    case falling(dim: Double, edge: MotionSettings.Edge)
    /// `glyph` fades out, `next` fades in.
    case fade

    /// A flap as it falls unless the config says otherwise.
    package static let flap = Look.falling(dim: 0.5, edge: .auto)
  }

  package var glyph: Character
  package var next: Character?
  /// 0…1; 0 at rest.
  package var progress: Double
  package var look: Look
  /// The mark that a blank place is as wide as; nil: a digit.
  package var room: Character?
  /// The number of its ink among those of the block's style, from 1; 0: as the block.
  package var ink: UInt8 = 0

  package init(_ glyph: Character, next: Character? = nil, progress: Double = 0, look: Look = .fade)
  {
    self.glyph = glyph
    self.next = next
    self.progress = progress
    self.look = look
  }

  /// A place that holds width and shows nothing.
  package static let blank: Character = " "

  /// The glyph that a display without half-drawn characters shows: the old one before the middle.
  package var visible: Character {
    guard let next, progress >= 0.5 else { return glyph }
    return next
  }

  /// Nothing is to be seen here, now and at the end of a motion.
  package var isBlank: Bool { glyph == Cell.blank && (next ?? Cell.blank) == Cell.blank }

  package var isMoving: Bool { next != nil }
}
