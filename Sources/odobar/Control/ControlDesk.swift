import FeedCore
import FeedEngine
import FeedSystem

/// Answers what is asked of a running engine.
struct ControlDesk {
  let loop: Loop
  /// The absolute path of its config.
  let config: String
  let startedAt = MonotonicClock.now

  /// What is said to a request; `visitors` are all who have connected.
  func answer(_ request: Request, _ visitors: [Visitor]) -> Reply {
    switch request {
    case .command(let command): return answer(command)
    case .status(let isJSON):
      let report = StatusReport(
        loop.engine.status(at: Instant(nanoseconds: MonotonicClock.now)), config: config,
        uptime: MonotonicClock.now - startedAt, visitors)
      return .done(isJSON ? report.json : report.text)
    case .press(let server, let button, let place):
      let feed = visitors.first { $0.request?.tmuxServer == server }?.feed
      guard let feed else {
        return .failed(ExitCode.unavailable.rawValue, "the tmux server is not fed by this engine")
      }
      loop.feeds.click(feed, button, at: place)
      return .done("")
    case .reload: return reload()
    case .attach, .signal: return .failed(ExitCode.usage.rawValue, "not a question")
    }
  }

  private func reload() -> Reply {
    switch loop.reloader?.reload() {
    case .replaced(let configuration): return .done("reloaded: \(configuration.counts)")
    case .kept(let faults):
      // An answer is one packet.
      var lines = faults.prefix(20).map(\.summary)
      if faults.count > lines.count { lines.append("\(faults.count - lines.count) more faults") }
      lines.append("the config before it is still in use")
      return .failed(ExitCode.configuration.rawValue, lines.joined(separator: "\nodobar: "))
    case nil: return .failed(ExitCode.unavailable.rawValue, "the config is no file")
    }
  }

  private func answer(_ command: ControlCommand) -> Reply {
    // What has come before is taken in before.
    loop.handleNow([])
    switch loop.engine.verdict(on: command) {
    case .unknown(let problem): return .failed(ExitCode.usage.rawValue, problem)
    case .useless(let problem): return .failed(ExitCode.failure.rawValue, problem)
    case .accepted(let events):
      loop.handleNow(events)
      return .done(loop.engine.outcome(of: command))
    }
  }
}
