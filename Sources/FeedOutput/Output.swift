package import FeedCore

/// A dialect: turns frames into the bytes that one kind of consumer reads.
///
/// An output is a pure function of the frame: equal frames give equal bytes, which is how the
/// engine knows that nothing has to be written.
package protocol Output: Sendable {
  /// What goes out once, in one write, before the first frame.
  var header: [UInt8] { get }

  /// What goes out once when the feed ends by our own doing: restores what `header` changed.
  var trailer: [UInt8] { get }

  /// Appends the whole line for `frame`, its newline included.
  func append(_ frame: Frame, to line: inout [UInt8])

  /// What a line is made of beside its blocks, if a block looks the same whatever is beside it; nil
  /// where lines are drawn as a whole only.
  var seam: Seam? { get }

  /// Appends a block alone; for outputs that have a `seam`.
  func append(block: Block, to line: inout [UInt8])

  /// Frames a second that this kind of consumer is worth, unless the config says otherwise.
  var frameRate: Double { get }

  /// When a line is said once more, if no other has followed; nil for consumers that miss none.
  var repeatsAfter: TimeSpan? { get }

  /// What is written to turn what `old` has drawn into `line`; nil: nothing is known of it.
  ///
  /// Most consumers take a whole line in the place of the last one.
  func change(from old: [UInt8]?, to line: [UInt8]) -> [UInt8]

  /// Whether it draws what metrics were worth in each period, too.
  var showsDetails: Bool { get }

  /// Whether it tells the numbers that are on screen.
  var showsNumbers: Bool { get }

  /// Whether places half-way between two glyphs look any different from places at rest.
  var drawsProgress: Bool { get }
}

extension Output {
  package var header: [UInt8] { [] }
  package var trailer: [UInt8] { [] }
  package var repeatsAfter: TimeSpan? { nil }
  package var showsDetails: Bool { false }
  package var showsNumbers: Bool { false }
  package var seam: Seam? { nil }
  package func append(block: Block, to line: inout [UInt8]) {}
  package func change(from old: [UInt8]?, to line: [UInt8]) -> [UInt8] { line }
}

/// The bytes of a line before, between and after its blocks.
package struct Seam: Hashable, Sendable {
  package let opening: [UInt8]
  package let joint: [UInt8]
  package let closing: [UInt8]

  package init(_ opening: String, _ joint: String, _ closing: String) {
    (self.opening, self.joint) = (Array(opening.utf8), Array(joint.utf8))
    self.closing = Array(closing.utf8)
  }
}

/// A bar that reads the i3bar protocol.
package enum BarClient: String, Hashable, Sendable, CaseIterable {
  case i3bar
  case swaybar

  /// Whether transparent colours show what is behind them; i3bar shows black.
  package var blends: Bool { self == .swaybar }
}

/// What outputs need to know about the place where they draw.
package struct OutputSettings: Hashable, Sendable {
  /// The colour behind the bar, to mix fading glyphs with where there is no transparency.
  package var background: Color
  /// The bar's own text colour, for blocks that set none.
  package var foreground: Color
  /// How many colours a terminal shows: 0, 16, 256 or 16,777,216.
  package var colors: Int
  /// Between blocks, in outputs that have no separators of their own.
  package var separator: String
  /// How far a wheel moves a glyph, in 1/1024 of a device pixel.
  ///
  /// 0.53 of the font's pixel size keeps the height of a line. 0 moves nothing and writes no markup
  /// that Pango before 1.50 does not know.
  package var rise: Int
  /// The width that a terminal's line is cut to, in columns; 0 cuts nothing.
  package var columns: Int
  /// The height of a terminal in rows; 0: unknown.
  package var rows: Int
  /// Whether lines over, through and under glyphs come out where they belong.
  package var drawsLines: Bool
  /// Whether `background` is known, not guessed.
  package var knowsBackground: Bool
  /// Whether `foreground` is known, not guessed.
  package var knowsForeground: Bool
  /// What reads the i3bar protocol; nil where nobody knows, which is taken for i3bar.
  package var client: BarClient?

  package init(
    background: Color = .black, foreground: Color = .white, colors: Int = 1 << 24,
    separator: String = " │ ", rise: Int = 7000, columns: Int = 0, rows: Int = 0,
    drawsLines: Bool = true, knowsBackground: Bool = false, knowsForeground: Bool = false,
    client: BarClient? = nil
  ) {
    self.background = background
    self.foreground = foreground
    self.colors = colors
    self.separator = separator
    self.rise = rise
    self.columns = columns
    self.rows = rows
    self.drawsLines = drawsLines
    self.knowsBackground = knowsBackground
    self.knowsForeground = knowsForeground
    self.client = client
  }
}
