import FeedCore
import FeedPlugin

extension ConfigDecoder {
  mutating func decodeLabels(
    _ metric: inout MetricConfiguration, _ section: Section, _ choice: FieldChoice?
  ) {
    if let entry = section["title"] { metric.title = drawnText(entry) ?? metric.title }
    if let entry = section["icon"] { metric.icon = drawnText(entry) ?? "" }
    if let entry = section["short"] {
      metric.shortTemplate = template(entry, &metric, choice)
    }
    metric.template =
      section["label"].flatMap { template($0, &metric, choice) }
      ?? defaultTemplate(metric, showsTitle: section["title"] != nil)
  }

  private mutating func template(
    _ entry: Node.Entry, _ metric: inout MetricConfiguration, _ choice: FieldChoice?
  ) -> Template? {
    guard let text = drawnText(entry) else { return nil }
    let template: Template
    do throws(TextProblem) {
      template = try Template(parsing: text)
    } catch {
      report(error.message, at: entry.value.place(after: error.offset), hint: error.hint)
      return nil
    }
    for case .placeholder(let placeholder) in template.segments {
      switch placeholder {
      case .field(let name): checkField(name, entry, choice)
      case .minus where metric.stepper == nil, .plus where metric.stepper == nil:
        report(
          "'{minus}' and '{plus}' need a 'stepper'", at: entry.value.span,
          hint: "like stepper: {range: 0..5}")
      // Whoever places a gauge or a chart wants one.
      case .gauge: metric.gauge = metric.gauge ?? .init(width: 8)
      case .chart: metric.chart = metric.chart ?? .init(width: 12)
      default: break
      }
    }
    return template
  }

  private mutating func checkField(_ name: String, _ entry: Node.Entry, _ choice: FieldChoice?) {
    guard let source = choice?.source else {
      if choice == nil, !entry.value.isNothing, brokenSources.isEmpty {
        report("'{field:\(name)}' needs a source", at: entry.value.span)
      }
      return
    }
    guard !source.fields.isEmpty, !source.fields.contains(where: { $0.covers(name) }) else {
      return
    }
    report(
      "source '\(source.name)' has no field '\(name)'", at: entry.value.span,
      hint: Suggestion.hint(for: name, among: source.fields.map(\.name)))
  }

  /// Icon, value, gauge and chart: those that the metric has, with spaces between them.
  ///
  /// A stepper has its controls around the value, and says what they are for.
  private func defaultTemplate(_ metric: MetricConfiguration, showsTitle: Bool) -> Template {
    var parts: [Template.Placeholder] = []
    if !metric.icon.isEmpty {
      parts.append(.icon)
    } else if showsTitle, metric.stepper != nil {
      parts.append(.title)
    }
    parts += metric.stepper == nil ? [.value] : [.minus, .value, .plus]
    if metric.gauge != nil { parts.append(.gauge) }
    if metric.chart != nil { parts.append(.chart) }
    let segments = parts.flatMap { [Template.Segment.text(" "), .placeholder($0)] }
    return Template(segments: Array(segments.dropFirst()))
  }
}

extension Node {
  /// The place of a character of a scalar's text; the scalar itself where that cannot be told,
  /// because it is quoted with escapes or runs over several lines.
  func place(after offset: Int) -> SourceSpan {
    guard let scalar else { return span }
    let quotes = scalar.isQuoted ? 2 : 0
    let length = scalar.text.unicodeScalars.count
    guard span.start.line == span.end.line,
      span.end.column - span.start.column == length + quotes, offset <= length
    else { return span }
    let column = span.start.column + offset + quotes / 2
    return SourceSpan(
      file: span.file, start: Mark(line: span.start.line, column: column),
      end: Mark(line: span.end.line, column: column + 1))
  }
}
