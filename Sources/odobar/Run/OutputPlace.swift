import FeedCore
import FeedOutput
import FeedSystem

/// What outputs have to know about where they draw.
enum OutputPlace {
  /// What an output of this name needs that draws on a descriptor.
  ///
  /// The environment is that of the process whose descriptor it is, `variables` at least.
  static func settings(
    _ settings: OutputSettings, for name: String, on number: Int32, environment: [String: String]
  ) -> OutputSettings {
    var settings = settings
    if name == "ansi" {
      let size = TerminalSize(of: number)
      settings.columns = size?.columns ?? 0
      settings.rows = size?.rows ?? 0
      settings.colors = colors(environment)
    }
    if name == "i3bar" {
      let client = settings.client ?? client(environment)
      settings.client = client
      // On screens of another scale than 1 swaybar draws lines too low.
      if client == .swaybar {
        settings.drawsLines =
          environment["SWAYSOCK"].flatMap { SwayScreens.areUnscaled(socket: $0) } ?? false
      }
    }
    return settings
  }

  /// What of an environment decides how things are drawn.
  static let variables = ["COLORTERM", "I3SOCK", "NO_COLOR", "SWAYSOCK", "TERM", modeVariable]

  /// The mode that a terminal had before the panel: a panel that goes on with another engine finds
  /// it in that of its own.
  static let modeVariable = "ODOBAR_TERMINAL_MODE"

  /// Which bar has started us: sway says where its socket is under both names, i3 under its own.
  private static func client(_ environment: [String: String]) -> BarClient {
    guard let sway = environment["SWAYSOCK"], !sway.isEmpty else { return .i3bar }
    let i3 = environment["I3SOCK"] ?? ""
    return i3.isEmpty || i3 == sway ? .swaybar : .i3bar
  }

  /// How many colours the terminal shows, as its environment says.
  private static func colors(_ environment: [String: String]) -> Int {
    if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return 0 }
    let term = environment["TERM"] ?? ""
    if term == "dumb" || term.isEmpty { return 0 }
    let depth = environment["COLORTERM"] ?? ""
    if depth == "truecolor" || depth == "24bit" || term.hasSuffix("-direct") { return 1 << 24 }
    return term.contains("256color") ? 256 : 16
  }
}
