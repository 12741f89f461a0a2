import FeedEngine
import FeedOutput
import FeedSystem

/// What a feed is made of.
struct FeedSetup {
  var subject: FeedSubject
  /// Where its lines go; its flags stay as they are.
  var target: Descriptor
  /// Where the person behind it reads messages.
  var errors: Descriptor
  /// Nil when nothing is said back.
  var input: (any FeedInput)?
  /// Its header is out already.
  var isContinued = false
  /// It draws on the whole of a terminal, where messages would be in its way.
  var isFullScreen = false
  /// Makes the output anew for what it draws on, given by its number.
  var makeOutput: (Int32) -> any Output
  /// Called once when its header is out, unless it was before.
  var whenBegun: () -> Void = {}
  /// Called once when nothing more is written to it.
  var whenOver: (FeedEnd) -> Void
}

/// What the end of a feed means for its process.
struct FeedEnd {
  var code = ExitCode.success
  /// What went wrong.
  var complaint: String?
  /// Its process is to look whether its reader is to be had again.
  var comesAgain = false
}
