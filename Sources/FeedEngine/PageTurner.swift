import FeedCore
import FeedPlugin

/// What a source gives to be shown in turn, and whose turn it is.
struct PageTurner: Sendable {
  private(set) var pages: [Report] = []
  private var present = 0
  /// When the next page is due; nil while there is one only.
  private(set) var deadline: Instant?

  /// As long as a page is shown.
  ///
  /// *Source:* xbar, "cycle".
  static let span = TimeSpan.seconds(5)

  /// Takes what a source says now; the page on show stays on show where it is still there.
  ///
  /// - Returns: the report to be shown.
  mutating func take(_ report: Report, at now: Instant) -> Report {
    pages = report.pages.count > 1 ? report.pages : []
    guard !pages.isEmpty else {
      (present, deadline) = (0, nil)
      return report
    }
    if present >= pages.count { present = 0 }
    if deadline == nil { deadline = now + Self.span }
    return pages[present]
  }

  /// The next page, if it is due.
  mutating func turn(at now: Instant) -> Report? {
    guard let due = deadline, due <= now else { return nil }
    present = (present + 1) % pages.count
    // On its own grid, whatever was missed.
    let missed = (now - due).nanoseconds / Self.span.nanoseconds
    deadline = due + .milliseconds(Int64(missed + 1) * Self.span.nanoseconds / 1_000_000)
    return pages[present]
  }
}
