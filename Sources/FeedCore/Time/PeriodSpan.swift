/// Which stretch of time a period covers, and the parts that a chart shows of it.
package enum PeriodSpan: Hashable, Sendable {
  /// The present hour by the clock.
  case hour
  /// Since midnight.
  case day
  /// Since Monday.
  case week
  /// Since the first of the month.
  case month
  /// Since the first of January.
  case year
  /// So long up to now, in whole parts of which the present one is the last.
  case last(TimeSpan)

  /// Those that have a name of their own.
  package static let named: [(name: String, span: PeriodSpan)] = [
    ("hour", .hour), ("day", .day), ("today", .day), ("week", .week), ("month", .month),
    ("year", .year),
  ]

  /// How short and how long `last` may be.
  package static let limits = TimeSpan.seconds(300)...TimeSpan.seconds(731 * 86_400)

  /// One bar of a chart.
  package struct Slot: Hashable, Sendable {
    package var start: WallTime
    /// The first moment after it.
    package var end: WallTime
    /// Short: `06`, `Mon`, `14`, `Jan`.
    package var label: String
  }

  /// The parts in the order of time, of which one is now; a calendar period has future ones, too.
  package func slots(at now: WallTime, in zone: LocalZone) -> [Slot] {
    let today = zone.date(at: now)
    switch self {
    case .hour:
      let start = zone.startOfHour(at: now)
      return Self.slots(from: start, to: start + 3600, step: 300, zone)
    case .day:
      let tomorrow = CivilDate(daysSince1970: today.daysSince1970 + 1)
      return Self.slots(
        from: zone.start(of: today), to: zone.start(of: tomorrow), step: 3600, zone)
    case .week:
      let monday = today.daysSince1970 - today.weekday
      return Self.days(monday..<monday + 7, zone) { Self.weekdays[$0.weekday] }
    case .month:
      let first = CivilDate(year: today.year, month: today.month, day: 1).daysSince1970
      let next = CivilDate(year: today.year, month: today.month + 1, day: 1).daysSince1970
      return Self.days(first..<next, zone) { String($0.day) }
    case .year: return Self.months(1...12, of: today.year, zone)
    case .last(let span): return Self.slots(last: span, at: now, today, zone)
    }
  }

  private static func slots(
    last span: TimeSpan, at now: WallTime, _ today: CivilDate, _ zone: LocalZone
  ) -> [Slot] {
    let seconds = span.nanoseconds / 1_000_000_000
    func count(of step: Int64) -> Int64 { max((seconds + step - 1) / step, 1) }
    switch seconds {
    case ...10_800:
      let end = now.floored(to: 300) + 300
      return slots(from: end + -300 * count(of: 300), to: end, step: 300, zone)
    case ...172_800:
      let end = zone.startOfHour(at: now) + 3600
      return slots(from: end + -3600 * count(of: 3600), to: end, step: 3600, zone)
    case ...(92 * 86_400):
      let last = today.daysSince1970
      let first = last - Int(count(of: 86_400)) + 1
      return days(first..<last + 1, zone) { date in
        last - first < 8 ? weekdays[date.weekday] : String(date.day)
      }
    default:
      let count = Int(count(of: 30 * 86_400))
      return months(today.month - count + 1...today.month, of: today.year, zone)
    }
  }

  private static func slots(
    from start: WallTime, to end: WallTime, step: Int64, _ zone: LocalZone
  ) -> [Slot] {
    var slots: [Slot] = []
    var next = start
    while next < end {
      let second = zone.secondsOfDay(at: next)
      slots.append(
        Slot(
          start: next, end: min(next + step, end),
          label: step < 3600 ? ":\(padded(second / 60 % 60))" : padded(second / 3600)))
      next = next + step
    }
    return slots
  }

  private static func days(
    _ days: Range<Int>, _ zone: LocalZone, label: (CivilDate) -> String
  ) -> [Slot] {
    days.map { day in
      let date = CivilDate(daysSince1970: day)
      return Slot(
        start: zone.start(of: date), end: zone.start(of: CivilDate(daysSince1970: day + 1)),
        label: label(date))
    }
  }

  /// Months of a year; those below 1 are of the years before.
  private static func months(
    _ months: ClosedRange<Int>, of year: Int, _ zone: LocalZone
  ) -> [Slot] {
    months.map { month in
      func start(_ month: Int) -> CivilDate {
        let first = CivilDate(year: year, month: month, day: 1)
        return CivilDate(daysSince1970: first.daysSince1970)
      }
      let first = start(month)
      return Slot(
        start: zone.start(of: first), end: zone.start(of: start(month + 1)),
        label: monthNames[first.month - 1])
    }
  }

  private static func padded(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : String(number)
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
