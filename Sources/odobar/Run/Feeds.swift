import FeedEngine
import FeedOutput
import FeedSystem

/// All feeds that are open: carries lines to their readers, and tells what readers do.
final class Feeds {
  private let watches: Watches
  private let inbox: Inbox
  private var channels: [FeedID: FeedChannel] = [:]
  private var count = 0

  init(_ watches: Watches, _ inbox: Inbox) {
    self.watches = watches
    self.inbox = inbox
  }

  var isEmpty: Bool { channels.isEmpty }

  /// Those that draw in a terminal.
  private var inTerminals: [FeedChannel] { channels.values.filter(\.drawsInTerminal) }

  var drawInTerminals: Bool { !inTerminals.isEmpty }

  /// Whether messages have to wait until a terminal is given back.
  var holdMessages: Bool {
    Terminal.isTerminal(2) && inTerminals.contains(where: \.setup.isFullScreen)
  }

  // MARK: Opening and closing

  @discardableResult
  func open(_ setup: FeedSetup) -> FeedID {
    let id = FeedID(count)
    count += 1
    let channel = FeedChannel(id, setup)
    channels[id] = channel
    watches.watch(channel.writer.number, for: []) { [unowned self] in isReady(id, $0) }
    if let input = channel.input {
      watches.watch(input.descriptor.number, for: .readable) { [unowned self] _ in read(from: id) }
    }
    inbox.append(.feedOpened(id, setup.subject, setup.makeOutput()))
    return id
  }

  /// Lets go of a feed; nothing that was begun is finished.
  func close(_ id: FeedID, _ code: ExitCode = .success) {
    guard let channel = channels.removeValue(forKey: id) else { return }
    watches.forget(channel.writer.number)
    if let input = channel.input { watches.forget(input.descriptor.number) }
    channel.giveBack()
    channel.setup.whenOver(code)
  }

  func closeAll() {
    for id in channels.keys.sorted(by: { $0.number < $1.number }) { close(id) }
  }

  private func lose(_ id: FeedID, _ code: ExitCode) {
    inbox.append(.feedClosed(id))
    close(id, code)
  }

  // MARK: Readers

  private func isReady(_ id: FeedID, _ ready: Readiness) {
    guard let channel = channels[id] else { return }
    if !ready.isWritable, ready.isBroken || ready.isHungUp { return lose(id, .success) }
    take(channel.writer.flush(), for: id)
    guard channels[id] != nil else { return }
    if channel.writer.interest == [] { inbox.append(.feedReady(id)) }
    settle(channel)
  }

  private func read(from id: FeedID) {
    guard let channel = channels[id], let input = channel.input else { return }
    let (events, isOver) = input.read(for: id)
    inbox.append(contentsOf: events)
    guard isOver else { return }
    // The end of the input is no end of the bar: only the output's reader tells.
    watches.forget(input.descriptor.number)
    channel.input = nil
    input.release()
  }

  // MARK: Lines

  func write(_ line: [UInt8], to id: FeedID) {
    guard let channel = channels[id] else { return }
    let outcome = channel.writer.write(line)
    take(outcome, for: id)
    switch outcome {
    case .busy: inbox.append(.feedBusy(id))
    case .partial: inbox.append(.feedBlocked(id))
    case .written, .closed, .failed: break
    }
    settle(channel)
  }

  /// What becomes of a feed with the outcome of a write.
  private func take(_ outcome: WriteOutcome, for id: FeedID) {
    switch outcome {
    case .written, .busy, .partial: break
    case .closed: lose(id, .success)
    case .failed(let error):
      Console.complain("cannot write the output: \(error.reason)")
      lose(id, .failure)
    }
  }

  private func settle(_ channel: FeedChannel) {
    guard channels[channel.id] === channel else { return }
    watches.change(channel.writer.number, to: channel.writer.interest)
  }

  // MARK: Terminals

  /// Draws the lines in terminals anew: their size may have changed, or what is beside them.
  func redrawTerminals() {
    for channel in inTerminals {
      inbox.append(.feedResized(channel.id, channel.setup.makeOutput()))
    }
  }

  /// Somebody else may have changed the terminals while we were stopped.
  func reclaimTerminals() {
    for channel in inTerminals { channel.input?.acquire() }
    redrawTerminals()
  }

  /// Clears the lines in terminals, for a message in their place; they are drawn again below it.
  func clearTerminals() {
    for channel in inTerminals {
      Console.write(Array("\r\u{1b}[K".utf8), to: channel.setup.target.number)
    }
    redrawTerminals()
  }

  /// Stops this process as its terminal asked; returns when it goes on.
  func stopSelf() {
    let channels = inTerminals
    for channel in channels { channel.leaveTerminal() }
    Signals.stopSelf()
    for channel in channels { channel.enterTerminal() }
  }
}
