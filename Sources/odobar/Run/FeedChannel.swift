import FeedEngine
import FeedOutput
import FeedSystem

/// A feed that is open: its writer, and what comes back from its reader.
final class FeedChannel {
  let id: FeedID
  let setup: FeedSetup
  let writer: FeedWriter
  let drawsInTerminal: Bool
  var input: (any FeedInput)?

  init(_ id: FeedID, _ setup: FeedSetup) {
    self.id = id
    self.setup = setup
    writer = FeedWriter(setup.target)
    drawsInTerminal = Terminal.isTerminal(setup.target.number)
    input = setup.input
    input?.acquire()
  }

  deinit { input?.release() }

  /// Gives the terminal back to the shell for the time of a stop.
  func leaveTerminal() {
    Console.write(setup.makeOutput().trailer, to: setup.target.number)
    input?.release()
  }

  /// Takes the terminal again after a stop; the line is to be drawn anew.
  func enterTerminal() {
    input?.acquire()
    Console.write(setup.makeOutput().header, to: setup.target.number)
  }
}
