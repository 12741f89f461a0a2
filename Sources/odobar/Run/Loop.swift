import FeedConfig
import FeedCore
import FeedEngine
import FeedSystem

/// The one place where the engine meets the world: waits, turns what is ready into events, and
/// carries out the effects.
final class Loop {
  private var engine: Engine
  private let console: DiagnosticPrinter
  private let signals: Signals
  private let watches = Watches()
  private let inbox = Inbox()
  private let sources: SourceProcesses
  let feeds: Feeds
  private var outcome: ExitCode?

  init(
    engine: Engine, environment: Environment, console: DiagnosticPrinter, ownsTerminal: Bool
  ) throws(SystemCallError) {
    self.engine = engine
    self.console = console
    signals = try Signals(Signal.handled + (ownsTerminal ? [.terminalStop] : []))
    sources = SourceProcesses(watches, inbox, environment: environment.entries)
    feeds = Feeds(watches, inbox)
    watches.watch(signals.descriptor.number, for: .readable) { [unowned self] _ in takeSignals() }
  }

  /// Runs until somebody says that it is over.
  func run() -> ExitCode {
    inbox.append(.began)
    while outcome == nil {
      let batch = inbox.taken()
      if batch.isEmpty {
        wait()
      } else {
        // What came of the last effects is handled before anything is waited for.
        handle(batch)
      }
    }
    // Nothing is begun any more, and what outputs changed is restored.
    handle(inbox.taken() + [.stopped])
    sources.shutDown()
    return outcome ?? .success
  }

  /// Ends the run; the first to say so gives the exit status.
  func finish(_ code: ExitCode) { outcome = outcome ?? code }

  private func wait() {
    do throws(SystemCallError) {
      if try !watches.wait(until: deadline) { inbox.append(.woke) }
      sources.listenAgain()
    } catch {
      console.complain("\(error)")
      finish(.failure)
    }
  }

  private var deadline: Int64? {
    [engine.deadline?.nanoseconds, sources.deadline].compactMap(\.self).min()
  }

  private func handle(_ events: [Event]) {
    guard !events.isEmpty else { return }
    let now = Instant(nanoseconds: MonotonicClock.now)
    for effect in engine.handle(events, at: now) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .write(let id, let line): feeds.write(line, to: id)
    case .close(let id): feeds.close(id)
    case .start(let id, let launch): sources.start(id, launch)
    case .send(let id, let line): sources.send(line, to: id)
    case .terminate(let id): sources.terminate(id)
    case .kill(let id): sources.kill(id)
    case .launch(let arguments): sources.launch(arguments, in: engine.configuration.folder)
    case .report(let diagnostic):
      feeds.clearTerminals()
      console.report(diagnostic)
    }
  }

  private func takeSignals() {
    guard let received = try? signals.received() else { return }
    for item in received {
      switch item.signal {
      case .terminate, .interrupt, .hangUp, .quit: finish(.success)
      case .childEnded: sources.reap()
      case .user1: inbox.append(.refreshed(nil))
      case .terminalStop:
        // The shell gets its terminal as it was, and we take it back when it lets us go on.
        feeds.stopSelf()
      case .windowChanged, .proceed:
        // Whoever was in the foreground meanwhile may have drawn over the line.
        feeds.redrawTerminals()
      case let signal:
        guard let offset = signal.realTimeOffset else { continue }
        for source in engine.configuration.sources where source.signal == Int(offset) {
          inbox.append(.refreshed(source.name))
        }
      }
    }
  }
}
