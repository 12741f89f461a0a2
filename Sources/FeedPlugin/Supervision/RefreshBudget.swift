import FeedCore

/// How often a source may be asked out of turn: as often as people do, but not for ever.
///
/// A source that signals its own bar, or two that signal for each other, would otherwise ask
/// themselves without end. Twenty refreshes in a row are free; then there are two a second, and ever
/// fewer while that goes on, down to one a minute. None is lost: the last of many comes later.
///
/// *Source:* the generic cell rate algorithm (ITU-T I.371), as virtual scheduling.
struct RefreshBudget: Hashable, Sendable {
  static let shortest = TimeSpan.milliseconds(500)
  static let longest = TimeSpan.seconds(60)
  static let burst = 20
  /// So much longer is each pause than the one before it.
  private static let growth = 1.25

  /// When all that was granted would be paid for.
  private var paidAt: Instant?
  private var interval = Self.shortest

  /// The earliest moment for a refresh that is wanted at `now`; it counts as granted.
  mutating func grant(at now: Instant) -> Instant {
    let paid = max(paidAt ?? now, now)
    if paid == now { interval = Self.shortest }
    let credit = TimeSpan(nanoseconds: -Self.shortest.nanoseconds * Int64(Self.burst - 1))
    let start = max(now, paid + credit)
    if start > now { interval = min(.seconds(interval.seconds * Self.growth), Self.longest) }
    paidAt = paid + interval
    return start
  }
}
