import FeedConfig
import FeedCore
import FeedEngine
import FeedPlugin
import FeedSystem

/// Runs each source once and shows what it reported, and how that was understood.
struct TrialRun {
  let configuration: Configuration
  let environment: Environment

  /// Longer than this a person does not wait for one source.
  private static let patience: Int64 = 30_000_000_000

  /// What a source wrote in one run.
  private struct Outcome {
    /// What it wrote, whatever it means.
    var lines: [LineBuffer.Line] = []
    var batches: [ReportReader.Batch] = []
    var complaint: String?
    /// Why its end is a failure.
    var failure: String?
    var hasTimedOut = false
  }

  /// Returns whether every source reported something that could be understood.
  func run() -> Bool {
    let children = Children()
    defer { children.shutDown() }
    var isFine = true
    for source in configuration.sources {
      Console.complain("running '\(source.name)'…")
      let (text, isGood) = describe(source, outcome(of: source, children))
      Console.print(text)
      isFine = isFine && isGood
    }
    return isFine
  }

  private func outcome(of source: SourceConfiguration, _ children: Children) -> Outcome {
    var outcome = Outcome()
    do throws(SpawnError) {
      let launch = Launch(source)
      let child = try children.spawn(
        Command(
          launch.arguments, environment: launch.entries(over: environment.entries),
          directory: launch.workingDirectory))
      if source.mode == .poll { _ = try? child.input?.write(Array("tick\n".utf8)) }
      let deadline = MonotonicClock.now + limit(source)
      var reader = ReportReader(parser: source.parser, mode: source.mode)
      reader.begin()
      listen(to: child, until: deadline, mode: source.mode, &reader, &outcome)
      if source.mode == .once, let status = end(of: child, among: children, until: deadline) {
        outcome.batches.append(reader.finish(ExitStatus(status)))
        outcome.failure = failure(status, of: source)
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
    _ reader: inout ReportReader, _ outcome: inout Outcome
  ) {
    var poller = Poller()
    var buffer = LineBuffer()
    var tail = ErrorTail()
    var bytes: [UInt8] = []
    guard let output = child.output, let errors = child.errors else { return }
    poller.watch(output.number, for: .readable)
    poller.watch(errors.number, for: .readable)
    var isOpen = true
    while isOpen, outcome.lines.isEmpty || mode == .once {
      guard (try? poller.wait(until: deadline)) != nil, !poller.ready.isEmpty else {
        outcome.hasTimedOut = true
        break
      }
      for ready in poller.ready {
        bytes.removeAll(keepingCapacity: true)
        let stream = ready.number == output.number ? output : errors
        let result = try? stream.read(into: &bytes)
        if stream === output {
          outcome.lines += buffer.append(bytes)
          outcome.batches.append(reader.read(bytes))
        } else {
          tail.append(bytes)
        }
        guard result == .ended || result == nil else { continue }
        poller.forget(ready.number)
        if stream === output { isOpen = false }
      }
    }
    if let last = buffer.finish() { outcome.lines.append(last) }
    outcome.complaint = tail.text
  }

  private func describe(
    _ source: SourceConfiguration, _ outcome: Outcome
  ) -> (text: String, isGood: Bool) {
    var text = "\(source.name)\n"
    for line in outcome.lines.prefix(20) {
      text += "  line    \(Sanitise.text(line.text).prefix(160))\n"
    }
    let reports = outcome.batches.flatMap(\.reports).filter { !$0.isBlank }
    for report in reports {
      for field in report.fields { text += "  field   \(field.name) = \(words(field.reading))\n" }
      for problem in report.problems { text += "  problem \(problem)\n" }
    }
    let rejection = outcome.batches.compactMap(\.rejection).last
    if let rejection { text += "  problem \(rejection)\n" }
    if let failure = outcome.failure { text += "  problem \(failure)\n" }
    let isGood = !reports.isEmpty && outcome.failure == nil
    if let complaint = outcome.complaint { text += "  stderr  \(Sanitise.text(complaint))\n" }
    if outcome.lines.isEmpty {
      text += "  problem no line on its output\(outcome.hasTimedOut ? " in time" : "")\n"
      if outcome.hasTimedOut {
        text += "  hint    does it buffer its output? It has to flush after each line\n"
      }
    }
    return (text, isGood)
  }

  private func failure(_ status: ChildStatus, of source: SourceConfiguration) -> String? {
    guard case .exited(let code) = status,
      source.parser.normalStatuses.contains(Int32(truncatingIfNeeded: code))
    else { return "\(status)" }
    return nil
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

  private func words(_ reading: Reading) -> String {
    switch reading {
    case .number(.integer(let value)): String(value)
    case .number(.real(let value)): "\(value)"
    case .text(let text): "'\(text)'"
    case .missing: "nothing"
    }
  }
}
