import FeedCore
import FeedOutput

/// Turns nodes into a configuration and collects all that is wrong on the way.
///
/// Every decoding function reports what it cannot accept and goes on; one that returns an optional
/// has reported when it returns nil.
struct ConfigDecoder {
  let context: ConfigContext
  /// The files that the nodes come from, where they are known, by the names in their places.
  let files: [String: ConfigFile]
  /// The same names, in the order in which they were read.
  private let fileNames: [String]
  /// Those of them in which lines were looked up.
  var texts: [String: SourceText] = [:]
  var faults: [Diagnostic] = []
  var configuration = Configuration()

  /// What holds where a metric says nothing of its own.
  var locale: NumberLocale
  var theme = Theme.standard
  var look = BlockStyle.Look.plain
  var motion = MotionSettings()
  var groups: [String: MotionLayer]?

  /// The first fault of each source and each metric that could not be understood.
  var brokenSources: [String: Diagnostic] = [:]
  var brokenMetrics: [String: Diagnostic] = [:]
  /// All names that the config gives to metrics, the broken ones too, in order.
  var metricNames: [String] = []

  init(context: ConfigContext, files: [ConfigFile] = []) {
    self.context = context
    fileNames = files.map(\.name)
    self.files = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    configuration.folder = context.folder
    locale = context.locale("system") ?? .posix
  }

  mutating func report(_ message: String, at span: SourceSpan, hint: String? = nil) {
    faults.append(Diagnostic(message, at: span, hint: hint))
  }

  /// Runs `body` and tells the first fault, in the order of the file, that it came upon.
  mutating func firstFault(_ body: (inout Self) -> Void) -> Diagnostic? {
    let before = faults.count
    body(&self)
    return faults[before...].filter { $0.severity == .error }.inOrder(of: fileNames).first
  }

  mutating func decode(_ root: Node) {
    guard let top = section(root, .top, named: "the config", ignoring: "x-") else {
      configuration.broken["config"] = faults.first
      return
    }
    part("locale", top) { decoder, entry in
      decoder.locale = decoder.locale(entry) ?? decoder.locale
    }
    part("theme", top) { $0.decodeTheme($1) }
    part("output", top) { $0.decodeOutput($1) }
    part("motion", top) { $0.decodeGlobalMotion($1) }
    part("groups", top) { $0.decodeGroups($1) }
    configuration.wrap.motion = motion
    part("wrap", top) { $0.decodeWrap($1) }
    part("sources", top) { $0.decodeSources($1) }
    part("panel", top) { $0.decodePanel($1) }
    part("metrics", top) { $0.decodeMetrics($1) }
    part("bars", top) { $0.decodeBars($1) }
    part("panel", top) { $0.decodePanelMetrics($1) }
  }

  /// Decodes one part of the config; what is wrong in it and in no named thing breaks the part.
  private mutating func part(
    _ key: String, _ top: Section, _ body: (inout Self, Node.Entry) -> Void
  ) {
    guard let entry = top[key], !entry.value.isNothing else { return }
    let named = brokenNames
    let fault = firstFault { body(&$0, entry) }
    if let fault, brokenNames == named { configuration.broken[key] = fault }
  }

  private var brokenNames: Int {
    brokenSources.count + brokenMetrics.count + configuration.broken.count
  }

  /// Fills in what the config leaves to us, once everything has been read.
  mutating func finish() -> (Configuration, [Diagnostic]) {
    configuration.broken.merge(brokenSources) { _, source in source }
    configuration.broken.merge(brokenMetrics) { _, metric in metric }
    if configuration.bars.isEmpty {
      // With no metric at all the bar still says what is wrong.
      let names = metricNames.isEmpty ? configuration.broken.keys.sorted() : metricNames
      configuration.bars = [BarConfiguration(name: "main", metrics: names)]
    }
    if configuration.panel.rows.isEmpty {
      let texts = Set(configuration.metrics.filter(\.isText).map(\.name))
      configuration.panel.rows = metricNames.filter { !texts.contains($0) }
        .map { PanelConfiguration.Row(metric: $0) }
    }
    // An alias brings the same fault wherever it is used.
    var seen: Set<Diagnostic> = []
    return (configuration, faults.inOrder(of: fileNames).filter { seen.insert($0).inserted })
  }
}

extension [Diagnostic] {
  /// By place, what has none first; files in this order, the unknown last, equals as they come.
  func inOrder(of files: [String]) -> [Diagnostic] {
    let places = enumerated().map { index, diagnostic in
      let file = diagnostic.span.map { files.firstIndex(of: $0.file) ?? files.count } ?? -1
      return (diagnostic, file, diagnostic.span?.start ?? Mark(line: 0, column: 0), index)
    }
    return places.sorted { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }.map(\.0)
  }
}
