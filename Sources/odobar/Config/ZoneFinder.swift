import FeedCore
import FeedSystem

/// The user's time zone in the words of the engine.
enum ZoneFinder {
  /// As far back as the past is kept, and as far ahead as a bar may run without a restart.
  private static let years: Int64 = 3 * 366 * 86_400

  static var zone: LocalZone {
    let now = WallClock.now
    let (first, changes) = SystemZone.offsets(from: now - years, to: now + years)
    return LocalZone(
      offset: first,
      changes: changes.map {
        LocalZone.Change(from: WallTime(seconds: $0.from), offset: $0.offset)
      })
  }
}
