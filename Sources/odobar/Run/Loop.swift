import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// The one place where the engine meets the world: waits, turns what is ready into events, and
/// carries out the effects.
final class Loop {
  private(set) var engine: Engine
  let watches = Watches()
  let inbox = Inbox()
  let reporter: Reporter
  let feeds: Feeds
  /// What else wants to be called when its time has come.
  var timers: [any LoopTimer] = []
  /// What reads the config again.
  var reloader: Reloader?
  /// What is done at each signal that this process gets.
  var takeSignal: (ReceivedSignal) -> Void = { _ in }
  private let signals: Signals
  private let clock: ClockWatch?
  let sources: SourceProcesses
  private var history: HistoryFile?
  private var stepperValues: StepperValues?
  /// What is wanted of motion, if anybody asks.
  private let motion: MotionWatch?
  private var watchesMotion = false
  private let environment: Environment
  private var ending: Ending?

  /// How the run ends.
  private struct Ending {
    var code: ExitCode
    /// Whether outputs restore what they changed.
    var restores: Bool
  }

  init(
    engine: Engine, environment: Environment, reporter: Reporter, history: HistoryFile? = nil,
    stepperValues: StepperValues? = nil, motion: MotionWatch? = nil
  ) throws(SystemCallError) {
    self.engine = engine
    self.reporter = reporter
    self.motion = motion
    self.environment = environment
    signals = try Signals()
    clock = try? ClockWatch()
    let floods = Floods(watches)
    sources = SourceProcesses(
      watches, floods, inbox, reporter, environment: environment.entries)
    feeds = Feeds(watches, floods, inbox, reporter)
    timers += [feeds, floods]
    keep(history, stepperValues)
    watches.watch(signals.descriptor.number, for: .readable) { [unowned self] _ in takeSignals() }
    if let number = clock?.descriptor.number {
      watches.watch(number, for: .readable) { [unowned self] _ in
        clock?.acknowledge()
        inbox.append(.woke)
      }
    }
  }

  private func keep(_ history: HistoryFile?, _ stepperValues: StepperValues?) {
    self.history = history
    self.stepperValues = stepperValues
    history?.complain = reporter.report
    stepperValues?.complain = reporter.complain
  }

  /// Goes on with a config that has been read anew.
  func reconfigure(_ loaded: ConfigLoader.Loaded) {
    let settings = engine.configuration.output
    // Of one file there is one writer.
    keep(nil, nil)
    let values = StepperValues(of: loaded, environment: environment)
    keep(HistoryFile(of: loaded, environment: environment), values)
    motion?.take(loaded.configuration.motion)
    reporter.stand(loaded.diagnostics, loaded.printer)
    handleNow([
      .reconfigured(loaded.configuration, kept: values?.load() ?? [:]), .configFaulted(nil),
    ])
    if settings != loaded.configuration.output { feeds.redraw(feeds.all) }
    feeds.turnAll()
  }

  /// Runs until somebody says that it is over.
  func run() -> ExitCode {
    inbox.append(.began)
    while ending == nil { step(until: nil) }
    if ending?.restores ?? true {
      // Nothing is begun any more, and what outputs changed is restored.
      handle(inbox.taken() + [.stopped])
      feeds.closeAll()
    } else {
      handle([.replaced])
    }
    sources.shutDown()
    return ending?.code ?? .success
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
    while ending == nil {
      if inbox.isEmpty, engine.hasAnswers || MonotonicClock.now >= end { break }
      step(until: end)
    }
    let now = Instant(nanoseconds: MonotonicClock.now)
    let picture = engine.line(of: Self.unseen, at: now) ?? []
    handle(inbox.taken() + [.stopped])
    sources.shutDown()
    return picture
  }

  /// A feed that nobody reads but ourselves.
  private static let unseen = FeedID(-1)

  /// Ends the run; the first to say so decides.
  func finish(_ code: ExitCode, restores: Bool = true) {
    ending = ending ?? Ending(code: code, restores: restores)
  }

  /// Tells the engine what has happened; where nothing has, waits for it.
  private func step(until limit: Int64?) {
    // What came of the last effects is handled before anything is waited for.
    let batch = inbox.taken()
    if !batch.isEmpty { return handle(batch) }
    // The first frame is out: only now is there time for anything else.
    watchMotion()
    do throws(SystemCallError) {
      let isReady = try watches.wait(until: [deadline, limit].compactMap(\.self).min())
      if !isReady { inbox.append(.woke) }
    } catch {
      reporter.complain("\(error)")
      return finish(.failure)
    }
    motion?.look()
    let now = MonotonicClock.now
    for timer in timers where timer.deadline.map({ $0 <= now }) ?? false { timer.timeHasCome() }
  }

  private func watchMotion() {
    guard !watchesMotion else { return }
    watchesMotion = true
    motion?.begin(watches, Errands(watches, sources.children)) { [unowned self] in
      inbox.append(.motionLimited($0))
    }
  }

  private var deadline: Int64? {
    ([engine.deadline?.nanoseconds] + timers.map(\.deadline)).compactMap(\.self).min()
  }

  /// Tells the engine at once, after what has happened before.
  func handleNow(_ events: [Event]) { handle(inbox.taken() + events) }

  private func handle(_ events: [Event]) {
    let now = Instant(nanoseconds: MonotonicClock.now)
    let wall = WallTime(seconds: WallClock.now)
    for effect in engine.handle([.clock(wall)] + events, at: now) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .begin(let id, let header): feeds.begin(header, for: id)
    case .write(let id, let line): feeds.write(line, to: id)
    case .close(let id): feeds.close(id)
    case .start(let id, let launch): sources.start(id, launch)
    case .send(let id, let line): sources.send(line, to: id)
    case .terminate(let id): sources.terminate(id)
    case .kill(let id): sources.kill(id)
    case .signal(let id, let number): sources.signal(id, Signal(rawValue: number))
    case .launch(let arguments): sources.launch(arguments, in: engine.configuration.folder)
    case .keep(let records): history?.append(records)
    case .recall: inbox.append(.recalled(history?.records() ?? []))
    case .keepValues(let values): stepperValues?.keep(values)
    case .report(let diagnostic): reporter.report(diagnostic)
    }
  }

  private func takeSignals() {
    let all = (try? signals.received()) ?? []
    for received in all where received.signal != .childEnded { takeSignal(received) }
    if all.contains(where: { $0.signal == .childEnded }) { sources.reap() }
  }
}

/// A part of the loop that has something to do by itself.
protocol LoopTimer: AnyObject {
  /// Nanoseconds of `MonotonicClock`; nil while there is nothing to do.
  var deadline: Int64? { get }
  func timeHasCome()
}
