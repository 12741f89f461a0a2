package import FeedConfig
package import FeedCore
package import FeedOutput
package import FeedPlugin

/// Names a source for as long as its definition stays the same.
package struct SourceID: Hashable, Sendable {
  package var number: Int

  /// Those of the first config are counted from 0, in its order.
  package init(_ number: Int) { self.number = number }
}

/// All that can happen to the engine.
package enum Event: Sendable {
  /// A deadline has come.
  case woke
  /// A feed; one that is continued has got its header before.
  case feedOpened(FeedID, FeedSubject, any Output, isContinued: Bool = false)
  /// What `begin` wants is out, or is finished by itself.
  case feedBegun(FeedID)
  /// The reader has taken what was written: newer frames are welcome.
  case feedReady(FeedID)
  /// The reader had not taken the last line: this one was not begun, and is lost.
  case feedBusy(FeedID)
  /// A part of the line is on its way; the rest follows by itself, and nothing else before it.
  case feedBlocked(FeedID)
  /// Nobody sees what it would be drawn: its bar is hidden, or its terminal is another's.
  case feedPaused(FeedID)
  case feedResumed(FeedID)
  /// The place where it draws has another size.
  case feedResized(FeedID, any Output)
  /// It shows something else from now on.
  case feedTurned(FeedID, FeedSubject, any Output)
  /// Its reader has gone: nothing can be written any more.
  case feedClosed(FeedID)
  /// Somebody ends it while its reader is there: what its output changed is to be restored.
  case feedEnded(FeedID)
  /// Sources are wanted from now on.
  case began
  /// Bytes from a source's standard output.
  case received(SourceID, [UInt8])
  /// Bytes from a source's standard error.
  case complained(SourceID, [UInt8])
  /// A source has closed its standard output.
  case muted(SourceID)
  case exited(SourceID, ExitStatus)
  case spawnFailed(SourceID, String)
  /// A click; on no feed in particular where a command stands for the mouse.
  case clicked(FeedID?, ClickEvent)
  /// Bytes from the terminal that a feed draws in.
  case typed(FeedID, [UInt8])
  /// What the clock on the wall says now: before all else that happens at the same moment.
  case clock(WallTime)
  /// What has been kept of the past, as `Effect.recall` asks for.
  case recalled([HistoryRecord])
  /// Moves a stepper by so much.
  case stepped(metric: String, by: Quantity)
  /// Moves a stepper to a value, or as near as its limits let it.
  case steppedTo(metric: String, Quantity)
  /// Sets a metric's value past its source: what a script of events does.
  case valued(metric: String, Reading)
  /// A line in a source's place: what a script of events does.
  case reported(source: String, line: String)
  /// Makes a source fail past its process.
  case failed(source: String, message: String)
  /// A source by name, or all of them.
  case refreshed(String?)
  /// Opens the bar anew: everything counts up again.
  case opened
  /// Lets the numbers of a group count up once more, or all of them.
  case replayed(group: String?)
  case periodChanged(String)
  /// How much motion people, desktop and power want from now on.
  case motionLimited(MotionLimits)
  /// Another config takes the place of the present one; `kept` are values of steppers, by name.
  case reconfigured(Configuration, kept: [String: Quantity])
  /// The config as it is now cannot be used, and why; nil when it can again.
  case configFaulted(Diagnostic?)
  case stopped
  /// This engine ends, and another one goes on for its feeds.
  case replaced
}

/// What the engine asks of the world.
package enum Effect: Sendable {
  /// A header: comes before each line until `feedBegun` tells that it is out.
  case begin(FeedID, [UInt8])
  /// A whole line; in order, after what was given before.
  case write(FeedID, [UInt8])
  /// All that is to be written has been.
  case close(FeedID)
  case start(SourceID, Launch)
  /// A line for a source's standard input, without its newline.
  case send(SourceID, String)
  case terminate(SourceID)
  case kill(SourceID)
  /// A signal by its number, for all of a source's processes.
  case signal(SourceID, Int32)
  /// A program that a click starts: detached, with neither our input nor our output.
  case launch([String])
  /// Minutes that are over, to be kept.
  case keep([HistoryRecord])
  /// All that has been kept is wanted.
  case recall
  /// Values of steppers, by name, for the next run: those that have changed.
  case keepValues([String: Quantity])
  case report(Diagnostic)
}

/// A click on a block, as the bar tells it.
package struct ClickEvent: Hashable, Sendable {
  /// The metric; nil when the bar does not say.
  package var metric: String?
  package var instance: String?
  /// 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
  package var button: Int
  /// Where it was, by the names of the i3bar protocol: `x`, `relative_x`, `width`.
  package var places: [String: Double]
  /// As X names them.
  package var modifiers: [String]
  /// All that the bar told of it: a JSON object; empty where no bar did.
  package var object: [UInt8]

  package init(
    metric: String?, instance: String? = nil, button: Int, places: [String: Double] = [:],
    modifiers: [String] = [], object: [UInt8] = []
  ) {
    self.metric = metric
    self.instance = instance
    self.button = button
    self.places = places
    self.modifiers = modifiers
    self.object = object
  }
}
