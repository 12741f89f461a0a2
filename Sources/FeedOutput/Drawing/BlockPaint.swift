import FeedCore

/// The colours of one block, with the bar's own in place of those that the block leaves open.
struct BlockPaint {
  /// nil: the bar's own.
  let foreground: Color?
  /// nil: the bar's own.
  let background: Color?
  /// The filled part of gauges and charts; nil: as the text.
  let accent: Color?
  /// The unfilled part of gauges.
  let trough: Color
  /// The text of controls that do nothing now.
  let muted: Color
  private let ink: Color
  private let ground: Color

  init(_ style: BlockStyle, settings: OutputSettings) {
    foreground = style.color
    background = style.background
    accent = style.accent ?? style.color
    ink = style.color ?? settings.foreground
    ground = style.background ?? settings.background
    trough = ground.mixed(with: ink, share: 0.2)
    muted = ink.mixed(with: ground, share: Self.muting)
  }

  /// The share of the background in what is muted, 0…1.
  static let muting = 0.65

  /// The text's colour with `share` (0…1) of what is behind it.
  func faded(_ share: Double) -> Color { ink.mixed(with: ground, share: share) }
}
