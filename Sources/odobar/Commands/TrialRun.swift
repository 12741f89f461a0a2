import FeedConfig
import FeedCore
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
    var lines: [LineBuffer.Line] = []
    var complaint: String?
    var status: String?
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
      var extra = ["ODOBAR_SOURCE=\(source.name)"]
      if let interval = source.interval { extra.append("ODOBAR_INTERVAL=\(interval.seconds)") }
      for (name, value) in source.parameters {
        extra.append("ODOBAR_PARAM_\(name.uppercased())=\(value)")
      }
      extra += source.environment.map { "\($0.key)=\($0.value)" }
      let child = try children.spawn(
        Command(
          source.arguments, environment: environment.entries + extra,
          directory: source.workingDirectory))
      if source.mode == .poll { _ = try? child.input?.write(Array("tick\n".utf8)) }
      listen(to: child, until: MonotonicClock.now + limit(source), mode: source.mode, &outcome)
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
    _ outcome: inout Outcome
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
        if stream === output { outcome.lines += buffer.append(bytes) } else { tail.append(bytes) }
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
    var isGood = false
    let parser = Catalog.reportParsers[source.protocolName] ?? AutoReportParser()
    for line in outcome.lines.prefix(20) {
      text += "  line    \(Sanitise.text(line.text).prefix(160))\n"
      switch parser.report(of: line) {
      case .success(let report):
        isGood = true
        for field in report.fields { text += "  field   \(field.name) = \(words(field.reading))\n" }
        for problem in report.problems { text += "  problem \(problem)\n" }
      case .failure(let problem): text += "  problem \(problem.reason)\n"
      }
    }
    if let complaint = outcome.complaint { text += "  stderr  \(Sanitise.text(complaint))\n" }
    if outcome.lines.isEmpty {
      text += "  problem no line on its output\(outcome.hasTimedOut ? " in time" : "")\n"
      if outcome.hasTimedOut {
        text += "  hint    does it buffer its output? It has to flush after each line\n"
      }
    }
    return (text, isGood)
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
