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
  case panel
  /// Metrics by name, in order.
  case metrics([String])

  /// What it names; nil for what has no name.
  var name: String? {
    switch self {
    case .bar(let name): name
    case .metric(let name), .either(let name): name
    case .panel, .metrics: nil
    }
  }
}

/// One consumer as the engine sees it.
struct Feed: Sendable {
  let id: FeedID
  var subject: FeedSubject
  var output: any Output { didSet { drawn = [] } }
  /// Indices of the metrics it shows, in order.
  var metrics: [Int] = [] { didSet { drawn = [] } }
  /// The blocks of these as they were drawn last; empty when none were.
  private(set) var drawn: [DrawnBlock] = []
  /// Sources all of whose words it shows, by position among `metrics`.
  var streams: [(position: Int, source: Int)] = []
  /// Names in the bar that stand for something broken, by position among `metrics`.
  var failures: [(position: Int, name: String, diagnostic: Diagnostic)] = []
  /// The line that was written last; nil when none was.
  private(set) var lastLine: [UInt8]?
  /// The line before it: the last one again if the reader had no room for the newer.
  private var lineBefore: [UInt8]?
  /// The reader has not taken the last line yet.
  private(set) var isBlocked = false
  /// Nobody looks.
  private(set) var isPaused = false
  /// Lines can be written to it.
  var isOpen: Bool { !isBlocked && !isPaused }
  /// It gets its newest frame at once: it is new, or its reader was not ready for a while.
  var isBehind = true

  /// How somebody looks at the panel.
  var view = PanelFrame.View()
  /// What is typed where it is drawn.
  var keys = KeyParser()

  /// The output's header is out.
  var hasBegun: Bool

  /// When the last line is said again; nil when nothing is to be repeated.
  private(set) var repeatAt: Instant?

  init(id: FeedID, subject: FeedSubject, output: any Output, hasBegun: Bool) {
    self.id = id
    self.hasBegun = hasBegun || output.header.isEmpty
    self.subject = subject
    self.output = output
  }

  /// Gives the blocks that were drawn last away, to be changed and put back: one a metric.
  mutating func takeDrawn() -> [DrawnBlock] {
    var blocks: [DrawnBlock] = []
    swap(&blocks, &drawn)
    if blocks.count != metrics.count {
      blocks = Array(repeating: DrawnBlock(), count: metrics.count)
    }
    return blocks
  }

  mutating func putBack(_ blocks: [DrawnBlock]) { drawn = blocks }

  /// Takes a line as written; false when it is the last one again.
  mutating func take(_ line: [UInt8], at now: Instant) -> Bool {
    guard line != lastLine else { return false }
    repeatAt = output.repeatsAfter.map { now + $0 }
    lineBefore = lastLine
    lastLine = line
    return true
  }

  /// Nothing is written before the reader is ready again; what of the last line was, `isLost` says.
  mutating func block(isLost: Bool) {
    isBlocked = true
    if isLost { lastLine = lineBefore }
  }

  mutating func ready() {
    guard isBlocked else { return }
    isBlocked = false
    isBehind = true
  }

  mutating func pause() { isPaused = true }

  /// What was on screen may be as old as can be.
  mutating func resume() {
    guard isPaused else { return }
    isPaused = false
    isBehind = true
  }

  /// The line that is due to be said again, once.
  mutating func repetition(at now: Instant) -> [UInt8]? {
    guard let due = repeatAt, due <= now, isOpen else { return nil }
    repeatAt = nil
    return lastLine
  }

  /// What was drawn is no longer there.
  mutating func forget() { (lastLine, lineBefore) = (nil, nil) }
}
