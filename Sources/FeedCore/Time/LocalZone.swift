/// How far local time is from UTC, and when that changes: a time zone as plain values.
package struct LocalZone: Hashable, Sendable {
  /// From a moment on, local time is so many seconds ahead of UTC.
  package struct Change: Hashable, Sendable {
    package var from: WallTime
    package var offset: Int64

    package init(from: WallTime, offset: Int64) {
      self.from = from
      self.offset = offset
    }
  }

  /// What holds before the first change, in seconds ahead of UTC.
  private let standard: Int64
  private let changes: [Change]

  package static let utc = LocalZone(offset: 0)

  /// A zone with its changes in the order of time.
  package init(offset: Int64, changes: [Change] = []) {
    standard = offset
    self.changes = changes
  }

  /// Seconds ahead of UTC.
  package func offset(at moment: WallTime) -> Int64 {
    changes.last { $0.from <= moment }?.offset ?? standard
  }

  /// The local date.
  package func date(at moment: WallTime) -> CivilDate {
    let local = moment + offset(at: moment)
    return CivilDate(daysSince1970: Int(local.floored(to: 86_400).seconds / 86_400))
  }

  /// The seconds since local midnight, as clocks show them: 0…86,399.
  package func secondsOfDay(at moment: WallTime) -> Int64 {
    let local = moment + offset(at: moment)
    return local.seconds - local.floored(to: 86_400).seconds
  }

  /// Hours and minutes, as clocks show them: `14:03`.
  package func timeOfDay(at moment: WallTime) -> String {
    let minutes = secondsOfDay(at: moment) / 60
    return [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }
      .joined(separator: ":")
  }

  /// The first moment of a local day, which is midnight but where clocks jump over it.
  package func start(of date: CivilDate) -> WallTime {
    let days = date.daysSince1970
    let local = Int64(days) * 86_400
    let guess = WallTime(seconds: local - offset(at: WallTime(seconds: local)))
    let start = WallTime(seconds: local - offset(at: guess))
    // Where midnight is skipped, the change itself begins the day.
    guard self.date(at: start).daysSince1970 != days else { return start }
    return changes.first { $0.from > start }.map(\.from) ?? start
  }

  /// The start of the local hour that the moment is in.
  package func startOfHour(at moment: WallTime) -> WallTime {
    let offset = offset(at: moment)
    return (moment + offset).floored(to: 3600) + -offset
  }
}
