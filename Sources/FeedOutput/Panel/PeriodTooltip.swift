import FeedCore

/// What a metric was worth in each period, as lines of Pango markup in a JSON string.
///
/// Columns stand under each other: the periods are in the font of a fixed width.
struct PeriodTooltip {
  let block: Block

  private static let chartWidth = 12

  func append(to line: inout [UInt8]) {
    line.append("<b>")
    line.append(pango: block.title)
    line.append("</b>  ")
    line.append(pango: block.label)
    if let asOf = block.asOf {
      line.append("  <small>")
      line.append(pango: asOf)
      line.append("</small>")
    }
    if let problem = block.problem, problem != block.label {
      line.append("\\n⚠ ")
      line.append(pango: problem)
    }
    line.append("<tt>")
    let titleWidth = block.periods.map { CellWidth.of($0.title) }.max() ?? 0
    let labelWidth = block.periods.map { CellWidth.of($0.label) }.max() ?? 0
    for period in block.periods {
      line.append("\\n")
      line.append(pango: period.title)
      pad(period.title, to: titleWidth + 2, &line)
      pad(period.label, to: labelWidth, &line)
      line.append(pango: period.label)
      if !period.shares.isEmpty {
        line.append("  ")
        appendChart(of: period, to: &line)
      }
      if let range = period.range {
        line.append("  ")
        line.append(pango: range)
      }
    }
    line.append("</tt>")
  }

  /// As wide for every period, so that what follows stands in a column.
  private func appendChart(of period: PeriodDigest, to line: inout [UInt8]) {
    let shares = Self.merged(period.shares, to: Self.chartWidth)
    for share in shares {
      let eighths = PanelChartDrawing.eighths(share ?? .nan, height: 1)
      line.append(pango: eighths > 0 ? Sparkline.glyph(eighths) : "·")
    }
    for _ in shares.count..<Self.chartWidth { line.append(" ") }
  }

  /// At most `count` shares, each the largest of those that it stands for.
  static func merged(_ shares: [Double?], to count: Int) -> [Double?] {
    let parts = max((shares.count + count - 1) / count, 1)
    return stride(from: 0, to: shares.count, by: parts).map { start in
      shares[start..<min(start + parts, shares.count)].compactMap(\.self).max()
    }
  }

  private func pad(_ text: String, to width: Int, _ line: inout [UInt8]) {
    for _ in 0..<max(width - CellWidth.of(text), 0) { line.append(" ") }
  }
}
