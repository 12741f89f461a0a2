package import FeedCore

/// What a source said at one moment.
package struct Report: Hashable, Sendable {
  /// A value by its name; one that has no name is called `value`.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var reading: Reading
    /// As manifests name it; nil when the source does not say.
    package var unit: String?
    package var minimum: Double?
    package var maximum: Double?
    /// A number as it was printed: what a metric shows that takes its values as texts.
    package var written: String?
    /// How full a gauge beside a text is, 0…1.
    package var share: Double?
    /// Its own state; nil: that of the report.
    package var state: MetricState?
    /// The inks of a text.
    package var inks = InkMap()

    package init(
      name: String = Report.mainField, reading: Reading, unit: String? = nil,
      minimum: Double? = nil, maximum: Double? = nil, written: String? = nil
    ) {
      self.name = name
      self.reading = reading
      self.unit = unit
      self.minimum = minimum
      self.maximum = maximum
      self.written = written
    }

    /// A text with its inks.
    package init(name: String = Report.mainField, _ text: StyledText) {
      self.init(name: name, reading: .text(text.text))
      inks = text.inks
    }
  }

  /// One bar of a chart; without a value it is a gap.
  package struct Point: Hashable, Sendable {
    package var label: String?
    /// When it was, in its part of the period.
    package var at: WallTime?
    package var value: Double?

    package init(label: String? = nil, at: WallTime? = nil, value: Double?) {
      self.label = label
      self.at = at
      self.value = value
    }
  }

  /// What the values are for a period of time.
  package struct Period: Hashable, Sendable {
    package var name: String
    package var fields: [Field]
    package var series: [Point]

    package init(name: String, fields: [Field], series: [Point] = []) {
      self.name = name
      self.fields = fields
      self.series = series
    }
  }

  /// Each name once, in the order in which they came.
  package var fields: [Field]
  /// What to show in the place of the value.
  package var text: String?
  package var state: MetricState?
  /// The history of the first field, from the oldest; empty when the source tells none.
  package var series: [Point]
  package var periods: [Period]
  /// How its source wants it shown.
  package var appearance = Appearance()
  /// What its source is to find in its environment when it is next run, by name.
  package var variables: [String: String] = [:]
  /// Reports to be shown in turn, the first of them this one's own; empty where there is only one.
  package var pages: [Report] = []
  /// What a generator says of itself.
  package var header: StreamHeader?
  /// A line of a generator, from left to right: all that is to be seen of it.
  package var blocks: [ForeignBlock]?
  /// What could not be understood while the rest could, for people.
  package private(set) var problems: [String]

  /// The name of a value that was given none.
  package static let mainField = "value"
  /// As many fields as one report may have.
  package static let fieldLimit = 1024
  private static let problemLimit = 8

  package init(
    fields: [Field] = [], text: String? = nil, state: MetricState? = nil, series: [Point] = [],
    periods: [Period] = [], problems: [String] = []
  ) {
    self.fields = fields
    self.text = text
    self.state = state
    self.series = series
    self.periods = periods
    self.problems = Array(problems.prefix(Self.problemLimit))
  }

  /// An empty line: nothing is said.
  package var isBlank: Bool {
    fields.isEmpty && problems.isEmpty && periods.isEmpty && header == nil && blocks == nil
  }

  /// Tells what was wrong; of many faults the first few.
  package mutating func add(problem: String) {
    if problems.count < Self.problemLimit { problems.append(problem) }
  }

  /// A line of blocks is all that there is: fields that are not in it have no value any more.
  package mutating func addMissing(of names: [String]) {
    let present = Set(fields.map(\.name))
    for name in names where !present.contains(name) {
      fields.append(Field(name: name, reading: .missing))
    }
  }
}
