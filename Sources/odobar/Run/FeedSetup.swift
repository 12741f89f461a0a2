import FeedEngine
import FeedOutput
import FeedSystem

/// What a feed is made of.
struct FeedSetup {
  var subject: FeedSubject
  /// Where its lines go; its flags stay as they are.
  var target: Descriptor
  /// Nil when nothing is said back.
  var input: (any FeedInput)?
  /// Makes the output anew, as the place where it draws is now.
  var makeOutput: () -> any Output
  /// It draws on the whole of a terminal, where messages would be in its way.
  var isFullScreen = false
  /// Called once when nothing more is written to it, with what that means for its process.
  var whenOver: (ExitCode) -> Void
}
