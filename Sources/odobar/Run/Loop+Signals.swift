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
  func takeCommon(_ signal: Signal) -> Bool {
    if signal == .user1 {
      inbox.append(.refreshed(nil))
    } else if signal == .hangUp {
      _ = reloader?.reload()
    } else if let offset = signal.realTimeOffset {
      for source in engine.configuration.sources where source.signal == Int(offset) {
        inbox.append(.refreshed(source.name))
      }
    } else {
      return false
    }
    return true
  }

  /// Does what a signal asks that the process of a feed got.
  ///
  /// - Returns: Whether that process is to stop now, as its terminal asked.
  func take(_ signal: Signal, of feed: FeedID) -> Bool {
    let drawsInTerminal = feeds.inTerminals.contains(feed)
    switch signal {
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
    default: _ = takeCommon(signal)
    }
    return false
  }
}
