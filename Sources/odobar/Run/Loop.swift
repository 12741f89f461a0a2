import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import FeedSystem

/// The one place where the engine meets the world: waits, turns what is ready into events, and
/// carries out the effects.
final class Loop {
  /// What a descriptor belongs to.
  private enum Role {
    case signals
    case clicks
    case feed
    case output(SourceID)
    case errors(SourceID)
  }

  private var engine: Engine
  private let feed = FeedID(0)
  private let subject: FeedSubject
  /// Makes the output anew, as the terminal's size wants it.
  private let makeOutput: () -> any Output
  private let console: DiagnosticPrinter
  private let signals: Signals
  private let writer: FeedWriter
  private var clicks: ClickInput?
  private let children: Children
  private var processes: [SourceID: Child] = [:]
  private let environment: [String]
  private let drawsInTerminal: Bool
  private var poller = Poller()
  private var roles: [Int32: Role] = [:]
  private var events: [Event] = []
  private var bytes: [UInt8] = []
  private var outcome: ExitCode?
  /// Nobody reads any more, or nothing can be written.
  private var isFeedGone = false
  /// Sources that write faster than anyone could see, and when they are listened to again.
  private var floods: Set<Int32> = []
  private var floodsEnd: Int64?
  /// As much as a pipe holds is read of a source at a time.
  private static let chunk = 1 << 16
  /// A source that fills its pipe waits as long as a frame lasts.
  private static let floodPause: Int64 = 40_000_000

  init(
    engine: Engine, subject: FeedSubject, readsClicks: Bool, environment: Environment,
    console: DiagnosticPrinter, makeOutput: @escaping () -> any Output
  ) throws(SystemCallError) {
    self.engine = engine
    self.subject = subject
    self.makeOutput = makeOutput
    self.console = console
    self.environment = environment.entries
    let drawsInTerminal = Terminal.isTerminal(1)
    self.drawsInTerminal = drawsInTerminal
    signals = try Signals(Signal.handled + (drawsInTerminal ? [.terminalStop] : []))
    children = Children(adoptsOrphans: true)
    writer = FeedWriter(Descriptor(borrowing: 1))
    watch(signals.descriptor.number, .signals, for: .readable)
    if readsClicks {
      let input = ClickInput(Descriptor(borrowing: 0).reopenedForReading())
      clicks = input
      watch(input.descriptor.number, .clicks, for: .readable)
    }
  }

  /// Runs until the reader goes or somebody says so.
  func run() -> ExitCode {
    handle([.feedOpened(feed, subject, makeOutput()), .began])
    while outcome == nil {
      // What came of the last effects is handled before anything is waited for.
      if events.isEmpty {
        watch(writer.number, .feed, for: writer.interest)
        do throws(SystemCallError) {
          try poller.wait(until: deadline)
        } catch {
          console.complain("\(error)")
          outcome = .failure
          break
        }
        collect()
      }
      let batch = events
      events.removeAll(keepingCapacity: true)
      handle(batch)
    }
    processes.removeAll()
    children.shutDown()
    return outcome ?? .success
  }

  private func handle(_ events: [Event]) {
    let now = Instant(nanoseconds: MonotonicClock.now)
    for effect in engine.handle(events, at: now) { perform(effect) }
  }

  private var deadline: Int64? {
    guard let due = engine.deadline?.nanoseconds else { return floodsEnd }
    return floodsEnd.map { min($0, due) } ?? due
  }

  private func watch(_ number: Int32, _ role: Role, for interest: Interest) {
    roles[number] = role
    poller.watch(number, for: interest)
  }

  private func forget(_ number: Int32) {
    roles[number] = nil
    floods.remove(number)
    poller.forget(number)
  }

  // MARK: The world into events

  private func collect() {
    if poller.ready.isEmpty { events.append(.woke) }
    endFloodPause()
    for ready in poller.ready {
      switch roles[ready.number] {
      case .signals: takeSignals()
      case .clicks: takeClicks()
      case .feed: feedIsReady(ready)
      case .output(let id): read(from: id, \.output) { .received(id, $0) }
      case .errors(let id): read(from: id, \.errors) { .complained(id, $0) }
      case nil: poller.forget(ready.number)
      }
    }
  }

  private func feedIsReady(_ ready: Readiness) {
    if !ready.isWritable, ready.isBroken || ready.isHungUp { return finish(.success) }
    take(writer.flush())
    if writer.interest == [], outcome == nil { events.append(.feedReady(feed)) }
  }

  /// What becomes of the feed with the outcome of a write.
  private func take(_ outcome: WriteOutcome) {
    switch outcome {
    case .written, .busy, .partial: break
    case .closed:
      isFeedGone = true
      finish(.success)
    case .failed(let error):
      isFeedGone = true
      console.complain("cannot write the output: \(error.reason)")
      finish(.failure)
    }
  }

  private func finish(_ code: ExitCode) { outcome = outcome ?? code }

  private func read(
    from id: SourceID, _ stream: KeyPath<Child, Descriptor?>, _ event: ([UInt8]) -> Event
  ) {
    guard let child = processes[id], let descriptor = child[keyPath: stream] else { return }
    bytes.removeAll(keepingCapacity: true)
    let result = try? descriptor.read(into: &bytes, limit: Self.chunk)
    if !bytes.isEmpty { events.append(event(bytes)) }
    switch result {
    // A pipe that is full may hold a little less than it could, if its writes do not fill pages.
    case .drained where bytes.count >= Self.chunk / 2: pause(descriptor.number)
    case .drained: break
    case .more: pause(descriptor.number)
    case .ended, nil: forget(descriptor.number)
    }
  }

  /// Leaves a flood alone for a moment: its writer waits, and everybody else is served.
  private func pause(_ number: Int32) {
    floods.insert(number)
    floodsEnd = floodsEnd ?? MonotonicClock.now + Self.floodPause
    poller.watch(number, for: [])
  }

  private func endFloodPause() {
    guard let end = floodsEnd, end <= MonotonicClock.now else { return }
    for number in floods { poller.watch(number, for: .readable) }
    floods.removeAll(keepingCapacity: true)
    floodsEnd = nil
  }

  private func takeClicks() {
    guard let clicks else { return }
    let (found, isOver) = clicks.read()
    events += found.map { .clicked(feed, $0) }
    if isOver {
      // The bar's end of the input is no end of the bar: only the output's reader tells.
      forget(clicks.descriptor.number)
      self.clicks = nil
    }
  }

  private func takeSignals() {
    guard let received = try? signals.received() else { return }
    for item in received {
      switch item.signal {
      case .terminate, .interrupt, .hangUp, .quit:
        events.append(.stopped)
        finish(.success)
      case .childEnded: reap()
      case .user1: events.append(.refreshed(nil))
      case .terminalStop:
        // The shell gets its terminal as it was, and we take it back when it lets us go on.
        let output = makeOutput()
        Console.write(output.trailer, to: 1)
        Signals.stopSelf()
        Console.write(output.header, to: 1)
      case .windowChanged, .proceed:
        // Whoever was in the foreground meanwhile may have drawn over the line.
        if drawsInTerminal { events.append(.feedResized(feed, makeOutput())) }
      case let signal:
        guard let offset = signal.realTimeOffset else { continue }
        for source in engine.configuration.sources where source.signal == Int(offset) {
          events.append(.refreshed(source.name))
        }
      }
    }
  }

  private func reap() {
    for child in children.reap() {
      guard let id = processes.first(where: { $0.value === child })?.key else { continue }
      // What it wrote before it ended comes first.
      read(from: id, \.output) { .received(id, $0) }
      read(from: id, \.errors) { .complained(id, $0) }
      release(id)
      // Whatever it started and left behind goes with it.
      child.signalGroup(.terminate)
      if let status = child.status { events.append(.exited(id, ExitStatus(status))) }
    }
  }

  private func release(_ id: SourceID) {
    guard let child = processes.removeValue(forKey: id) else { return }
    for descriptor in [child.output, child.errors] {
      if let descriptor { forget(descriptor.number) }
    }
    child.closePipes()
  }

  // MARK: Effects into the world

  private func perform(_ effect: Effect) {
    switch effect {
    case .write(let id, let line): write(line, to: id)
    case .start(let id, let launch): start(id, launch)
    case .send(let id, let line):
      // A plugin that does not read is found out by its silence.
      _ = try? processes[id]?.input?.write(Array(line.utf8) + [UInt8(ascii: "\n")])
    case .terminate(let id):
      processes[id]?.signalGroup(.terminate)
      processes[id]?.signalGroup(.proceed)
    case .kill(let id): processes[id]?.signalGroup(.kill)
    case .launch(let arguments): launch(arguments)
    case .report(let diagnostic):
      guard drawsInTerminal else { return console.report(diagnostic) }
      // The message takes the place of the line, which is drawn again below it.
      Console.write(Array("\r\u{1b}[K".utf8), to: 2)
      console.report(diagnostic)
      events.append(.feedResized(feed, makeOutput()))
    }
  }

  private func write(_ line: [UInt8], to id: FeedID) {
    guard !isFeedGone else { return }
    let outcome = writer.write(line)
    take(outcome)
    switch outcome {
    case .busy: events.append(.feedBusy(id))
    case .partial: events.append(.feedBlocked(id))
    case .written, .closed, .failed: break
    }
  }

  private func start(_ id: SourceID, _ launch: Launch) {
    release(id)
    do throws(SpawnError) {
      let child = try children.spawn(
        Command(
          launch.arguments, environment: launch.entries(over: environment),
          directory: launch.workingDirectory))
      processes[id] = child
      if let output = child.output { watch(output.number, .output(id), for: .readable) }
      if let errors = child.errors { watch(errors.number, .errors(id), for: .readable) }
    } catch {
      events.append(.spawnFailed(id, "\(error)"))
    }
  }

  private func launch(_ arguments: [String]) {
    do throws(SpawnError) {
      _ = try children.spawn(
        Command(
          arguments, environment: environment, directory: engine.configuration.folder,
          input: .null, output: .null, errors: .inherited, isDetached: true,
          mayGainPrivileges: true))
    } catch {
      console.complain("click: \(error)")
    }
  }
}
