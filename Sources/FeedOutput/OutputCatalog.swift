package import FeedCore

/// Makes one kind of output for a place.
package struct OutputMaker: Sendable {
  private let make: @Sendable (OutputSettings) -> any Output

  init(_ make: @escaping @Sendable (OutputSettings) -> any Output) { self.make = make }

  package func callAsFunction(_ settings: OutputSettings) -> any Output { make(settings) }
}

extension Catalog<OutputMaker> {
  /// The dialects in which the panel is drawn.
  package static var panelOutputs: Catalog<OutputMaker> {
    Catalog(
      kind: "output",
      entries: [
        .init(
          name: "ansi", summary: "the whole of a terminal, of which only what changes is drawn",
          choice: OutputMaker { TerminalPanelOutput(settings: $0) }),
        .init(
          name: "plain", summary: "a plain table",
          choice: OutputMaker { _ in TablePanelOutput() }),
        .init(
          name: "json", summary: "a JSON object a frame",
          choice: OutputMaker { _ in JSONPanelOutput() }),
      ])
  }

  /// The dialects that a feed can speak.
  package static var outputs: Catalog<OutputMaker> {
    Catalog(
      kind: "output",
      entries: [
        .init(
          name: "i3bar", summary: "the i3bar protocol, for i3bar and swaybar",
          choice: OutputMaker { I3barOutput(settings: $0) }),
        .init(
          name: "waybar", summary: "a JSON object a line, for a custom module of waybar",
          choice: OutputMaker { WaybarOutput(settings: $0) }),
        .init(
          name: "tmux", summary: "a string a line with tmux's styles, for #(…) in its status line",
          choice: OutputMaker { TmuxOutput(settings: $0) }),
        .init(
          name: "ansi", summary: "one line that is redrawn in its place, for a terminal",
          choice: OutputMaker { ANSIOutput(settings: $0) }),
        .init(
          name: "plain", summary: "a line of plain text a frame",
          choice: OutputMaker { PlainOutput(settings: $0) }),
        .init(
          name: "json", summary: "a JSON object a frame, for widgets",
          choice: OutputMaker { _ in JSONOutput() }),
      ])
  }
}
