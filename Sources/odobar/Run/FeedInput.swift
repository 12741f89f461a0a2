import FeedEngine
import FeedSystem

/// What came of one read from a feed's reader.
struct FeedReading {
  var events: [Event]
  private let result: ReadResult?

  /// `result` is nil where reading has failed.
  init(_ events: [Event], _ result: ReadResult?) {
    self.events = events
    self.result = result
  }

  /// Nothing will come any more.
  var isOver: Bool { result == .ended || result == nil }
  /// More has come than anybody does by hand.
  var isFlood: Bool { result == .more }
}

/// What comes back from a feed's reader: the clicks of a bar, the keys of a person.
protocol FeedInput: AnyObject {
  /// To be polled for reading.
  var descriptor: Descriptor { get }

  /// Takes what has come.
  ///
  /// Only the reader's side of the output tells that a feed is over: an input that wants its end
  /// says `.feedEnded`.
  func read(for feed: FeedID) -> FeedReading

  /// The terminal is ours, at the start and after a stop.
  func acquire()

  /// The terminal is to be as it was before: at the end, and as long as we are stopped.
  func release()
}

/// An input whose reader is spoken with.
///
/// Lines are turned into something else, and are taken when the reader says so. Its end is the end of
/// the feed, which then comes again.
protocol FeedDialogue: FeedInput {
  /// Bytes for the reader; whoever writes them takes them away.
  var pending: [UInt8] { get set }

  /// Takes a line; false, and the line is lost, while the reader is behind.
  func take(_ line: [UInt8]) -> Bool

  /// Bytes that end the talk; the reader then closes its side.
  var farewell: [UInt8] { get }

  /// Asks the reader anew what it wants.
  func review()

  /// Shows what the reader wants as the config has it now.
  func turn(_ feed: FeedID) -> [Event]

  /// What follows from a click; `place` is what the reader calls the place.
  func click(_ feed: FeedID, button: Int, at place: String) -> [Event]
}

extension FeedInput {
  func acquire() {}
  func release() {}
}
