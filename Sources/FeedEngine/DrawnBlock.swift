import FeedCore
import FeedOutput

/// A block as a feed drew it last, so that only what has changed since is composed and written anew.
struct DrawnBlock: Sendable {
  /// All that a block depends on, but for the time.
  struct Basis: Hashable, Sendable {
    /// That of the metric.
    var version: Int
    /// That of the fields of its source, where it shows any.
    var fields = 0
    /// That of what metrics were worth in each period, where it shows that.
    var digests = 0
    /// The minute of its value, where it shows that.
    var minute: WallTime?
  }

  /// nil: nothing is known yet.
  var basis: Basis?
  var block = Block(name: "", pieces: [])
  /// Its metric is left out now.
  var isHidden = false
  /// It was drawn at rest: it stays as it is until its basis changes.
  var isAtRest = false
  /// What the output made of it, where it draws blocks one by one.
  var bytes: [UInt8] = []
}

extension Engine {
  /// The line a feed would get at `now`.
  mutating func line(forFeed place: Int, at now: Instant) -> [UInt8] {
    guard feeds[place].subject != .panel, feeds[place].streams.isEmpty,
      feeds[place].failures.isEmpty, configFault == nil
    else { return line(for: feeds[place], at: now) }
    refreshBlocks(ofFeed: place, at: now)
    let output = feeds[place].output
    var line = room(for: feeds[place])
    if let seam = output.seam {
      line.append(contentsOf: seam.opening)
      var isFirst = true
      for drawn in feeds[place].drawn where !drawn.isHidden {
        if !isFirst { line.append(contentsOf: seam.joint) }
        isFirst = false
        line.append(contentsOf: drawn.bytes)
      }
      line.append(contentsOf: seam.closing)
    } else {
      output.append(
        Frame(blocks: feeds[place].drawn.compactMap { $0.isHidden ? nil : $0.block }), to: &line)
    }
    return line
  }

  /// Brings the blocks that a feed drew last up to `now`.
  private mutating func refreshBlocks(ofFeed place: Int, at now: Instant) {
    let opening = openingProgress(at: now)
    let output = feeds[place].output
    let isPiecewise = output.seam != nil
    let showsDetails = output.showsDetails
    var blocks = feeds[place].takeDrawn()
    let indices = feeds[place].metrics
    // Of metrics at rest no more is looked at than stored properties: a call would copy all of them.
    for (position, index) in indices.enumerated() {
      var basis = DrawnBlock.Basis(version: metrics[index].version)
      if showsDetails || metrics[index].quotesFields || metrics[index].isUnfolded {
        extend(&basis, of: index, showsDetails: showsDetails)
      }
      let isAtRest =
        opening == nil
        ? metrics[index].movesUntil <= now || metrics[index].health.isFailure
        : metrics[index].isAtRest(at: now, opening: opening)
      if blocks[position].basis == basis {
        if blocks[position].isHidden || (isAtRest && blocks[position].isAtRest) { continue }
        metrics[index].move(
          &blocks[position].block, to: now, opening: opening, showsNumbers: output.showsNumbers)
      } else {
        blocks[position].basis = basis
        blocks[position].isHidden = metrics[index].isHidden
        if blocks[position].isHidden { continue }
        blocks[position].block = composed(index, for: output, at: now, opening: opening)
      }
      blocks[position].isAtRest = isAtRest
      guard isPiecewise else { continue }
      blocks[position].bytes.removeAll(keepingCapacity: true)
      output.append(block: blocks[position].block, to: &blocks[position].bytes)
    }
    feeds[place].putBack(blocks)
  }

  /// What a block depends on beside its metric.
  private func extend(_ basis: inout DrawnBlock.Basis, of index: Int, showsDetails: Bool) {
    if metrics[index].quotesFields, let source = metrics[index].source {
      basis.fields = sources[source].version
    }
    if showsDetails || metrics[index].isUnfolded { basis.digests = panel.digestsVersion }
    if showsDetails { basis.minute = panel.reported[index]?.floored(to: 60) }
  }

  /// The block of a metric for an output, composed anew.
  func composed(
    _ index: Int, for output: any Output, at now: Instant, opening: Double?
  ) -> Block {
    let fields = metrics[index].source.map { sources[$0].fields } ?? [:]
    let builder = BlockBuilder(
      now: now, opening: opening, fields: fields,
      periods: metrics[index].isUnfolded ? panel.digests[index] ?? [] : [])
    var block = builder.block(for: metrics[index])
    if output.showsDetails { addDetails(to: &block, index) }
    return block
  }
}

extension Metric.Health {
  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

extension Metric {
  /// Whether it looks the same at any later moment, unless something happens to it.
  func isAtRest(at now: Instant, opening: Double?) -> Bool {
    health.isFailure || (!isMoving(at: now) && multiplier(opening) == nil)
  }

  /// Brings the parts of its block that move up to `now`: all else is as when it was composed.
  func move(_ block: inout Block, to now: Instant, opening: Double?, showsNumbers: Bool) {
    if health.isFailure { return }
    if showsNumbers { block.shown = number(at: now, opening: opening) }
    let fraction = fraction(at: now, opening: opening)
    block.fraction = fraction
    block.isMoving = !isAtRest(at: now, opening: opening)
    move(&block.pieces, to: now, opening, fraction)
    guard var short = block.shortPieces else { return }
    block.shortPieces = nil
    move(&short, to: now, opening, fraction)
    block.shortPieces = short
  }

  private func move(
    _ pieces: inout [Piece], to now: Instant, _ opening: Double?, _ fraction: Double?
  ) {
    for index in pieces.indices {
      switch pieces[index] {
      case .readout: pieces[index] = .readout(readout(at: now, opening: opening))
      case .gauge(_, let width): pieces[index] = .gauge(fraction: fraction ?? 0, width: width)
      case .chart(_, let width):
        pieces[index] = .chart(chart(at: now, opening: opening), width: width)
      case .text, .tinted, .control: break
      }
    }
  }
}
