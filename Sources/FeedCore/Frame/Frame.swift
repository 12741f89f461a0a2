/// A bar at one instant: all that an output needs to draw it.
package struct Frame: Hashable, Sendable {
  package var blocks: [Block]
  /// For a feed that shows the panel, which has no blocks.
  package var panel: PanelFrame?

  package init(blocks: [Block] = [], panel: PanelFrame? = nil) {
    self.blocks = blocks
    self.panel = panel
  }

  package var isMoving: Bool { blocks.contains { $0.isMoving } || panel?.isMoving == true }
}

/// How well a metric is doing; colours and classes follow it.
package enum MetricState: String, Hashable, Sendable, CaseIterable {
  case normal
  case warning
  case critical
  /// The last value is old: its source failed or is late.
  case stale
  /// There is no value that could be shown.
  case error
  case disabled
}

/// One metric of a bar at one instant.
package struct Block: Hashable, Sendable {
  /// The metric's name in the config.
  package var name: String
  /// What is drawn, from left to right.
  package var pieces: [Piece]
  /// What is drawn instead where room is short; nil when there is no shorter form.
  package var shortPieces: [Piece]?
  /// Whether the number may be narrower in the same unit, in proportional fonts.
  package var isNumberVarying = false
  package var state: MetricState
  package var style: BlockStyle
  /// The truth: the value that the metric has, whatever is on screen.
  package var value: Reading
  /// The number on screen; equal to `value` at rest.
  package var shown: Quantity?
  /// The target, formatted, never an intermediate: for assistive technology and tooltips.
  package var label: String
  /// The metric's title in the config, else its name.
  package var title: String
  /// The gauge's share on screen, 0…1; nil when the metric has no range.
  package var fraction: Double?
  /// The true share, 0…1.
  package var targetFraction: Double?
  /// What went wrong, for a metric that is stale or in error.
  package var problem: String?
  package var isMoving: Bool
  /// What the metric was worth in each period, for outputs that show details.
  package var periods: [PeriodDigest] = []
  /// The time of day of the value, for those outputs: `14:03`.
  package var asOf: String?
  /// What its source wants to be told of it, in lines, for outputs that show details.
  package var tooltip: String?
  /// Classes that its source gives it, for outputs that are styled by them.
  package var classes: [String] = []
  /// The word by which its source wants an icon chosen, for outputs that do so.
  package var alternative: String?
  /// What another generator wrote, for outputs of its dialect.
  package var foreign: ForeignPicture?

  package init(
    name: String, pieces: [Piece], shortPieces: [Piece]? = nil, state: MetricState = .normal,
    style: BlockStyle = BlockStyle(), value: Reading = .missing, shown: Quantity? = nil,
    label: String = "", title: String = "", fraction: Double? = nil,
    targetFraction: Double? = nil, problem: String? = nil, isMoving: Bool = false
  ) {
    self.name = name
    self.pieces = pieces
    self.shortPieces = shortPieces
    self.state = state
    self.style = style
    self.value = value
    self.shown = shown
    self.label = label
    self.title = title
    self.fraction = fraction
    self.targetFraction = targetFraction
    self.problem = problem
    self.isMoving = isMoving
  }

  /// The cells of the block's readouts, from the left.
  package var cells: [Cell] {
    pieces.flatMap { piece -> [Cell] in
      guard case .readout(let cells) = piece else { return [] }
      return cells
    }
  }

  /// The readouts as a display with one glyph a place shows them, without blanks at the left.
  package var text: String {
    let cells = cells
    guard cells.isEmpty else { return String(cells.map(\.visible).drop { $0 == Cell.blank }) }
    // A block that has no number says what it says: an error, or the words of its source.
    return pieces.map { piece in
      switch piece {
      case .text(let text), .tinted(let text): text
      case .readout, .gauge, .chart, .control: ""
      }
    }.joined()
  }
}
