import FeedConfig
import FeedCore
import FeedPlugin

/// One source as the engine sees it: its supervision, and what it last said.
struct Source: Sendable {
  var id: SourceID
  let configuration: SourceConfiguration
  var supervision: Supervision
  var reader: ReportReader
  /// The newest value of each field, and the fields in the order in which they came.
  private(set) var fields: [String: Reading] = [:] { didSet { version &+= 1 } }
  /// Another one whenever a field was told.
  private(set) var version = 0
  private(set) var order: [String] = []
  /// The metrics that show something of it, by index.
  var metrics: [Int] = []
  /// Some of these show fields beside their own.
  var isQuoted = false
  /// What it last said of each period.
  private var periods: [String: Report.Period] = [:]
  /// The last series that it told for no period by name, and the period that it was asked for.
  private var series: (period: String?, points: [Report.Point]) = (nil, [])
  /// It has said something that could be understood.
  var hasSpoken = false
  /// The hint that was given last.
  var hint: String?
  /// How well its metrics are because of it.
  var health = Metric.Health.fine
  /// How often it was started.
  var starts = 0
  /// When it last said something that could be understood.
  var lastReport: Instant?
  /// What users want of its fields.
  var wishes: [Wish] = []
  /// A click that its next run is to be told of.
  var click: ScriptClick?
  /// What it said last that its next run is to find.
  var variables: [String: String] = [:]
  /// What it has to be shown in turn.
  var pages = PageTurner()
  /// What it says as a line of blocks.
  var foreign = ForeignBar()

  init(_ configuration: SourceConfiguration, id: SourceID) {
    self.id = id
    self.configuration = configuration
    let parser = configuration.parser
    var policy = SupervisionPolicy(
      mode: configuration.mode, interval: configuration.interval, timeout: configuration.timeout,
      normalStatuses: parser.normalStatuses)
    policy.mayEnd = configuration.isWrapped
    supervision = Supervision(policy)
    reader = ReportReader(parser: parser, mode: configuration.mode)
  }

  /// The run that begins now.
  mutating func takeRun() -> ScriptRun {
    var run = ScriptRun(configuration)
    run.variables = variables
    run.click = click
    run.count = starts
    click = nil
    return run
  }

  /// The field that a metric without one means: the first that is declared, else that came first.
  var firstField: String? {
    if reader.parser.conventions.isText { return Report.mainField }
    return configuration.fields.first { !$0.name.hasSuffix("*") }?.name ?? order.first
  }

  /// Takes what a report says of periods; `asked` is the one that the source was asked for.
  ///
  /// - Returns: whether that is anything new.
  mutating func learn(_ report: Report, asked: String?) -> Bool {
    var isNew = false
    for period in report.periods where periods[period.name] != period {
      periods[period.name] = period
      isNew = true
    }
    if !report.series.isEmpty, series.period != asked || series.points != report.series {
      series = (asked, report.series)
      isNew = true
    }
    return isNew
  }

  /// What it has said of a field for a period.
  func word(on field: String?, for period: String) -> SourceWord {
    var word = SourceWord()
    if let said = periods[period] {
      word.reading = (said.fields.first { $0.name == field } ?? unnamed(in: said, field))?.reading
      // A series is that of the first field.
      let first = said.fields.first?.name ?? firstField
      if first == field || (first == Report.mainField && field == firstField) {
        word.series = said.series
      }
    }
    if word.series.isEmpty, series.period == period, field == firstField {
      word.series = series.points
    }
    return word
  }

  /// A number without a name is that of the first field.
  private func unnamed(in period: Report.Period, _ field: String?) -> Report.Field? {
    field == firstField ? period.fields.first { $0.name == Report.mainField } : nil
  }

  /// A report in which fields that there were, and are no more, have no value.
  func completed(_ report: Report) -> Report {
    var report = report
    let names = Set(report.fields.map(\.name))
    for name in order where !names.contains(name) {
      report.fields.append(Report.Field(name: name, reading: .missing))
    }
    return report
  }

  /// Takes a field's newest value; returns whether it is another one.
  mutating func set(_ field: String, _ reading: Reading) -> Bool {
    let old = fields.updateValue(reading, forKey: field)
    if old == nil { order.append(field) }
    return old != reading
  }
}
