import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin

extension FuzzTarget {
  /// Anything that can happen to an engine, in any order, at any time.
  static let events = FuzzTarget(
    name: "events", summary: "an engine meets events", words: ["s", "n=1\n", "t\n", "{\"n\": 2}\n"]
  ) { bytes in
    var choices = Choices(bytes)
    let (output, panel) = (Catalog.outputs.entries, Catalog.panelOutputs.entries)
    let runsSources = choices.number(below: 4) > 0
    var engine = Engine(
      configuration(&choices), limits: MotionLimits(), runsSources: runsSources)
    var now = Instant.zero
    func handle(_ events: [Event]) {
      var answers: [Event] = []
      for effect in engine.handle(events, at: now) {
        if case .begin(let feed, _) = effect { answers.append(.feedBegun(feed)) }
        if case .recall = effect { answers.append(.recalled([])) }
      }
      if !answers.isEmpty { _ = engine.handle(answers, at: now) }
    }
    /// Wakes it whenever it wants to be woken; it may not want so for ever.
    func pass(until end: Instant) {
      for wake in 0... {
        guard let due = engine.deadline, due <= end else { break }
        require(wake < 100_000, "it never sleeps: due at \(due), at \(now), until \(end)")
        let isLate = due <= now
        now = max(now, due)
        handle([.woke])
        if isLate, let again = engine.deadline, again <= now { now = now + .milliseconds(1) }
      }
      now = max(now, end)
    }
    handle([
      .feedOpened(FeedID(0), .bar(nil), choices.element(of: output).choice(OutputSettings())),
      .feedOpened(
        FeedID(1), .panel, choices.element(of: panel).choice(OutputSettings(columns: 80, rows: 24))),
    ])
    if runsSources { handle([.began]) }
    for _ in 0..<200 where !choices.isEmpty {
      pass(until: now + .milliseconds(Int64(choices.element(of: [0, 0, 1, 7, 40, 300, 5000]))))
      handle([event(&choices)])
    }
    handle([.stopped])
    pass(until: now + .seconds(120))
    require(engine.deadline == nil, "it does not come to rest")
  }

  private static func configuration(_ choices: inout Choices) -> Configuration {
    let formats = Catalog<FormatMaker>.formats.entries
    let styles = Catalog<any MotionStyle>.motionStyles.names + ["auto"]
    var configuration = Configuration()
    configuration.sources = zip(["s", "t", "u"], RunMode.allCases).map { name, mode in
      SourceConfiguration(
        name: name, arguments: [name], mode: mode, interval: mode == .stream ? nil : .seconds(1))
    }
    configuration.metrics = (0..<6).map { (index: Int) -> MetricConfiguration in
      var options = FormatOptions()
      let format = choices.element(of: formats)
      options.argument = format.name == "currency" ? "EUR" : nil
      guard let formatter = try? format.choice(options) else { fatalError("no \(format.name)") }
      var metric = MetricConfiguration(
        name: "m\(index)", formatter: formatter, title: "m",
        template: Template(segments: [
          .placeholder(.value), .placeholder(.gauge), .placeholder(.chart),
          .placeholder(.field("n")), .placeholder(.delta),
        ]))
      metric.isText = format.name == "text"
      metric.source = ["s", "t", "u", nil, nil, nil][index]
      metric.motion.style = choices.element(of: styles)
      metric.motion.initial = choices.element(of: MotionSettings.Initial.allCases)
      metric.motion.retarget = choices.element(of: MotionSettings.Retarget.allCases)
      metric.motion.stagger = .milliseconds(Int64(choices.number(below: 30)))
      metric.gauge = .init(width: 4)
      metric.chart = .init(width: 4)
      metric.thresholds.warning = 70
      metric.maximum = index == 1 ? 1000 : nil
      if index == 3 {
        metric.stepper = .init(lower: .integer(-5), upper: .integer(50), step: .integer(3))
      }
      return metric
    }
    configuration.bars = [
      BarConfiguration(name: "main", metrics: configuration.metrics.map(\.name))
    ]
    configuration.panel.periods = [.init(name: "day", title: "d"), .init(name: "week", title: "w")]
    configuration.panel.rows = configuration.metrics.map { .init(metric: $0.name) }
    configuration.panel.keepsHistory = true
    return configuration
  }

  private static func reading(_ choices: inout Choices) -> Reading {
    switch choices.number(below: 6) {
    case 0: .missing
    case 1: .text(String(decoding: [UInt8(choices.number(below: 256))], as: UTF8.self))
    case 2: .number(.integer(choices.integer()))
    case 3: .number(.real(Double(bitPattern: UInt64(bitPattern: choices.integer()))))
    default: .number(.integer(Int64(choices.number(below: 200))))
    }
  }

  private static func event(_ choices: inout Choices) -> Event {
    let metric = "m\(choices.number(below: 7))"
    let source = SourceID(choices.number(below: 4))
    let feed = FeedID(choices.number(below: 3))
    switch choices.number(below: 26) {
    case 0: return .feedReady(feed)
    case 1: return .feedBusy(feed)
    case 2: return .feedBlocked(feed)
    case 3: return .feedPaused(feed)
    case 4: return .feedResumed(feed)
    case 5:
      let maker = choices.element(of: Catalog.outputs.entries).choice
      return .feedResized(
        feed,
        maker(OutputSettings(columns: choices.number(below: 99), rows: choices.number(below: 40))))
    case 6: return .feedClosed(feed)
    case 7: return .feedEnded(feed)
    case 8: return .received(source, Array(choices.rest.prefix(choices.number(below: 60))))
    case 9: return .received(source, Array("n=\(choices.integer()) t=x\n".utf8))
    case 10: return .complained(source, Array(choices.rest.prefix(8)))
    case 11: return .exited(source, .exited(Int32(choices.number(below: 3))))
    case 12: return .exited(source, .signalled(9))
    case 13: return .spawnFailed(source, "none")
    case 14: return .muted(source)
    case 15:
      return .clicked(
        feed,
        ClickEvent(
          metric: metric, instance: choices.element(of: [nil, "plus", "minus", "x"]),
          button: choices.number(below: 7)))
    case 16: return .typed(feed, Array(choices.rest.prefix(choices.number(below: 12))))
    case 17: return .clock(WallTime(seconds: choices.integer() >> choices.number(below: 64)))
    case 18: return .stepped(metric: metric, by: .integer(choices.integer()))
    case 19: return .steppedTo(metric: metric, .real(Double(choices.integer())))
    case 20: return .refreshed(choices.element(of: [nil, "s", "t", "x"]))
    case 21: return choices.element(of: [.opened, .replayed(group: nil), .periodChanged("week")])
    case 22:
      let reduction = choices.element(of: [Reduction.none, .jump, .fade])
      return .motionLimited(MotionLimits(reduction: reduction))
    case 23:
      var choices = choices
      return .reconfigured(configuration(&choices), kept: ["m3": .integer(choices.integer())])
    default: return .valued(metric: metric, reading(&choices))
    }
  }
}
