import FeedCore
import FeedOutput

/// Names a feed for as long as the program runs.
package struct FeedID: Hashable, Sendable {
  package var number: Int

  package init(_ number: Int) { self.number = number }
}

/// What a feed shows.
package enum FeedSubject: Hashable, Sendable {
  /// A bar by name; nil is the first one.
  case bar(String?)
  case metric(String)
  /// A metric or else a bar of this name.
  case either(String)
}

/// One consumer as the engine sees it.
struct Feed: Sendable {
  let id: FeedID
  let subject: FeedSubject
  var output: any Output
  /// Indices of the metrics it shows, in order.
  var metrics: [Int] = []
  /// Names in the bar that stand for something broken, by position among `metrics`.
  var failures: [(position: Int, name: String, diagnostic: Diagnostic)] = []
  /// The line that was written last; nil when none was, or when it may have been lost.
  var lastLine: [UInt8]?
  /// The reader has not taken the last line yet.
  var isBlocked = false
}
