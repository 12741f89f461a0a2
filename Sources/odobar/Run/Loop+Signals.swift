import FeedConfig
import FeedEngine
import FeedSystem

extension Loop {
  /// Runs for one feed that this process works for alone.
  func run(for feed: FeedID) -> ExitCode {
    takeSignal = { [unowned self] signal in if take(signal, of: feed) { Signals.stopSelf() } }
    return run()
  }

  /// Does what a signal asks of all feeds, whoever got it.
  ///
  /// - Returns: false for signals that mean one feed or one process.
  func takeCommon(_ received: ReceivedSignal) -> Bool {
    let signal = received.signal
    if signal == .user1 {
      refresh(except: received.group) { _ in true }
    } else if signal == .hangUp {
      _ = reloader?.reload()
    } else if let offset = signal.realTimeOffset {
      refresh(except: received.group) { $0.signal == Int(offset) }
    } else {
      return false
    }
    return true
  }

  /// Refreshes sources, but not the one that asks for it itself: it would do so without end.
  private func refresh(except group: Int32, _ isMeant: (SourceConfiguration) -> Bool) {
    let own = sources.source(ofGroup: group).flatMap { engine.name(of: $0) }
    if own == nil, engine.configuration.sources.allSatisfy(isMeant) {
      return inbox.append(.refreshed(nil))
    }
    for source in engine.configuration.sources where isMeant(source) && source.name != own {
      inbox.append(.refreshed(source.name))
    }
  }

  /// Does what a signal asks that the process of a feed got.
  ///
  /// - Returns: Whether that process is to stop now, as its terminal asked.
  func take(_ received: ReceivedSignal, of feed: FeedID) -> Bool {
    let drawsInTerminal = feeds.inTerminals.contains(feed)
    switch received.signal {
    case .terminate, .interrupt, .quit: inbox.append(.feedEnded(feed))
    // The terminal has gone.
    case .hangUp where drawsInTerminal: inbox.append(.feedEnded(feed))
    case .terminalStop:
      feeds.pause(feed)
      return drawsInTerminal
    case .proceed: feeds.resume(feed)
    case .windowChanged:
      if drawsInTerminal { feeds.redraw([feed]) }
      feeds.review([feed])
    default: _ = takeCommon(received)
    }
    return false
  }
}
