import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin

/// Sources whose blocks a bar shows as they are, but that the numbers in them move.
extension Engine {
  // MARK: Blocks

  /// Takes in what a report says beside its fields.
  mutating func takeForeign(_ reports: [Report], of index: Int, asked: Instant?, at now: Instant) {
    for report in reports {
      if let header = report.header { take(header, of: index) }
    }
    guard isShownWhole(index), let report = reports.last(where: { $0.header == nil }) else {
      return
    }
    let blocks = report.blocks ?? report.fields.compactMap(Self.block)
    lay(blocks, of: index, asked: asked, at: now)
  }

  /// Whether a bar shows all that a source says.
  private func isShownWhole(_ index: Int) -> Bool {
    let name = sources[index].configuration.name
    return metricIndices[name] == nil
      && configuration.bars.contains { $0.metrics.contains(name) }
  }

  /// A field of a source that does not speak in blocks.
  private static func block(of field: Report.Field) -> ForeignBlock? {
    guard case .text(let text) = field.reading, !text.isEmpty else { return nil }
    return ForeignBlock(text: text)
  }

  private mutating func lay(
    _ blocks: [ForeignBlock], of index: Int, asked: Instant?, at now: Instant
  ) {
    let old = sources[index].foreign.slots
    guard !old.map(\.block).elementsEqual(blocks) else { return }
    var free = old
    var slots: [ForeignBar.Slot?] = blocks.map { _ in nil }
    for (place, pair) in ForeignMatching.pairs(old.map(\.block), blocks).enumerated() {
      guard let pair else { continue }
      slots[place] = old[pair]
      free.removeAll { $0.full == old[pair].full }
    }
    for spare in free.flatMap({ [$0.full, $0.short] }) {
      metrics[spare].settle()
      spareMetrics.append(spare)
    }
    sources[index].foreign.slots = zip(slots, blocks).map { slot, block in
      let slot = slot ?? ForeignBar.Slot(block: block, full: newMetric(), short: newMetric())
      say(block.fullText, of: block, by: slot.full, asked: asked, at: now)
      say(block.shortText, of: block, by: slot.short, asked: asked, at: now)
      return ForeignBar.Slot(block: block, full: slot.full, short: slot.short)
    }
    changed(asked: asked)
  }

  /// A metric without a past.
  private mutating func newMetric() -> Int {
    let metric = Metric(configuration.wrap.metric, source: nil)
    if let spare = spareMetrics.popLast() {
      metrics[spare] = metric
      return spare
    }
    metrics.append(metric)
    return metrics.count - 1
  }

  private mutating func say(
    _ text: ForeignBlock.Text?, of block: ForeignBlock, by index: Int, asked: Instant?,
    at now: Instant
  ) {
    var facts = Metric.Facts()
    facts.isMarkup = block.isMarkup
    facts.rules = configuration.wrap.rules.narrowed(to: block.names)
    // What cannot be taken apart is not touched.
    facts.holdsStill =
      block.isMarkup && !(text.map { ForeignMarkup.isWellFormed($0.text) } ?? true)
    _ = metrics[index].learn(facts)
    set(index, text.map { .text($0.text) } ?? .missing, cause: .data, asked: asked, at: now)
  }

  /// Lays blocks out that another engine has laid out before.
  mutating func layAgain(of index: Int, at now: Instant) {
    let blocks = sources[index].foreign.slots.map(\.block)
    sources[index].foreign.slots = []
    guard isShownWhole(index) else { return }
    lay(blocks, of: index, asked: nil, at: now)
  }

  /// The blocks of a source at a moment, and what is wrong with it.
  func foreignBlocks(of index: Int, at now: Instant) -> [Block] {
    let source = sources[index]
    let name = source.configuration.name
    let blocks = source.foreign.slots.map { slot in
      ForeignBuilder(slot: slot, full: metrics[slot.full], short: metrics[slot.short], now: now)
        .block(named: name)
    }
    switch source.health {
    case .fine: return blocks
    case .stale(let problem): return blocks + [Self.block(name: name, problem: problem)]
    case .failed(let problem): return [Self.block(name: name, problem: problem)]
    }
  }

  private static func block(name: String, problem: String) -> Block {
    var style = BlockStyle()
    style.isUrgent = true
    let text = BlockBuilder.errorText(title: name, problem: problem)
    return Block(
      name: name, pieces: [.text(text)], state: .error, style: style, label: problem, title: name,
      problem: problem)
  }

  // MARK: What it wants

  private mutating func take(_ header: StreamHeader, of index: Int) {
    let isNew = sources[index].foreign.header == nil
    sources[index].foreign.header = header
    guard isNew else { return }
    // The array of clicks begins at once and never ends.
    if header.readsClicks { effects.append(.send(sources[index].id, "[")) }
    settleRest(of: index)
  }

  /// Has a source rest as long as nobody looks, with the signals that it wants for that.
  mutating func settleRest(of index: Int) {
    // One that promises reports would be taken for dead.
    guard let header = sources[index].foreign.header, header.stopSignal != 0,
      sources[index].configuration.interval == nil
    else { return }
    let rests = !sources[index].supervision.isAttended
    guard rests != sources[index].foreign.rests else { return }
    sources[index].foreign.rests = rests
    let signal = rests ? header.stopSignal : header.continueSignal
    if signal != 0 { effects.append(.signal(sources[index].id, signal)) }
  }

  // MARK: Clicks

  /// Passes a click on to the source whose block it is on; false where it is on none.
  mutating func pass(_ click: ClickEvent, from id: FeedID?, at now: Instant) -> Bool {
    guard let feed = feeds.first(where: { $0.id == id }), !feed.streams.isEmpty else {
      return false
    }
    if let name = click.metric, let own = metricIndices[name], feed.metrics.contains(own) {
      return false
    }
    let found = feed.streams.first { stream in
      sources[stream.source].foreign.slots.contains {
        $0.block.name == click.metric
          && (click.instance == nil || $0.block.instance == click.instance)
      }
    }
    let index = (found ?? feed.streams[0]).source
    if found == nil, click.metric == sources[index].configuration.name,
      sources[index].health != .fine
    {
      // On what says that it has failed: once more, at once.
      supervise(index, .refresh, at: now)
      return true
    }
    guard sources[index].foreign.header?.readsClicks == true, !click.object.isEmpty else {
      return true
    }
    let comma = sources[index].foreign.clicks > 0 ? "," : ""
    sources[index].foreign.clicks += 1
    effects.append(
      .send(sources[index].id, comma + String(decoding: click.object, as: UTF8.self)))
    return true
  }
}

/// Makes a block of another generator's.
private struct ForeignBuilder {
  let slot: ForeignBar.Slot
  let full: Metric
  let short: Metric
  let now: Instant

  func block(named name: String) -> Block {
    let foreign = slot.block
    var picture = ForeignPicture(block: foreign)
    picture.fullParts = full.foreignParts(at: now)
    picture.shortParts = short.foreignParts(at: now)
    var block = Block(
      name: foreign.name ?? name, pieces: pieces(slot.label, picture.fullParts),
      value: .text(slot.label), label: slot.label, title: foreign.name ?? name,
      isMoving: picture.isMoving)
    block.shortPieces = slot.shortLabel.map { pieces($0, picture.shortParts) }
    block.style.color = foreign.color
    block.style.background = foreign.background
    block.style.isUrgent = foreign.isUrgent
    block.foreign = picture
    return block
  }

  /// As outputs draw it that speak another language than its generator.
  private func pieces(_ text: String, _ parts: [ForeignPart]?) -> [Piece] {
    guard let parts else { return text.isEmpty ? [] : [.text(text)] }
    return parts.compactMap { part in
      switch part {
      case .cells(let cells): return .readout(cells)
      case .still(let still):
        let shown = ForeignBar.Slot.plain(still, of: slot.block)
        return shown.isEmpty ? nil : .text(shown)
      }
    }
  }
}

extension Metric {
  /// Its text on the way; nil at rest.
  fileprivate func foreignParts(at now: Instant) -> [ForeignPart]? {
    guard let text = transition as? TextTransition, now < text.end else { return nil }
    return text.parts.map { part in
      switch part {
      case .still(let characters): .still(String(characters))
      case .moving(let transition): .cells(transition.cells(at: now))
      }
    }
  }
}
