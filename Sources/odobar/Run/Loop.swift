import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
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
  private let stepperValues: StepperValues?
  /// What is wanted of motion, if anybody asks.
  private let motion: MotionWatch?
  let feeds: Feeds
  private let history: HistoryFile?
  private var outcome: ExitCode?
  /// Messages for which there is no room while a feed draws on the whole of a terminal.
  private var held: [Diagnostic] = []
  private static let heldLimit = 32

  init(
    engine: Engine, environment: Environment, console: DiagnosticPrinter, ownsTerminal: Bool,
    history: HistoryFile? = nil, stepperValues: StepperValues? = nil, motion: MotionWatch? = nil
  ) throws(SystemCallError) {
    self.engine = engine
    self.motion = motion
    self.console = console
    self.history = history
    self.stepperValues = stepperValues
    signals = try Signals(Signal.handled + (ownsTerminal ? [.terminalStop] : []))
    sources = SourceProcesses(watches, inbox, environment: environment.entries)
    feeds = Feeds(watches, inbox)
    history?.complain = { [unowned self] in report($0) }
    watches.watch(signals.descriptor.number, for: .readable) { [unowned self] _ in takeSignals() }
  }

  /// Runs until somebody says that it is over.
  func run() -> ExitCode {
    inbox.append(.began)
    var isShown = false
    while outcome == nil {
      let batch = inbox.taken()
      if batch.isEmpty {
        // The first frame is out: only now is there time for anything else.
        if !isShown { watchMotion() }
        isShown = true
        wait(until: deadline)
      } else {
        // What came of the last effects is handled before anything is waited for.
        handle(batch)
      }
    }
    // Nothing is begun any more, and what outputs changed is restored.
    handle(inbox.taken() + [.stopped])
    feeds.closeAll()
    for diagnostic in held { console.report(diagnostic) }
    sources.shutDown()
    return outcome ?? .success
  }

  /// Tells the engine something before the run begins.
  func tell(_ event: Event) { inbox.append(event) }

  /// Runs until all sources that a subject shows have answered, or so many nanoseconds.
  ///
  /// - Returns: What an output draws of it then.
  func picture(
    of subject: FeedSubject, as output: any Output, within patience: Int64
  ) -> [UInt8] {
    let end = MonotonicClock.now + patience
    inbox.append(.feedOpened(Self.unseen, subject, output))
    inbox.append(.began)
    while outcome == nil {
      let batch = inbox.taken()
      if !batch.isEmpty {
        handle(batch)
      } else if engine.hasAnswers || MonotonicClock.now >= end {
        break
      } else {
        wait(until: min(deadline ?? end, end))
      }
    }
    let now = Instant(nanoseconds: MonotonicClock.now)
    let picture = engine.line(of: Self.unseen, at: now) ?? []
    handle(inbox.taken() + [.stopped])
    sources.shutDown()
    return picture
  }

  /// A feed that nobody reads but ourselves.
  private static let unseen = FeedID(-1)

  /// Ends the run; the first to say so gives the exit status.
  func finish(_ code: ExitCode) { outcome = outcome ?? code }

  private func wait(until deadline: Int64?) {
    do throws(SystemCallError) {
      if try !watches.wait(until: deadline) { inbox.append(.woke) }
      sources.listenAgain()
      motion?.look()
    } catch {
      console.complain("\(error)")
      finish(.failure)
    }
  }

  private func watchMotion() {
    motion?.begin(watches, Errands(watches, sources.children)) { [unowned self] in
      inbox.append(.motionLimited($0))
    }
  }

  private var deadline: Int64? {
    [engine.deadline?.nanoseconds, sources.deadline].compactMap(\.self).min()
  }

  private func handle(_ events: [Event]) {
    guard !events.isEmpty else { return }
    let now = Instant(nanoseconds: MonotonicClock.now)
    let wall = WallTime(seconds: WallClock.now)
    for effect in engine.handle([.clock(wall)] + events, at: now) { perform(effect) }
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
    case .keep(let records): history?.append(records)
    case .recall: inbox.append(.recalled(history?.records() ?? []))
    case .keepValues(let values): stepperValues?.keep(values)
    case .report(let diagnostic): report(diagnostic)
    }
  }

  func report(_ diagnostic: Diagnostic) {
    if feeds.holdMessages {
      if held.count < Self.heldLimit, !held.contains(diagnostic) { held.append(diagnostic) }
    } else {
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
      case .windowChanged: feeds.redrawTerminals()
      case .proceed:
        // Whoever was in the foreground meanwhile may have drawn over the line.
        feeds.reclaimTerminals()
      case let signal:
        guard let offset = signal.realTimeOffset else { continue }
        for source in engine.configuration.sources where source.signal == Int(offset) {
          inbox.append(.refreshed(source.name))
        }
      }
    }
  }
}
