import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import FeedSystem

/// Runs sources once and shows what they printed, line by line, and how that was understood.
struct TrialRun {
  let configuration: Configuration
  let environment: Environment

  /// Longer than this a person does not wait for one source.
  private static let patience: Int64 = 30_000_000_000

  /// Runs the sources that are named, or all; returns whether each of them said something that
  /// could be understood.
  func run(_ names: [String] = []) -> Bool {
    let children = Children()
    defer { children.shutDown() }
    // One that ends before it is asked is to be told of, not to end us.
    try? Signals.ignoreBrokenPipes()
    var isFine = true
    for source in configuration.sources where names.isEmpty || names.contains(source.name) {
      Console.complain("running '\(source.name)'…")
      let outcome = outcome(of: source, children)
      let report = TrialReport(source: source, outcome: outcome)
      Console.print(report.text)
      isFine = isFine && report.isGood
    }
    return isFine
  }

  private func outcome(of source: SourceConfiguration, _ children: Children) -> TrialOutcome {
    var outcome = TrialOutcome(source)
    do throws(SpawnError) {
      let launch = Launch(source)
      let child = try children.spawn(
        Command(
          launch.arguments, environment: launch.entries(over: environment.entries),
          directory: launch.workingDirectory, input: launch.hasInput ? .pipe : .null))
      if source.mode == .poll { _ = try? child.input?.write(Array("tick\n".utf8)) }
      let deadline = MonotonicClock.now + limit(source)
      listen(to: child, until: deadline, mode: source.mode, &outcome)
      let isOver = outcome.hasClosed || source.mode == .once
      if isOver, let status = end(of: child, among: children, until: deadline) {
        outcome.finish(ExitStatus(status))
      }
      child.signalGroup(.terminate)
      child.closePipes()
    } catch {
      outcome.complaint = "\(error)"
    }
    return outcome
  }

  private func limit(_ source: SourceConfiguration) -> Int64 {
    min(source.timeout.nanoseconds, Self.patience)
  }

  private func listen(
    to child: Child, until deadline: Int64, mode: SourceConfiguration.Mode,
    _ outcome: inout TrialOutcome
  ) {
    var poller = Poller()
    var tail = ErrorTail()
    var bytes: [UInt8] = []
    guard let output = child.output, let errors = child.errors else { return }
    poller.watch(output.number, for: .readable)
    poller.watch(errors.number, for: .readable)
    while !outcome.hasClosed, mode == .once || !outcome.hasReported, !outcome.isFull {
      guard MonotonicClock.now < deadline, (try? poller.wait(until: deadline)) != nil,
        !poller.ready.isEmpty
      else {
        outcome.hasTimedOut = true
        break
      }
      for ready in poller.ready {
        bytes.removeAll(keepingCapacity: true)
        let stream = ready.number == output.number ? output : errors
        let result = try? stream.read(into: &bytes, limit: 1 << 16)
        if stream === output { outcome.take(bytes) } else { tail.append(bytes) }
        guard result == .ended || result == nil else { continue }
        poller.forget(ready.number)
        if stream === output { outcome.hasClosed = true }
      }
    }
    outcome.complaint = tail.text
  }

  /// Waits for the end of a process that has closed its output.
  private func end(of child: Child, among children: Children, until deadline: Int64) -> ChildStatus?
  {
    var poller = Poller()
    _ = children.reap()
    while child.status == nil, MonotonicClock.now < deadline {
      try? poller.wait(until: MonotonicClock.now + 2_000_000)
      _ = children.reap()
    }
    return child.status
  }
}

/// What a source wrote in one run, and what was made of it.
struct TrialOutcome {
  enum Entry {
    case line(LineBuffer.Line)
    case understood(ReportReader.Batch)
  }

  /// In the order in which it came.
  private(set) var entries: [Entry] = []
  var complaint: String?
  /// How it ended, where it did.
  private(set) var status: ExitStatus?
  var hasTimedOut = false
  /// It has closed its output.
  var hasClosed = false
  private(set) var hasReported = false
  private(set) var lineCount = 0
  /// More lines than these are looked at by nobody.
  private static let mostLines = 2000
  /// It has printed more than is looked at.
  var isFull: Bool { lineCount >= Self.mostLines }
  /// The last line has no newline.
  private(set) var isTorn = false
  private(set) var reader: ReportReader
  private var buffer = LineBuffer()

  init(_ source: SourceConfiguration) {
    reader = ReportReader(parser: source.parser, mode: source.mode)
    reader.begin()
  }

  /// The protocol that was told by the first line.
  var dialect: String? { reader.dialect }

  /// Reads line by line, so that each is beside what was understood by it.
  mutating func take(_ bytes: [UInt8]) {
    for line in buffer.append(bytes) where !isFull {
      add(line)
      note(reader.read(line.bytes + [UInt8(ascii: "\n")]))
    }
  }

  mutating func finish(_ status: ExitStatus) {
    self.status = status
    if let line = buffer.finish() {
      add(line)
      isTorn = true
      // Without its newline, as it came.
      note(reader.read(line.bytes))
    }
    note(reader.finish(status))
  }

  private mutating func add(_ line: LineBuffer.Line) {
    entries.append(.line(line))
    lineCount += 1
  }

  private mutating func note(_ batch: ReportReader.Batch) {
    guard batch.rejection != nil || batch.reports.contains(where: { !$0.isBlank }) else { return }
    entries.append(.understood(batch))
    hasReported = hasReported || batch.reports.contains { !$0.isBlank }
  }
}
