import FeedEngine
import FeedSystem

/// Answers what is asked of a running engine.
struct ControlDesk {
  let loop: Loop

  func answer(_ request: Request, _ processes: [FeedID: Int32]) -> Reply {
    .failed(ExitCode.usage.rawValue, "not yet")
  }
}
