package import FeedCore
package import FeedOutput
package import FeedPlugin

/// A whole config, valid and with every default filled in.
package struct Configuration: Sendable {
  package var sources: [SourceConfiguration] = []
  package var metrics: [MetricConfiguration] = []
  package var bars: [BarConfiguration] = []
  package var motion = GlobalMotion()
  package var output = OutputSettings()
  package var panel = PanelConfiguration()
  package var wrap = WrapConfiguration()
  /// What could not be understood, with the first thing that is wrong with it.
  ///
  /// Metrics, sources, bars, and parts like `motion`; a name that is also in `metrics` is a metric
  /// that is well.
  package var broken: [String: Diagnostic] = [:]
  /// Files besides the config that it is made of; a change of one is a change of the config.
  package var files: [String] = []
  /// The folder of the config file: working directory of sources.
  package var folder = "."

  package init() {}

  /// One that has nothing to show but why.
  package init(unusable fault: Diagnostic) { showOnly(fault) }

  /// Shows a fault where there is nothing else to show.
  package mutating func showOnly(_ fault: Diagnostic) {
    bars = [BarConfiguration(name: "main", metrics: ["config"])]
    broken["config"] = fault
  }
}

/// What holds for all motion.
package struct GlobalMotion: Hashable, Sendable {
  package enum Reduced: String, Hashable, Sendable, CaseIterable {
    case auto
    case always
    case never
  }

  package enum ReducedStyle: String, Hashable, Sendable, CaseIterable {
    case jump
    case fade
  }

  package enum PowerSaver: String, Hashable, Sendable, CaseIterable {
    case jump
    case low
    case ignore
  }

  package enum Replay: String, Hashable, Sendable, CaseIterable {
    case open
    case period
    case refresh
    case never
  }

  package var reduced = Reduced.auto
  package var reducedStyle = ReducedStyle.jump
  package var powerSaver = PowerSaver.jump
  package var replayOn: Set<Replay> = [.open, .period]
  /// Set where the config names one; else each output's own rate holds.
  package var framesPerSecond: Double?
  /// The opening of a bar: one progress for all.
  package var openDuration = TimeSpan.milliseconds(750)

  package init() {}
}

/// One configured run of a plugin or command.
package struct SourceConfiguration: Hashable, Sendable {
  package typealias Mode = RunMode

  package var name: String
  /// The program and its arguments; a command string is `/bin/sh -c STRING`.
  package var arguments: [String]
  package var mode: Mode
  /// nil: run once and not again (`interval: once`).
  package var interval: TimeSpan?
  package var timeout: TimeSpan
  package var protocolName: String
  package var environment: [String: String]
  package var parameters: [String: String]
  /// The fields its manifest declares, in order; empty when unknown.
  package var fields: [FieldDeclaration]
  /// SIGRTMIN + this refreshes the source.
  package var signal: Int?
  /// What its texts are: plain, or Pango markup.
  package var isMarkup = false
  /// Programs that it offers for clicks may be run.
  package var allowsActions = false
  /// The fields that metrics show, as they name them.
  package var wanted: [String] = []
  /// It is a generator that runs here as in a bar: with the privileges that it has there, and free
  /// to end when it has said something.
  package var isWrapped = false
  package var workingDirectory: String

  package init(
    name: String, arguments: [String], mode: Mode = .once, interval: TimeSpan? = nil,
    timeout: TimeSpan = .seconds(10), protocolName: String = "auto",
    environment: [String: String] = [:], parameters: [String: String] = [:],
    fields: [FieldDeclaration] = [], signal: Int? = nil, workingDirectory: String = "."
  ) {
    self.name = name
    self.arguments = arguments
    self.mode = mode
    self.interval = interval
    self.timeout = timeout
    self.protocolName = protocolName
    self.environment = environment
    self.parameters = parameters
    self.fields = fields
    self.signal = signal
    self.workingDirectory = workingDirectory
  }
}

extension SourceConfiguration {
  /// Whether it is run in the same way, to the byte: two files may have names that look alike.
  package func isRun(like other: Self) -> Bool {
    self == other
      && arguments.elementsEqual(other.arguments) { $0.isSpelled(like: $1) }
      && workingDirectory.isSpelled(like: other.workingDirectory)
      && environment.allSatisfy { other.environment[$0.key]?.isSpelled(like: $0.value) == true }
      && parameters.allSatisfy { other.parameters[$0.key]?.isSpelled(like: $0.value) == true }
  }

  /// What reads the lines of this source; the protocol has been checked, else it is `auto`.
  package var parser: any ReportParser {
    let catalog: Catalog<any ReportParser> = isWrapped ? .streamParsers : .reportParsers
    return (catalog[protocolName] ?? AutoReportParser()).configured(
      with: ReportOptions(parameters: parameters, isMarkup: isMarkup, wanted: wanted))
  }
}

/// A field with its format, motion, look and actions.
package struct MetricConfiguration: Sendable {
  package struct Gauge: Hashable, Sendable {
    package var width: Int
    package var style: BlockStyle.GaugeStyle

    package init(width: Int, style: BlockStyle.GaugeStyle = .auto) {
      self.width = width
      self.style = style
    }
  }

  package struct Chart: Hashable, Sendable {
    package var width: Int

    package init(width: Int) { self.width = width }
  }

  /// Limits from which on a state holds.
  package struct Thresholds: Hashable, Sendable {
    package var warning: Double?
    package var critical: Double?
    /// True when small values are the bad ones, as those of a battery.
    package var isDescending = false

    package init() {}
  }

  /// Limits, step and signs of a number that is pressed up and down.
  package struct Stepper: Hashable, Sendable {
    package var lower: Quantity
    package var upper: Quantity
    /// What plus adds; negative makes plus take away.
    package var step: Quantity
    /// What is drawn to be pressed.
    package var minus = "−"
    package var plus = "+"

    package init(lower: Quantity, upper: Quantity, step: Quantity) {
      self.lower = lower.normalized
      self.upper = upper.normalized
      self.step = step.normalized
    }
  }

  /// When a metric is left out of its bar.
  package enum HideCondition: Hashable, Sendable {
    case never
    case missing
    case zero
    case empty
    case below(Double)
    case above(Double)
    case state(Set<MetricState>)
  }

  package var name: String
  /// The source's name; nil for a stepper of its own, and for what is computed.
  package var source: String?
  /// What it is computed from.
  package var formula: Formula?
  /// The field; nil is the source's first.
  package var field: String?
  package var formatter: any Formatter
  /// Texts are shown as they are, numbers in them move.
  package var isText = false
  /// It is a text in a block of another generator: only numbers in it move.
  package var isForeign = false
  package var title: String
  package var icon = ""
  package var template: Template
  package var shortTemplate: Template?
  package var gauge: Gauge?
  package var chart: Chart?
  /// The range of gauge and chart where the config gives one; else the source's, else the format's.
  package var minimum: Double?
  package var maximum: Double?
  package var thresholds = Thresholds()
  package var stepper: Stepper?
  package var motion = MotionSettings()
  /// The metric's own words are in `motion`, not only those that hold for all.
  package var hasOwnMotion = false
  /// When the number runs up from zero again; nil: whenever the others do.
  package var replayOn: Set<GlobalMotion.Replay>?
  package var colors: [MetricState: Color] = [:]
  package var background: Color?
  package var accent: Color?
  /// The colour of a stepper's title and controls; nil: the accent.
  package var tint: Color?
  package var look = BlockStyle.Look.plain
  /// In the state `normal`.
  package var tile = BlockStyle.Tile()
  package var minimumWidth = 0
  package var align = BlockStyle.Align.left
  package var hasSeparator = true
  /// States that set i3bar's urgent flag.
  package var urgentStates: Set<MetricState> = []
  package var hideWhen = HideCondition.never
  package var actions: [ClickButton: Action] = [:]
  /// What stands for it in a period, unless the panel says otherwise.
  package var aggregate = HistoryAggregate.last

  package init(name: String, formatter: any Formatter, title: String, template: Template) {
    self.name = name
    self.formatter = formatter
    self.title = title
    self.template = template
  }
}

package enum ClickButton: String, Hashable, Sendable, CaseIterable {
  case left
  case middle
  case right
  case scrollUp = "scroll_up"
  case scrollDown = "scroll_down"

  /// As X counts buttons, the steps of a wheel among them.
  package var number: Int {
    switch self {
    case .left: 1
    case .middle: 2
    case .right: 3
    case .scrollUp: 4
    case .scrollDown: 5
    }
  }
}

extension MetricConfiguration {
  /// Whether a click with this button does anything, wherever it is on the metric.
  package func responds(to button: ClickButton) -> Bool {
    if actions[button] != nil { return true }
    return stepper != nil && (button == .scrollUp || button == .scrollDown)
  }
}

extension Configuration {
  /// The metric that a click on a metric or a bar of this name means.
  ///
  /// In a bar it is the first that does something with it; nil when there is nothing of the name.
  package func target(of button: ClickButton, on name: String) -> MetricConfiguration? {
    if let metric = metrics.first(where: { $0.name == name }) { return metric }
    let names = bars.first { $0.name == name }?.metrics ?? []
    let shown = names.compactMap { name in metrics.first { $0.name == name } }
    return shown.first { $0.responds(to: button) } ?? shown.first
  }
}

/// What a click does.
package enum Action: Hashable, Sendable {
  /// Arguments to run detached, on their own.
  case command([String])
  case step(Quantity)
  case refresh
  case period(String)
  case toggle(String)
  case panel
}

/// An ordered list of metrics that one feed shows.
package struct BarConfiguration: Hashable, Sendable {
  package var name: String
  /// Names of metrics, and of sources all of whose blocks are shown.
  package var metrics: [String]

  package init(name: String, metrics: [String]) {
    self.name = name
    self.metrics = metrics
  }
}
