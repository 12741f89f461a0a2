import FeedConfig
import FeedCore
import FeedPlugin

/// What is known of a metric for one period: by its source's own word, else by its history.
struct PeriodSummary: Hashable, Sendable {
  /// A part of the period.
  struct Part: Hashable, Sendable {
    var label: String
    var value: Double?
    var isPresent = false
    var isFuture = false
  }

  var reading = Reading.missing
  /// The word for which number of the period it is.
  var kind = ""
  var minimum: Double?
  var maximum: Double?
  /// From the oldest; empty when nothing is known of them.
  var parts: [Part] = []
  /// The source or the past says so, not just the present value.
  var isKnown = false
  /// The parts add up to the number, so that they have another scale.
  var isAdditive = false

  /// The largest and smallest numbers of parts that have one.
  var extremes: (smallest: Double, largest: Double)? {
    let values = parts.compactMap(\.value).filter(\.isFinite)
    guard let smallest = values.min(), let largest = values.max() else { return nil }
    return (smallest, largest)
  }
}

/// Makes summaries of periods.
struct PeriodSummariser: Sendable {
  let now: WallTime
  let zone: LocalZone
  let period: PanelConfiguration.Period
  let slots: [PeriodSpan.Slot]

  init(_ period: PanelConfiguration.Period, now: WallTime, zone: LocalZone) {
    self.now = now
    self.zone = zone
    self.period = period
    slots = period.span?.slots(at: now, in: zone) ?? []
  }

  /// A summary of `metric`, of which the source has said `word`.
  func summary(
    of metric: Metric, aggregate: HistoryAggregate, history: MetricHistory?, word: SourceWord
  ) -> PeriodSummary {
    var summary = historical(aggregate, history)
    if let reading = word.reading {
      summary = PeriodSummary(reading: reading, parts: summary.parts, isKnown: true)
    } else if aggregate == .last || summary.reading == .missing {
      // What is worth something now needs no past.
      summary.reading = metric.reading
      if aggregate != .last { summary.kind = "now" }
    }
    if !word.series.isEmpty { summary.parts = parts(of: word.series) }
    return summary
  }

  private func historical(
    _ aggregate: HistoryAggregate, _ history: MetricHistory?
  ) -> PeriodSummary {
    var summary = PeriodSummary(kind: aggregate.rawValue, isAdditive: aggregate.isAdditive)
    guard let history else { return summary }
    var whole = HistoryBucket()
    summary.parts = slots.map { slot in
      let bucket = history.bucket(from: slot.start, to: slot.end)
      whole.merge(bucket)
      return part(slot, aggregate.value(of: bucket))
    }
    guard let value = aggregate.value(of: whole) else { return summary }
    summary.isKnown = true
    summary.reading = .number(Quantity.real(value).normalized)
    if !aggregate.isAdditive {
      summary.minimum = whole.minimum
      summary.maximum = whole.maximum
    }
    return summary
  }

  private func part(_ slot: PeriodSpan.Slot, _ value: Double?) -> PeriodSummary.Part {
    PeriodSummary.Part(
      label: slot.label, value: value, isPresent: slot.start <= now && now < slot.end,
      isFuture: slot.start > now)
  }

  /// A source's own series: by its times, by its labels, else as the parts of the period if it has
  /// as many.
  private func parts(of series: [Report.Point]) -> [PeriodSummary.Part] {
    if !slots.isEmpty, series.allSatisfy({ $0.at != nil }) {
      return slots.map { slot in
        let points = series.filter { point in
          point.at.map { slot.start <= $0 && $0 < slot.end } ?? false
        }
        return part(slot, points.last?.value)
      }
    }
    if series.count == slots.count, series.allSatisfy({ $0.label == nil }) {
      return zip(slots, series).map { part($0, $1.value) }
    }
    return series.enumerated().map { index, point in
      PeriodSummary.Part(
        label: point.label ?? "", value: point.value, isPresent: index == series.count - 1)
    }
  }
}

/// What a source has said itself of a metric for a period.
struct SourceWord: Hashable, Sendable {
  /// The number for the period; nil when it tells only the present one.
  var reading: Reading?
  /// From the oldest; empty when it tells none.
  var series: [Report.Point] = []
}
