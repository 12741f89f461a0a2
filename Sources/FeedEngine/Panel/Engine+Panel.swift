import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin

extension Engine {
  /// The period that is shown, at first the first one.
  var shownPeriod: PanelConfiguration.Period? {
    let periods = configuration.panel.periods
    return periods.first { $0.name == period } ?? periods.first
  }

  /// Whether all that the panel shows is there, or will not come.
  package var hasAnswers: Bool {
    let asked = Set(panel.rows.compactMap { metrics[$0.index].source })
    return !isRecalling
      && asked.allSatisfy { sources[$0].hasSpoken || sources[$0].supervision.health != .ok }
  }

  /// A panel opens: its sources are asked for the period that it shows.
  ///
  /// One that is continued was open with an engine before this one: it does not open once more.
  mutating func openPanel(isContinued: Bool) {
    if period == nil { period = shownPeriod?.name }
    panel.isStale = true
    panel.isOpen = true
    panel.opening = reduction == .none && !isContinued ? .pending : .done
    for index in panel.rows.indices { panel.rows[index].number.settle() }
    recallHistory()
  }

  /// The last panel has gone: nothing of it moves any more, and what can be read again is forgotten.
  mutating func closePanel() {
    guard panel.isOpen, !feeds.contains(where: { $0.subject == .panel }) else { return }
    panel.isOpen = false
    panel.settle()
    guard panel.keepsHistory, wantedDigests.isEmpty else { return }
    panel.book = nil
    panel.hasRecalled = false
  }

  /// Everything counts up once more, in one rhythm: on opening and with a change of the period.
  mutating func replayPanel(_ reason: GlobalMotion.Replay, at now: Instant) {
    guard panel.isOpen else { return }
    panel.isStale = true
    guard reduction == .none, configuration.motion.replayOn.contains(reason) else { return }
    // The numbers of another period are not on their way from those of this one.
    for index in panel.rows.indices { panel.rows[index].number.settle() }
    panel.opening = .pending
  }

  /// Brings the panel up to what is known now.
  mutating func refreshPanel(at now: Instant) {
    guard panel.isStale else { return }
    panel.isStale = false
    refreshDigests()
    guard panel.isOpen else { return }
    let summaries = summaries()
    if panel.opening == .pending,
      summaries.contains(where: { $0.reading.quantity?.isFinite == true })
    {
      beginPanel(at: now)
    }
    let scales = barScales(summaries)
    var isChanged = false
    for index in panel.rows.indices
    where set(row: index, summaries[index], bar: scales[index], at: now) {
      isChanged = true
    }
    if isChanged { changed(asked: gathering?.start) }
  }

  private mutating func beginPanel(at now: Instant) {
    panel.opening = .done
    let duration = configuration.motion.openDuration
    guard duration > .zero else { return }
    let others = isMoving(at: now, except: nil)
    for index in panel.rows.indices {
      panel.rows[index].number.isOpening = panel.rows[index].number.opens
    }
    let running = Opening(start: now, duration: duration)
    panel.opening = .running(running)
    join(start: now, end: running.end, alone: !others, framesPerSecond: frameRate)
    changed()
  }

  /// Gives a row its number and its chart; returns whether that changes anything.
  private mutating func set(
    row index: Int, _ summary: PeriodSummary, bar: ClosedRange<Double>?, at now: Instant
  ) -> Bool {
    let metric = metrics[panel.rows[index].index]
    let scale = chartScale(summary, of: metric)
    var isChanged = panel.rows[index].summary != summary || panel.rows[index].scale != scale
    panel.rows[index].summary = summary
    panel.rows[index].scale = scale
    let facts = Metric.Facts(minimum: bar?.lowerBound, maximum: bar?.upperBound)
    if panel.rows[index].number.learn(facts) { isChanged = true }
    let context = Metric.Context(
      start: now, tick: clock.sample(at: now), cause: .data,
      interval: interval(of: panel.rows[index].index), limits: limits,
      isOpening: panel.rows[index].number.isOpening && panel.progress(at: now) != nil)
    let others = isMoving(at: now, except: nil)
    switch panel.rows[index].number.set(summary.reading, at: now, context: context) {
    case .same: return isChanged
    case .changed: return true
    case .moving:
      guard let transition = panel.rows[index].number.transition else { return true }
      join(
        start: transition.start, end: transition.end, alone: !others,
        framesPerSecond: panel.rows[index].number.configuration.motion.framesPerSecond)
      return true
    }
  }

  // MARK: Numbers

  private func summaries() -> [PeriodSummary] {
    guard let period = shownPeriod else { return panel.rows.map { _ in PeriodSummary() } }
    let summariser = PeriodSummariser(
      period, now: panel.wall ?? WallTime(seconds: 0), zone: panel.zone)
    return panel.rows.map { summary(of: $0, by: summariser) }
  }

  private func summary(of row: PanelState.Row, by summariser: PeriodSummariser) -> PeriodSummary {
    let metric = metrics[row.index]
    return summariser.summary(
      of: metric, aggregate: row.aggregate, history: panel.book?[row.key],
      word: word(on: metric, for: summariser.period.name))
  }

  /// What the metric's source has said of it for a period.
  private func word(on metric: Metric, for period: String) -> SourceWord {
    guard let source = metric.source else { return SourceWord() }
    let field = metric.configuration.field ?? sources[source].firstField
    return sources[source].word(on: field, for: period)
  }

  /// What the bars of the rows are compared with: a metric's own range, else the largest number of
  /// those that count the same, else the largest number of its own past.
  private func barScales(_ summaries: [PeriodSummary]) -> [ClosedRange<Double>?] {
    var largest: [String: (count: Int, number: Double)] = [:]
    let units = panel.rows.map { unit(of: metrics[$0.index]) }
    for (index, summary) in summaries.enumerated() {
      guard ownRange(summary, of: metrics[panel.rows[index].index]) == nil,
        let number = summary.reading.quantity?.double, number.isFinite
      else { continue }
      let known = largest[units[index]] ?? (0, 0)
      largest[units[index]] = (known.count + 1, max(known.number, number))
    }
    return summaries.enumerated().map { index, summary in
      let metric = metrics[panel.rows[index].index]
      if let range = ownRange(summary, of: metric) { return range }
      guard let peers = largest[units[index]], peers.number > 0 else { return nil }
      if peers.count > 1 { return 0...peers.number }
      guard !summary.isAdditive else { return nil }
      let peak = max(summary.maximum ?? 0, summary.extremes?.largest ?? 0, peers.number)
      return 0...peak
    }
  }

  /// The range of the metric, where its number for the period lies in it.
  private func ownRange(_ summary: PeriodSummary, of metric: Metric) -> ClosedRange<Double>? {
    guard !summary.isAdditive, let high = metric.maximum else { return nil }
    let low = metric.minimum ?? 0
    return low < high ? low...high : nil
  }

  /// What is written behind a number: those with the same can be compared.
  private func unit(of metric: Metric) -> String {
    let parts = metric.configuration.formatter.readout(of: .integer(0), like: .integer(0)).parts
    return String(
      parts.filter { part in
        switch part.key {
        case .suffix, .prefix: true
        default: false
        }
      }.map(\.character))
  }

  private func chartScale(
    _ summary: PeriodSummary, of metric: Metric
  ) -> ClosedRange<Double>? {
    guard let extremes = summary.extremes else { return nil }
    let range = ownRange(summary, of: metric)
    let low = min(range?.lowerBound ?? 0, extremes.smallest)
    let high = max(range?.upperBound ?? 0, extremes.largest, low)
    return low...high
  }

  // MARK: Digests

  /// The metrics of which some feed tells what they were worth.
  private var wantedDigests: Set<Int> {
    var wanted = Set(metrics.indices.filter { metrics[$0].isUnfolded })
    for feed in feeds where feed.output.showsDetails { wanted.formUnion(feed.metrics) }
    return wanted
  }

  /// What feeds with details tell of metrics, for each period.
  private mutating func refreshDigests() {
    let wanted = wantedDigests
    guard !wanted.isEmpty else {
      panel.digests = [:]
      return
    }
    if panel.keepsHistory { recallHistory() }
    let summarisers = configuration.panel.periods.map {
      PeriodSummariser($0, now: panel.wall ?? WallTime(seconds: 0), zone: panel.zone)
    }
    var digests: [Int: [PeriodDigest]] = [:]
    for row in panel.rows where wanted.contains(row.index) {
      digests[row.index] = summarisers.compactMap { summariser in
        digest(of: row, summary(of: row, by: summariser), summariser.period)
      }
    }
    guard digests != panel.digests else { return }
    panel.digests = digests
    changed(asked: gathering?.start)
  }

  /// Adds what is known of a metric beside its value.
  func addDetails(to block: inout Block, _ index: Int) {
    block.periods = panel.digests[index] ?? []
    guard !block.periods.isEmpty || block.problem != nil || isSeldomAsked(index) else { return }
    block.asOf = panel.reported[index].map { panel.zone.timeOfDay(at: $0) }
  }

  /// Whether one may wonder how old a value is; of others the time would be the present one.
  private func isSeldomAsked(_ index: Int) -> Bool {
    guard let name = metrics[index].configuration.source, let source = sourceIndices[name],
      let interval = sources[source].configuration.interval
    else { return false }
    return interval >= Self.seldom
  }

  private static let seldom = TimeSpan.seconds(10)

  private func digest(
    of row: PanelState.Row, _ summary: PeriodSummary, _ period: PanelConfiguration.Period
  ) -> PeriodDigest? {
    guard summary.isKnown, let quantity = summary.reading.quantity, quantity.isFinite else {
      return nil
    }
    let metric = metrics[row.index]
    func text(_ value: Double) -> String {
      let quantity = Quantity.real(value).normalized
      return metric.configuration.formatter.readout(of: quantity, like: quantity).text
    }
    var digest = PeriodDigest(title: period.title, label: text(quantity.double))
    if let low = summary.minimum, let high = summary.maximum, text(low) != text(high) {
      digest.range = "\(text(low))–\(text(high))"
    }
    if let scale = chartScale(summary, of: metric) {
      digest.shares = summary.parts.filter { !$0.isFuture }.map { $0.value.map(scale.share) }
    }
    return digest
  }
}

extension ClosedRange<Double> {
  /// Where a number lies in the range, 0…1; 0 in a range of nothing.
  func share(of value: Double) -> Double {
    guard upperBound > lowerBound, value.isFinite else { return 0 }
    return Swift.min(Swift.max((value - lowerBound) / (upperBound - lowerBound), 0), 1)
  }
}
