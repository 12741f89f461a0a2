import FeedConfig
import FeedCore
import FeedOutput

extension Engine {
  /// Somebody types where a feed draws.
  mutating func typed(_ bytes: [UInt8], at id: FeedID, _ now: Instant) {
    guard let index = feeds.firstIndex(where: { $0.id == id }) else { return }
    let inputs = feeds[index].keys.read(bytes, at: now)
    for input in inputs { obey(input, at: id, now) }
  }

  /// An ESC that nothing followed was a key.
  mutating func expireKeys(at now: Instant) {
    for feed in feeds {
      guard let due = feed.keys.deadline, due <= now,
        let index = feeds.firstIndex(where: { $0.id == feed.id })
      else { continue }
      let inputs = feeds[index].keys.expire(at: now)
      for input in inputs { obey(input, at: feed.id, now) }
    }
  }

  private mutating func obey(_ input: TerminalInput, at id: FeedID, _ now: Instant) {
    // A key before this one may have ended the feed.
    guard let index = feeds.firstIndex(where: { $0.id == id }),
      let output = feeds[index].output as? any InteractiveOutput
    else { return }
    refreshPanel(at: now)
    let frame = frame(of: feeds[index], at: clock.sample(at: now))
    switch output.command(for: input, on: frame) {
    case .period(let number):
      let periods = configuration.panel.periods
      if periods.indices.contains(number) { changePeriod(periods[number].name, at: now) }
    case .refresh: refresh(nil, at: now)
    case .scroll(let line):
      feeds[index].view.scroll = line
      changed()
    case .toggleHelp:
      feeds[index].view.showsHelp.toggle()
      changed()
    case .quit: end(id)
    case .background(let color):
      feeds[index].view.background = color
      changed()
    case .foreground(let color):
      feeds[index].view.foreground = color
      changed()
    case nil: break
    }
  }
}
