import FeedEngine
import FeedSystem

/// What comes back from a feed's reader: the clicks of a bar, the keys of a person.
protocol FeedInput: AnyObject {
  /// To be polled for reading.
  var descriptor: Descriptor { get }

  /// Takes all that has come; `isOver` when nothing will come any more.
  ///
  /// Only the reader's side of the output tells that a feed is over: an input that wants its end
  /// says `.feedEnded`.
  func read(for feed: FeedID) -> (events: [Event], isOver: Bool)

  /// The terminal is ours, at the start and after a stop.
  func acquire()

  /// The terminal is to be as it was before: at the end, and as long as we are stopped.
  func release()
}

extension FeedInput {
  func acquire() {}
  func release() {}
}
