import FeedCore
import Testing

/// Frames that show all that outputs have to draw, by name.
enum Gallery {
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    let frame: Frame
    var testDescription: String { name }

    init(_ name: String, _ blocks: Block...) {
      self.name = name
      frame = Frame(blocks: blocks)
    }
  }

  /// A block with all that is told of it in the periods of a panel.
  static var detailed: Block {
    var block = cpu
    block.asOf = "14:03"
    block.periods = [
      PeriodDigest(
        title: "Today", label: "32%", range: "0%–98%",
        shares: [0, 0.001, nil, 0.5, 1] + Array(repeating: 0.25, count: 19)),
      PeriodDigest(title: "This week", label: "8%", shares: [0.5, 1]),
      PeriodDigest(title: "<b>日本</b>", label: "100%", range: "1%–100%"),
    ]
    return block
  }

  static let pictures: [Picture] =
    [
      Picture("nothing"),
      Picture("at rest", cpu, clock),
      Picture("with details", detailed, clock),
      Picture("nothing to draw", Block(name: "gone", pieces: [.text(""), .readout([])]), clock),
    ] + motions + looks + tiles + hostile

  // MARK: - Blocks

  static let cpu = Block(
    name: "cpu", pieces: [.text("CPU "), readout(" 42%")], shortPieces: [readout("42%")],
    value: .number(.integer(42)), shown: .integer(42), label: "42%", title: "Processor",
    fraction: 0.42, targetFraction: 0.42)

  static let clock = Block(
    name: "clock", pieces: [readout("09:59")], value: .text("09:59"), label: "09:59",
    title: "clock")

  static func moving(
    _ look: Cell.Look, _ from: String, _ to: String, _ progress: Double..., color: Color? = nil
  ) -> Block {
    let cells = zip(zip(from, to), progress).map { glyphs, progress in
      Cell(glyphs.0, next: glyphs.1, progress: progress, look: look)
    }
    return Block(
      name: "sales", pieces: [.readout([Cell("$")] + cells)], style: BlockStyle(color: color),
      value: .number(.integer(1300)), shown: .real(1299.5), label: "$1,300", title: "Sales",
      isMoving: true)
  }

  static func readout(_ text: String) -> Piece { .readout(text.map { Cell($0) }) }

  static let green = Color(red: 0xa3, green: 0xbe, blue: 0x8c)
  static let red = Color(red: 0xbf, green: 0x61, blue: 0x6a)
  static let slate = Color(red: 0x2e, green: 0x34, blue: 0x40)

  // MARK: - Parts

  private static let motions =
    [("wheel", Cell.Look.wheel), ("flap", .flap), ("fade", .fade)].flatMap { name, look in
      [0, 0.1, 0.25, 0.4, 0.49, 0.5, 0.6, 0.75, 0.99, 1].map { progress in
        Picture("\(name) \(progress)", moving(look, "9", "0", progress))
      } + [
        Picture("\(name) in a colour", moving(look, "9", "0", 0.25, color: green)),
        Picture("\(name) of two in step", moving(look, "99", "00", 0.25, 0.25)),
        Picture("\(name) that ripples", moving(look, "1299", "1300", 0, 0.1, 0.45, 0.8)),
        Picture("\(name) out of a blank", moving(look, " ", "1", 0.25)),
        Picture("\(name) into a blank", moving(look, "1", " ", 0.75)),
      ]
    }

  private static let looks: [Picture] =
    [0, 0.001, 0.3, 0.5, 0.999, 1, 2].map { fraction in
      Picture("gauge \(fraction)", gauge(fraction, BlockStyle()))
    } + [
      Picture(
        "gauge in colours", gauge(0.55, BlockStyle(color: .white, background: slate, accent: green))
      ),
      Picture("gauge of blocks", gauge(0.55, BlockStyle(accent: green, gaugeStyle: .blocks))),
      Picture(
        "gauge of blocks that is urgent",
        gauge(0.001, BlockStyle(background: slate, isUrgent: true, gaugeStyle: .blocks))),
      Picture("gauges of blocks, empty and full", blocks(0), blocks(1), clock),
      Picture("gauge of blocks with a short form", short(blocks(0.5), readout("50%"))),
      Picture("chart", chart([0, 0.01, 0.25, 0.5, 0.75, 1], width: 6)),
      Picture("chart that is too long", chart([1, 1, 1, 0.5, 0.25], width: 2)),
      Picture("chart with gaps", chart([0.5, nil, .nan, 1], width: 8)),
      Picture("states", states[0], states[1], states[2], states[3], states[4], states[5]),
      Picture("urgent", urgent, clock),
      Picture("stepper", stepper(), clock),
      Picture("stepper at its lower end", stepper(minus: false), clock),
      Picture("stepper at its upper end", stepper(plus: false, hasSeparator: false), clock),
      Picture("stepper that cannot move", stepper(minus: false, plus: false, color: green)),
      Picture("stepper that is urgent", stepper(minus: false, isUrgent: true)),
      Picture("stepper with a short form", short(stepper(), readout("42"), clock.pieces[0])),
      Picture("stepper that is shorter in parts", short(stepper(), minus, readout("42"), plus)),
      Picture("stepper in its short form only", short(cpu, minus, readout("42"))),
      Picture("stepper in a width", wide(stepper(), .left), wide(stepper(), .right), clock),
      Picture("no separator", glued, clock),
      Picture("aligned", aligned(.left), aligned(.center), aligned(.right)),
    ]

  private static func blocks(_ fraction: Double) -> Block {
    gauge(fraction, BlockStyle(gaugeStyle: .blocks))
  }

  private static let states = MetricState.allCases.map { state in
    Block(
      name: state.rawValue, pieces: [readout("7")], state: state,
      style: BlockStyle(color: state == .critical ? red : nil),
      value: state == .error ? .missing : .number(.integer(7)),
      shown: state == .error ? nil : .integer(7), label: "7", title: state.rawValue,
      problem: state == .error ? "exited with 3" : nil)
  }

  private static var urgent: Block {
    var block = moving(.wheel, "9", "0", 0.25, color: green)
    block.style.isUrgent = true
    return block
  }

  private static let glued = Block(
    name: "glued", pieces: [.text("A")], style: BlockStyle(hasSeparator: false), label: "A",
    title: "glued")

  private static func aligned(_ align: BlockStyle.Align) -> Block {
    Block(
      name: "aligned", pieces: [.text("日"), readout("7")],
      style: BlockStyle(minimumWidth: 6, align: align), label: "7", title: "aligned")
  }

  static func stepper(
    minus: Bool = true, plus: Bool = true, isUrgent: Bool = false, hasSeparator: Bool = true,
    color: Color? = nil
  ) -> Block {
    Block(
      name: "stepper",
      pieces: [
        .text("VOL "), .control(Control(part: "minus", text: "−", isEnabled: minus)), .text(" "),
        .readout([Cell("4"), Cell("2", next: "3", progress: 0.25, look: .wheel)]), .text(" "),
        .control(Control(part: "plus", text: "+", isEnabled: plus)),
      ], style: BlockStyle(color: color, isUrgent: isUrgent, hasSeparator: hasSeparator),
      value: .number(.integer(43)), shown: .integer(42), label: "43", title: "Volume",
      isMoving: true)
  }

  private static let minus = Piece.control(Control(part: "minus", text: "<", isEnabled: true))
  private static let plus = Piece.control(Control(part: "plus", text: ">", isEnabled: false))

  static func short(_ block: Block, _ pieces: Piece...) -> Block {
    var block = block
    block.shortPieces = pieces
    return block
  }

  private static func wide(_ block: Block, _ align: BlockStyle.Align) -> Block {
    var block = block
    block.style.minimumWidth = 12
    block.style.align = align
    return block
  }

  private static func gauge(_ fraction: Double, _ style: BlockStyle) -> Block {
    Block(
      name: "gauge", pieces: [.text("["), .gauge(fraction: fraction, width: 8), .text("]")],
      style: style, value: .number(.real(fraction)), shown: .real(fraction), label: "gauge",
      title: "gauge", fraction: fraction, targetFraction: fraction)
  }

  private static func chart(_ values: [Double?], width: Int) -> Block {
    Block(
      name: "chart", pieces: [.text("["), .chart(values, width: width), .text("]")],
      label: "chart", title: "chart")
  }

  private static let hostile: [Picture] = [
    "markup <b>&amp;</b> '\"'", "hashes # ## ###[ #[ #(rm) #{pane_id} #S #,#} #",
    "percent %H %% \\ \\n {} $HOME `id`", "controls \u{1b}[31m\u{7} a\u{0}b\u{7f}\u{9b}c",
    "lines a\nb\r\nc\u{2028}d\u{85}e\tf", "direction \u{202e}abc\u{202c} \u{2066}d\u{2069}",
    "others \u{fffe}\u{1fffe} 日本 e\u{301} 👩‍👩‍👧 🇳🇴 ﬁ",
  ].map { text in
    Picture(
      "hostile \(text.prefix { $0 != " " })",
      Block(
        name: text, pieces: [.text(text), readout(text), .text("#"), readout("[1")],
        shortPieces: [.text(text)],
        style: BlockStyle(color: green), value: .text(text), label: text, title: text,
        problem: text),
      moving(.fade, "9", "0", 0.25))
  }
}
