import FeedCore

/// A JSON object a line for one of waybar's custom modules.
///
/// The tooltip and the classes hold still while the text moves: waybar restarts the tooltip's delay
/// and its styling whenever they change. A frame without blocks has an empty text, which hides the
/// module until the next text.
struct WaybarOutput: Output {
  let settings: OutputSettings

  let frameRate = 15.0
  let showsDetails = true
  let drawsProgress = true

  func append(_ frame: Frame, to line: inout [UInt8]) {
    if frame.blocks.count == 1, let picture = frame.blocks[0].foreign,
      picture.block.dialect == .waybar
    {
      ForeignWriter(picture, frame.blocks[0].style, .transparent, settings).append(to: &line)
      return line.append("\n")
    }
    line.append("{\"text\":\"")
    appendText(of: frame, to: &line)
    line.append("\",\"alt\":")
    line.append(json: frame.alternative ?? frame.worstState.rawValue)
    line.append(",\"tooltip\":\"")
    appendTooltip(of: frame, to: &line)
    line.append("\",\"class\":[")
    appendClasses(of: frame, to: &line)
    line.append("],\"percentage\":")
    line.append(decimal: frame.percentage)
    line.append("}\n")
  }

  private func appendText(of frame: Frame, to line: inout [UInt8]) {
    var writer = PangoWriter(settings: settings, start: line.count)
    var gap = ""
    for block in frame.blocks where !block.isEmpty {
      line.append(pango: gap)
      gap = block.gap(settings.separator)
      let paint = BlockPaint(block.style, settings: settings)
      let ink = PangoInk(foreground: paint.foreground, background: paint.background)
      let padding = block.padding
      ink.open(in: &line)
      for _ in 0..<padding.before { line.append(pango: Cell.blank) }
      writer.append(
        block.pieces, of: block.style, paint: paint, fading: .transparent, to: &line)
      for _ in 0..<padding.after { line.append(pango: Cell.blank) }
      ink.close(in: &line)
    }
    writer.finish(&line)
  }

  /// One line a block and one for each period, from the truth only, never from what is on screen.
  private func appendTooltip(of frame: Frame, to line: inout [UInt8]) {
    var isFirst = true
    for block in frame.blocks where !block.isEmpty {
      if !isFirst { line.append("\\n") }
      isFirst = false
      if let tooltip = block.tooltip, block.problem == nil {
        append(tooltip, to: &line)
        continue
      }
      guard block.periods.isEmpty else {
        PeriodTooltip(block: block).append(to: &line)
        continue
      }
      line.append(pango: block.title)
      line.append(": ")
      line.append(pango: block.label)
      appendDoubts(about: block, to: &line)
    }
  }

  /// What is wrong with a value, and of when it is.
  private func appendDoubts(about block: Block, to line: inout [UInt8]) {
    let problem = block.problem == block.label ? nil : block.problem
    guard problem != nil || block.asOf != nil else { return }
    line.append(" (")
    if let problem {
      line.append(pango: problem)
      if block.asOf != nil { line.append("; ") }
    }
    if let asOf = block.asOf {
      line.append("value of ")
      line.append(pango: asOf)
    }
    line.append(")")
  }

  /// A source's own words, in lines.
  private func append(_ tooltip: String, to line: inout [UInt8]) {
    for (index, part) in tooltip.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { line.append("\\n") }
      line.append(pango: String(part))
    }
  }

  private func appendClasses(of frame: Frame, to line: inout [UInt8]) {
    var isFirst = true
    func append(_ name: String) {
      line.append(isFirst ? "" : ",")
      line.append(json: name)
      isFirst = false
    }
    for state in MetricState.allCases where frame.blocks.contains(where: { $0.state == state }) {
      append(state.rawValue)
    }
    if frame.blocks.contains(where: \.style.isUrgent) { append("urgent") }
    if frame.isMoving { append("moving") }
    let known = Set(MetricState.allCases.map(\.rawValue) + ["urgent", "moving"])
    var own: Set<String> = []
    for name in frame.blocks.flatMap(\.classes) where !known.contains(name) {
      if own.insert(name).inserted { append(name) }
    }
  }
}

extension Frame {
  /// The state that wants the most attention.
  fileprivate var worstState: MetricState {
    blocks.map(\.state).max { $0.severity < $1.severity } ?? .normal
  }

  /// The word of a source that is alone here.
  fileprivate var alternative: String? { blocks.count == 1 ? blocks[0].alternative : nil }

  /// The true share of the first block that has one, 0…100.
  fileprivate var percentage: Int {
    guard let share = blocks.lazy.compactMap(\.targetFraction).first, share > 0 else { return 0 }
    return Int((min(share, 1) * 100).rounded())
  }
}

extension MetricState {
  fileprivate var severity: Int {
    switch self {
    case .normal: 0
    case .disabled: 1
    case .stale: 2
    case .warning: 3
    case .critical: 4
    case .error: 5
    }
  }
}
