import FeedConfig
import FeedEngine
import FeedOutput
import FeedSystem

/// All feeds that are open: carries lines to their readers, and tells what readers do.
final class Feeds: LoopTimer {
  private let watches: Watches
  private let floods: Floods
  private let inbox: Inbox
  private let reporter: Reporter
  private var channels: [FeedID: FeedChannel] = [:]
  private var count = 0
  /// Those whose readers have to be looked at again by themselves.
  private var retrying: Set<FeedID> = []

  init(_ watches: Watches, _ floods: Floods, _ inbox: Inbox, _ reporter: Reporter) {
    self.watches = watches
    self.floods = floods
    self.inbox = inbox
    self.reporter = reporter
    reporter.makeRoom = { [unowned self] in clearTerminals() }
    reporter.hasToWait = { [unowned self] in fillTerminals }
  }

  var isEmpty: Bool { channels.isEmpty }

  /// All of them, in the order in which they were opened.
  var all: [FeedID] { channels.keys.sorted { $0.number < $1.number } }

  /// Those that draw in a terminal.
  var inTerminals: [FeedID] { all.filter { channels[$0]?.drawsInTerminal ?? false } }

  /// Whether one of them draws on the whole of a terminal: messages there have to wait.
  private var fillTerminals: Bool {
    channels.values.contains { $0.drawsInTerminal && $0.isFullScreen }
  }

  // MARK: Opening and closing

  @discardableResult
  func open(_ setup: FeedSetup) -> FeedID {
    let id = FeedID(count)
    count += 1
    let channel = FeedChannel(id, setup)
    channels[id] = channel
    reporter.add(channel.errors)
    watches.watch(channel.writer.number, for: []) { [unowned self] in isReady(id, $0) }
    if let input = channel.input {
      watches.watch(input.descriptor.number, for: .readable) { [unowned self] _ in read(from: id) }
    }
    inbox.append(
      .feedOpened(id, setup.subject, channel.output, isContinued: setup.isContinued))
    // It has to say first what it wants.
    if channel.dialogue != nil { inbox.append(.feedPaused(id)) }
    return id
  }

  /// Lets go of a feed; nothing that was begun is finished.
  func close(_ id: FeedID, _ end: FeedEnd = FeedEnd()) {
    guard let channel = channels.removeValue(forKey: id) else { return }
    watches.forget(channel.writer.number)
    retrying.remove(id)
    if let input = channel.input { forget(input) }
    channel.giveBack()
    if !fillTerminals { reporter.sayRest() }
    reporter.remove(channel.errors)
    channel.whenOver(end)
  }

  func closeAll() {
    for id in all { close(id) }
  }

  private func lose(_ id: FeedID, _ end: FeedEnd = FeedEnd()) {
    inbox.append(.feedClosed(id))
    var end = end
    // A client of tmux is gone before one knows why.
    if channels[id]?.dialogue != nil { end.comesAgain = true }
    close(id, end)
  }

  // MARK: Readers

  private func isReady(_ id: FeedID, _ ready: Readiness) {
    guard let channel = channels[id] else { return }
    if !ready.isWritable, ready.isBroken || ready.isHungUp { return lose(id) }
    goOn(channel)
  }

  private func goOn(_ channel: FeedChannel) {
    take(channel.writer.flush(), for: channel.id)
    guard channels[channel.id] === channel else { return }
    if channel.dialogue != nil { return speak(channel) }
    if channel.writer.isReady { inbox.append(.feedReady(channel.id)) }
    settle(channel)
  }

  var deadline: Int64? {
    retrying.isEmpty ? nil : retrying.compactMap { channels[$0]?.writer.retryAt }.min()
  }

  func timeHasCome() {
    let now = MonotonicClock.now
    for id in retrying {
      guard let channel = channels[id], let due = channel.writer.retryAt, due <= now else {
        continue
      }
      goOn(channel)
    }
  }

  private func read(from id: FeedID) {
    guard let channel = channels[id], let input = channel.input else { return }
    let reading = input.read(for: id)
    inbox.append(contentsOf: reading.events)
    if reading.isFlood { floods.pause(input.descriptor.number) }
    if channel.dialogue != nil {
      return reading.isOver ? lose(id) : speak(channel)
    }
    guard reading.isOver else { return }
    // The end of the input is no end of the bar: only the output's reader tells.
    forget(input)
    channel.endInput()
  }

  private func forget(_ input: any FeedInput) {
    floods.forget(input.descriptor.number)
    watches.forget(input.descriptor.number)
  }

  // MARK: Lines

  /// Writes what comes before all lines; the engine says it again until it is out.
  func begin(_ header: [UInt8], for id: FeedID) {
    guard let channel = channels[id] else { return }
    let outcome = channel.writer.write(header)
    take(outcome, for: id)
    guard outcome == .written || outcome == .partial else { return }
    inbox.append(.feedBegun(id))
    channel.hasBegun()
  }

  func write(_ line: [UInt8], to id: FeedID) {
    guard let channel = channels[id] else { return }
    if let dialogue = channel.dialogue {
      if !dialogue.take(line) { inbox.append(.feedBusy(id)) }
      return speak(channel)
    }
    let outcome = channel.writer.write(line)
    if outcome == .written || outcome == .partial { channel.hasBegun() }
    take(outcome, for: id)
    switch outcome {
    case .busy: inbox.append(.feedBusy(id))
    case .partial: inbox.append(.feedBlocked(id))
    case .written, .closed, .failed: break
    }
    settle(channel)
  }

  /// Writes what a dialogue has to say, as soon as there is room.
  private func speak(_ channel: FeedChannel) {
    guard let dialogue = channel.dialogue, !dialogue.pending.isEmpty else {
      return settle(channel)
    }
    switch channel.writer.write(dialogue.pending) {
    case .written, .partial: dialogue.pending = []
    case .busy: break
    case .closed, .failed: return lose(channel.id)
    }
    settle(channel)
  }

  /// Somebody has clicked where a feed is shown whose reader is spoken with.
  func click(_ id: FeedID, _ button: ClickButton, at place: String) {
    guard let channel = channels[id], let dialogue = channel.dialogue else { return }
    inbox.append(contentsOf: dialogue.click(id, button: button.number, at: place))
    speak(channel)
  }

  /// Has the readers of these feeds asked what they want.
  func review(_ feeds: [FeedID]) {
    for id in feeds {
      guard let channel = channels[id], let dialogue = channel.dialogue else { continue }
      dialogue.review()
      speak(channel)
    }
  }

  /// The config is another: readers that are spoken with may want other metrics.
  func turnAll() {
    for id in all { inbox.append(contentsOf: channels[id]?.dialogue?.turn(id) ?? []) }
  }

  /// What becomes of a feed with the outcome of a write.
  private func take(_ outcome: WriteOutcome, for id: FeedID) {
    switch outcome {
    case .written, .busy, .partial: break
    case .closed: lose(id)
    case .failed(let error):
      lose(id, FeedEnd(code: .failure, complaint: "cannot write the output: \(error.reason)"))
    }
  }

  private func settle(_ channel: FeedChannel) {
    guard channels[channel.id] === channel else { return }
    watches.change(channel.writer.number, to: channel.writer.interest)
    if channel.writer.retryAt != nil {
      retrying.insert(channel.id)
    } else if !retrying.isEmpty {
      retrying.remove(channel.id)
    }
  }

  // MARK: Places where feeds draw

  /// Makes the outputs of these feeds anew: the places where they draw have changed.
  func redraw(_ feeds: [FeedID]) {
    for id in feeds {
      if let channel = channels[id] { inbox.append(.feedResized(id, channel.output)) }
    }
  }

  /// Clears the lines in terminals, for a message in their place; they are drawn again below it.
  private func clearTerminals() {
    for id in inTerminals { channels[id]?.clearLine() }
    redraw(inTerminals)
  }

  /// The process of a feed is about to be stopped, or its bar is hidden.
  func pause(_ id: FeedID) {
    guard let channel = channels[id] else { return }
    channel.leaveTerminal()
    listen(to: channel, for: [])
    inbox.append(.feedPaused(id))
  }

  /// What is typed while a panel is stopped is for whoever has the terminal then; an engine that
  /// works for it is not stopped.
  private func listen(to channel: FeedChannel, for interest: Interest) {
    guard channel.drawsInTerminal, let input = channel.input else { return }
    floods.forget(input.descriptor.number)
    watches.change(input.descriptor.number, to: interest)
  }

  /// The process of a feed goes on.
  func resume(_ id: FeedID) {
    guard let channel = channels[id] else { return }
    channel.enterTerminal()
    listen(to: channel, for: .readable)
    // Whoever was in the foreground meanwhile may have drawn over the line.
    if channel.drawsInTerminal { redraw([id]) }
    inbox.append(.feedResumed(id))
  }
}
