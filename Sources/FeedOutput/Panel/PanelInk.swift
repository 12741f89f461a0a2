import FeedCore

/// The colours of a panel, by what they are for, in as many colours as the terminal has.
struct PanelInk {
  let depth: ColorDepth
  private let foreground: Color
  private let background: Color

  /// What the config says of the background goes before what the terminal says, that before a guess.
  init(_ settings: OutputSettings, _ view: PanelFrame.View) {
    depth = ColorDepth(colors: settings.colors)
    let told = settings.knowsBackground ? nil : view.background
    background = told ?? settings.background
    foreground =
      told == nil
      ? settings.foreground
      : view.foreground ?? (background.luminance < 0.5 ? .white : .black)
  }

  private var hasShades: Bool { depth.hasShades }

  /// Whether an empty part can be told by its background.
  var hasTrough: Bool { hasShades }

  var title: PanelStyle { PanelStyle(isBold: true) }

  /// What is beside the point.
  var faint: PanelStyle {
    hasShades ? PanelStyle(foreground: shade(0.5)) : PanelStyle(isDim: true)
  }

  /// Lines, and places where nothing is.
  var rule: PanelStyle {
    hasShades ? PanelStyle(foreground: shade(0.22)) : PanelStyle(isDim: true)
  }

  var problem: PanelStyle { faint }

  /// A number in a state that wants attention.
  func alert(_ color: Color?) -> PanelStyle { PanelStyle(foreground: color, isBold: true) }

  /// The chosen period.
  var chosen: PanelStyle { PanelStyle(isBold: true, isReversed: true) }

  /// A number in the colour of its row.
  func number(_ accent: Color) -> PanelStyle { PanelStyle(foreground: accent, isBold: true) }

  /// A glyph that has so much of the background in it.
  func faded(_ accent: Color, _ share: Double) -> PanelStyle {
    hasShades
      ? PanelStyle(foreground: accent.mixed(with: background, share: share), isBold: true)
      : PanelStyle(foreground: accent, isBold: true, isDim: share > 0.3)
  }

  /// A bar of the row, at `share` (0…1) of its way from dark to bright.
  ///
  /// In a few steps, which look as good as many and take less to write.
  func bar(_ accent: Color, at share: Double) -> PanelStyle {
    guard hasShades else { return PanelStyle(foreground: accent) }
    let dark = accent.mixed(with: background, share: 0.45)
    let step = (share * Self.steps).rounded() / Self.steps
    return PanelStyle(foreground: dark.mixed(with: accent, share: step))
  }

  private static let steps = 16.0

  /// The same with the empty part of the bar behind it.
  func trough(_ accent: Color, at share: Double) -> PanelStyle {
    var style = bar(accent, at: share)
    if hasShades { style.background = shade(0.12) }
    return style
  }

  /// The part of a chart that is now.
  func present(_ accent: Color, at share: Double) -> PanelStyle {
    guard hasShades else { return PanelStyle(foreground: accent, isBold: true) }
    let bright = accent.mixed(with: foreground, share: 0.45)
    return PanelStyle(foreground: accent.mixed(with: bright, share: 0.3 + 0.7 * share))
  }

  /// The colour of a row: its own, else one of a few that go together.
  func accent(of row: PanelRow, index: Int) -> Color {
    if let accent = row.accent { return accent }
    let palette = background.luminance < 0.5 ? Self.onDark : Self.onLight
    return palette[index % palette.count]
  }

  /// The background with `share` of the text's colour.
  private func shade(_ share: Double) -> Color { background.mixed(with: foreground, share: share) }

  private static let onDark = [
    0x7aa2f7, 0x9ece6a, 0xbb9af7, 0xff9e64, 0x7dcfff, 0xe0af68, 0x73daca, 0xf7a8b8,
  ].map(Color.init(rgb:))
  private static let onLight = [
    0x2e5fd9, 0x4a7a1f, 0x7c3fd0, 0xb15c00, 0x007197, 0x8c6c00, 0x0f7f6b, 0xb03060,
  ].map(Color.init(rgb:))
}

extension Color {
  fileprivate init(rgb: Int) {
    self.init(
      red: UInt8(rgb >> 16 & 0xff), green: UInt8(rgb >> 8 & 0xff), blue: UInt8(rgb & 0xff))
  }

  /// How bright it looks, 0…1.
  ///
  /// *Source:* ITU-R BT.601, 2.5.1 (luma).
  fileprivate var luminance: Double {
    (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)) / 255
  }
}
