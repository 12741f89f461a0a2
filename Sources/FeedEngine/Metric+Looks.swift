import FeedConfig
import FeedCore
import FeedPlugin

/// What is to be seen of a metric at a moment.
///
/// `opening` is the progress of the bar's opening; nil when it is open.
extension Metric {
  /// Writes numbers on their way: in the unit of their target, or each in its own.
  var movingFormatter: any Formatter {
    configuration.motion.unit == .live
      ? LiveFormatter(base: configuration.formatter) : configuration.formatter
  }

  func glyphs(of value: Quantity, like target: Quantity) -> [Character] {
    padded(movingFormatter.readout(of: value, like: target), like: target)
  }

  /// The glyphs of a readout in the room that is kept for `target`.
  func padded(_ readout: Readout, like target: Quantity) -> [Character] {
    Row.padded(
      readout.parts.map(\.character),
      to: max(configuration.formatter.reservedWidth(for: target), steppedWidth))
  }

  func isMoving(at now: Instant) -> Bool { now < movesUntil }

  /// What is on screen, as a new motion wants to know it.
  func shown(at now: Instant) -> Shown {
    guard let transition, now < transition.end else {
      return Shown(row: row, number: reading.quantity)
    }
    var shown = transition.shown(at: now)
    shown.row = Row.padded(shown.row, to: movingWidth)
    return shown
  }

  /// The width holds still on the way: it grows with the first frame, or shrinks with the last.
  ///
  /// In a text each number has a width of its own.
  private var movingWidth: Int {
    transition is TextTransition ? 0 : max(origin.shown.row.count, row.count)
  }

  /// What the number is multiplied with while the bar opens; nil for what does not take part.
  func multiplier(_ opening: Double?) -> Double? {
    guard let opening, isOpening, reading.quantity?.isFinite == true else { return nil }
    return opening
  }

  /// The cells on screen, as wide in every font as the number may be in its unit.
  func cells(at now: Instant, opening: Double?) -> [Cell] {
    let cells = glyphs(at: now, opening: opening)
    // Only blanks at the left can be fitted.
    guard cells.first?.isBlank == true else { return cells }
    let form = isMoving(at: now) ? form.merged(with: origin.form) : form
    return form.fitted(cells)
  }

  /// The same in the inks that its source wants.
  func readout(at now: Instant, opening: Double?) -> [Cell] {
    facts.inks.applied(to: cells(at: now, opening: opening))
  }

  private func glyphs(at now: Instant, opening: Double?) -> [Cell] {
    if let part = multiplier(opening), let target = reading.quantity {
      let glyphs = glyphs(of: .real(target.double * part), like: target)
      return Row.cells(Row.padded(glyphs, to: row.count))
    }
    guard let transition, now < transition.end else { return Row.cells(row) }
    let cells = transition.cells(at: now)
    let missing = movingWidth - cells.count
    return missing > 0 ? Array(repeating: Cell(Cell.blank), count: missing) + cells : cells
  }

  /// The number on screen.
  func number(at now: Instant, opening: Double?) -> Quantity? {
    guard let part = multiplier(opening), let target = reading.quantity else {
      return transition?.number(at: now) ?? reading.quantity
    }
    let exact = target.double * part
    let isWhole = configuration.formatter.resolution(for: target) >= 1
    return Quantity.real(isWhole ? exact.rounded(.toNearestOrAwayFromZero) : exact).normalized
  }

  /// The share on screen of the metric's range.
  func fraction(at now: Instant, opening: Double? = nil) -> Double? {
    guard let targetFraction else { return nil }
    if let part = multiplier(opening) { return targetFraction * part }
    return between(origin.fraction, targetFraction, at: now)
  }

  /// Beside a number that moves, from `start` to `end`.
  private func between(_ start: Double, _ end: Double, at now: Instant) -> Double {
    guard let transition, now < transition.end else { return end }
    return min(max(start + (end - start) * transition.progress(at: now), 0), 1)
  }

  var minimum: Double? { configuration.minimum ?? facts.minimum }
  var maximum: Double? { configuration.maximum ?? facts.maximum }

  /// Where `value` is in the metric's range, 0…1; nil when there is no range.
  func share(of value: Double) -> Double? {
    let low = minimum ?? 0
    guard value.isFinite, let high = maximum, high > low else { return nil }
    return min(max((value - low) / (high - low), 0), 1)
  }

  /// The newest values as shares of the range, or of the largest of them; the last one moves.
  func chart(at now: Instant, opening: Double?) -> [Double?] {
    let low = minimum ?? 0
    let high = maximum ?? max(history.filter(\.isFinite).max() ?? 0, low)
    func share(_ value: Double?) -> Double? {
      guard let value, value.isFinite else { return nil }
      return high > low ? min(max((value - low) / (high - low), 0), 1) : 0
    }
    var shares = history.map { value in share(value).map { $0 * (multiplier(opening) ?? 1) } }
    if let last = shares.last, let end = last, isMoving(at: now) {
      let start = share(origin.shown.number?.double) ?? 0
      shares[shares.count - 1] = between(start, end, at: now)
    }
    return shares
  }

  /// The state of the truth, whatever is on screen.
  var state: MetricState {
    switch health {
    case .failed: return .error
    case .stale: return .stale
    case .fine: break
    }
    var state = facts.state ?? .normal
    guard let value = reading.quantity?.double else { return state }
    let limits = configuration.thresholds
    func passes(_ limit: Double?) -> Bool {
      guard let limit else { return false }
      return limits.isDescending ? value <= limit : value >= limit
    }
    if passes(limits.critical) {
      state = .critical
    } else if passes(limits.warning), state == .normal {
      state = .warning
    }
    return state
  }

  /// Whether the metric is left out of its bar.
  var isHidden: Bool {
    if facts.appearance.isHidden, health == .fine { return true }
    return isHiddenByConfig
  }

  private var isHiddenByConfig: Bool {
    switch configuration.hideWhen {
    case .never: false
    case .missing: reading == .missing
    case .zero: reading.quantity?.double == 0
    case .empty: reading == .missing || reading == .text("")
    case .below(let limit): reading.quantity.map { $0.double < limit } ?? false
    case .above(let limit): reading.quantity.map { $0.double > limit } ?? false
    case .state(let states): states.contains(state)
    }
  }
}

/// Writes each number in its own unit, whatever the target's is.
private struct LiveFormatter: Formatter {
  let base: any Formatter

  func readout(of value: Quantity, like target: Quantity) -> Readout {
    base.readout(of: value, like: value)
  }

  var optionalMark: Character? { base.optionalMark }

  func reservedWidth(for target: Quantity) -> Int { base.reservedWidth(for: target) }

  func resolution(for target: Quantity) -> Double { base.resolution(for: target) }
}
