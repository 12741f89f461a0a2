package import FeedCore

/// What somebody at a panel wants.
package enum PanelCommand: Hashable, Sendable {
  /// The period at this index.
  case period(Int)
  case refresh
  /// So many lines of the body are above the upper edge.
  case scroll(to: Int)
  case toggleHelp
  case quit
  /// The terminal has said what is behind its text.
  case background(Color)
  case foreground(Color)
}

/// An output that somebody can work with.
///
/// It knows where everything is drawn, and so what a key or a click is meant for.
package protocol InteractiveOutput: Output {
  /// What an input means on what is drawn of `frame`; nil for nothing.
  func command(for input: TerminalInput, on frame: Frame) -> PanelCommand?
}

/// What the keys mean.
enum PanelKeys {
  /// In the order in which help lists them.
  static let help: [(keys: String, does: String)] = [
    ("← → h l Tab", "another period"), ("1 … 9", "the period of that number"),
    ("↑ ↓ j k", "scroll"), ("PgUp PgDn Space", "scroll by a screen"),
    ("Home End g G", "to the top, to the end"), ("r", "ask all sources again"),
    ("click, wheel", "choose a period, scroll"), ("?", "this help"), ("q Esc", "leave"),
  ]

  static func command(
    for key: TerminalInput.Key, on panel: PanelFrame, layout: PanelLayout
  ) -> PanelCommand? {
    let scroll = min(panel.view.scroll, layout.scrollLimit)
    func scrolled(by lines: Int) -> PanelCommand {
      .scroll(to: min(max(scroll + lines, 0), layout.scrollLimit))
    }
    switch key {
    case .escape where panel.view.showsHelp, .character("?"): return .toggleHelp
    case .escape, .character("q"): return .quit
    case .left, .backTab, .character("h"): return period(panel, by: -1)
    case .right, .tab, .character("l"): return period(panel, by: 1)
    case .up, .character("k"): return scrolled(by: -1)
    case .down, .character("j"): return scrolled(by: 1)
    case .pageUp: return scrolled(by: -layout.page)
    case .pageDown, .character(" "): return scrolled(by: layout.page)
    case .home, .character("g"): return .scroll(to: 0)
    case .end, .character("G"): return .scroll(to: layout.scrollLimit)
    case .character("r"): return .refresh
    case .character(let character):
      guard let number = character.wholeNumberValue, panel.tabs.indices.contains(number - 1)
      else { return nil }
      return .period(number - 1)
    case .enter: return nil
    }
  }

  private static func period(_ panel: PanelFrame, by step: Int) -> PanelCommand? {
    let count = panel.tabs.count
    return count > 1 ? .period((panel.selected + step + count) % count) : nil
  }
}
