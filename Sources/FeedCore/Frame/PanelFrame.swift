/// A stats panel at one instant: all that an output needs to draw it.
///
/// All that is on screen has the progress of the opening in it already.
package struct PanelFrame: Hashable, Sendable {
  /// A period that can be chosen.
  package struct Tab: Hashable, Sendable {
    package var name: String
    package var title: String

    package init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// How somebody looks at it.
  package struct View: Hashable, Sendable {
    /// Lines of the body above the upper edge.
    package var scroll = 0
    package var showsHelp = false
    /// What the terminal has said of its colours, behind and of text.
    package var background: Color?
    package var foreground: Color?

    package init(
      scroll: Int = 0, showsHelp: Bool = false, background: Color? = nil,
      foreground: Color? = nil
    ) {
      self.scroll = scroll
      self.showsHelp = showsHelp
      self.background = background
      self.foreground = foreground
    }
  }

  package var title: String
  package var tabs: [Tab]
  /// The index of the period that is shown.
  package var selected: Int
  /// Of the opening, 0…1.
  package var progress: Double
  package var rows: [PanelRow]
  package var view: View
  /// What a person should know of it, in a few words.
  package var notice: String?

  package init(
    title: String, tabs: [Tab] = [], selected: Int = 0, progress: Double = 1,
    rows: [PanelRow] = [], view: View = View(), notice: String? = nil
  ) {
    self.title = title
    self.tabs = tabs
    self.selected = selected
    self.progress = progress
    self.rows = rows
    self.view = view
    self.notice = notice
  }

  package var isMoving: Bool { progress < 1 || rows.contains(where: \.isMoving) }
}

/// One metric of a panel.
package struct PanelRow: Hashable, Sendable {
  package var name: String
  package var title: String
  package var state: MetricState
  /// The colour for that state: of the present value, not of the period's.
  package var color: Color?
  /// The colour of number, bar and chart; nil leaves it to the output.
  package var accent: Color?
  /// What went wrong, for a metric that is stale or in error.
  package var problem: String?
  /// The number for the period as it is on screen; none for a metric in error.
  package var cells: [Cell]
  /// The truth: the number for the period.
  package var value: Reading
  package var shown: Quantity?
  /// The truth, formatted.
  package var label: String
  /// Which number of the period it is: `mean`.
  package var kind: String
  /// The bar's share on screen, 0…1; nil where there is nothing to compare with.
  package var fraction: Double?
  /// More numbers, such as the present value.
  package var facts: [Fact]
  package var chart: PanelChart?
  /// What its source tells of it, line by line.
  package var details: [String] = []
  package var isMoving: Bool

  package struct Fact: Hashable, Sendable {
    /// `now`, `min`, `max`.
    package var name: String
    /// As on screen.
    package var text: String
    /// The truth.
    package var label: String

    package init(name: String, text: String, label: String) {
      self.name = name
      self.text = text
      self.label = label
    }
  }

  package init(
    name: String, title: String, state: MetricState = .normal, color: Color? = nil,
    accent: Color? = nil, problem: String? = nil, cells: [Cell] = [], value: Reading = .missing,
    shown: Quantity? = nil, label: String = "", kind: String = "", fraction: Double? = nil,
    facts: [Fact] = [], chart: PanelChart? = nil, isMoving: Bool = false
  ) {
    self.name = name
    self.title = title
    self.state = state
    self.color = color
    self.accent = accent
    self.problem = problem
    self.cells = cells
    self.value = value
    self.shown = shown
    self.label = label
    self.kind = kind
    self.fraction = fraction
    self.facts = facts
    self.chart = chart
    self.isMoving = isMoving
  }

  /// Whether the number is the present value, too.
  package var isPresent: Bool { kind == "last" || kind == "now" }

  /// The number as a display with one glyph a place shows it, without blanks at its sides.
  package var text: String {
    let glyphs = cells.map(\.visible).drop { $0 == Cell.blank }
    return String(glyphs.prefix((glyphs.lastIndex { $0 != Cell.blank } ?? -1) + 1))
  }
}

/// What a metric was worth in the parts of a period.
package struct PanelChart: Hashable, Sendable {
  package struct Bar: Hashable, Sendable {
    /// Empty where nobody knows a name for it.
    package var label: String
    /// The share of the height on screen, 0…1; nil is a gap.
    package var share: Double?
    package var isPresent: Bool
    /// It has not begun.
    package var isFuture: Bool

    package init(
      label: String, share: Double?, isPresent: Bool = false, isFuture: Bool = false
    ) {
      self.label = label
      self.share = share
      self.isPresent = isPresent
      self.isFuture = isFuture
    }
  }

  /// From the oldest; never empty.
  package var bars: [Bar]
  /// What the full height stands for, formatted.
  package var top: String
  /// What the ground line stands for.
  package var bottom: String

  package init(bars: [Bar], top: String, bottom: String) {
    self.bars = bars
    self.top = top
    self.bottom = bottom
  }
}

/// What a metric was worth in one period, in short: for tooltips, which never move.
package struct PeriodDigest: Hashable, Sendable {
  package var title: String
  /// The number, formatted.
  package var label: String
  /// Smallest and largest, formatted; nil where they say nothing more.
  package var range: String?
  /// The parts, each 0…1, nil for a gap; none when nothing is known of them.
  package var shares: [Double?]

  package init(title: String, label: String, range: String? = nil, shares: [Double?] = []) {
    self.title = title
    self.label = label
    self.range = range
    self.shares = shares
  }
}
