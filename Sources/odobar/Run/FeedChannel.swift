import FeedEngine
import FeedOutput
import FeedSystem

/// A feed that is open: its writer, and what comes back from its reader.
final class FeedChannel {
  let id: FeedID
  let subject: FeedSubject
  let writer: FeedWriter
  let errors: Descriptor
  let drawsInTerminal: Bool
  let isFullScreen: Bool
  let whenOver: (FeedEnd) -> Void
  /// What is to be done when its first bytes are out, if that is still to come.
  private var whenBegun: (() -> Void)?
  private let makeOutput: (Int32) -> any Output
  private(set) var input: (any FeedInput)?
  /// The terminal was given back for the time of a stop.
  private(set) var isAway = false

  init(_ id: FeedID, _ setup: FeedSetup) {
    self.id = id
    subject = setup.subject
    writer = FeedWriter(setup.target)
    errors = setup.errors
    drawsInTerminal = Terminal.isTerminal(setup.target.number)
    isFullScreen = setup.isFullScreen
    makeOutput = setup.makeOutput
    whenOver = setup.whenOver
    whenBegun = setup.isContinued ? nil : setup.whenBegun
    input = setup.input
    input?.acquire()
  }

  deinit { endInput() }

  /// The input, if its reader is spoken with.
  var dialogue: (any FeedDialogue)? { input as? any FeedDialogue }

  /// The output, as the place where it draws is now.
  var output: any Output { makeOutput(writer.number) }

  /// Its first bytes are out: a header is short, and goes out whole.
  func hasBegun() {
    guard let whenBegun else { return }
    self.whenBegun = nil
    whenBegun()
  }

  /// Nothing will come back any more.
  func endInput() {
    input?.release()
    input = nil
  }

  /// Lets go of a terminal, as it was before.
  ///
  /// The engine has said farewell unless a part of a line was still on its way: that is given a
  /// moment, for a terminal that is slow, and no more, for one that takes nothing.
  func giveBack() {
    if drawsInTerminal, writer.hasRemainder {
      writer.finish(within: Self.patience)
      draw(output.trailer)
    }
    if let dialogue { end(dialogue) }
    endInput()
  }

  /// Says farewell, and hears the reader out: tmux keeps a client whose answers nobody takes.
  private func end(_ dialogue: any FeedDialogue) {
    writer.finish(within: Self.patience)
    guard !writer.hasRemainder else { return }
    let last = dialogue.pending + dialogue.farewell
    let deadline = MonotonicClock.now + Self.patience
    Console.write(last, to: writer.number, within: Self.patience)
    var poller = Poller()
    poller.watch(dialogue.descriptor.number, for: .readable)
    while MonotonicClock.now < deadline, !dialogue.read(for: id).isOver {
      guard (try? poller.wait(until: deadline)) != nil else { return }
    }
  }

  private static let patience: Int64 = 300_000_000

  /// Gives the terminal back to the shell for the time of a stop.
  func leaveTerminal() {
    guard drawsInTerminal, !isAway else { return }
    isAway = true
    draw(output.trailer)
    input?.release()
  }

  /// Takes the terminal again after a stop, when somebody else may have changed it; the line is to
  /// be drawn anew.
  func enterTerminal() {
    input?.acquire()
    guard isAway else { return }
    isAway = false
    draw(output.header)
  }

  /// Makes room for a message where the line is.
  func clearLine() { draw(Array("\r\u{1b}[K".utf8)) }

  private func draw(_ bytes: [UInt8]) {
    Console.write(bytes, to: writer.number, within: Self.patience)
  }
}
