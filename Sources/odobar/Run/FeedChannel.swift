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

  /// Lets go of a terminal, as it was before.
  ///
  /// The engine has said farewell unless a part of a line was still on its way: that is given a
  /// moment, for a terminal that is slow, and no more, for one that takes nothing.
  func giveBack() {
    if drawsInTerminal, writer.hasRemainder {
      writer.finish(within: Self.patience)
      Console.write(setup.makeOutput().trailer, to: setup.target.number, within: Self.patience)
    }
    input?.release()
  }

  private static let patience: Int64 = 300_000_000

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
