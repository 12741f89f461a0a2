import FeedConfig
import FeedCore
import FeedPlugin

/// Composes a metric's block from its template.
struct BlockBuilder: Sendable {
  let now: Instant
  /// The progress of the bar's opening; nil when it is open.
  let opening: Double?
  /// What the metric's source last said, by field.
  let fields: [String: Reading]
  /// What the metric was worth in each period, where that is shown.
  var periods: [PeriodDigest] = []

  /// Longer error texts would push the rest off the bar.
  private static let problemLimit = 48

  func block(for metric: Metric) -> Block {
    let configuration = metric.configuration
    let state = metric.state
    var block = Block(name: metric.name, pieces: [], state: state)
    block.style = style(of: configuration, state: state)
    dress(&block, metric)
    if metric.standsOut { block.style.emphasis = emphasis(configuration, block.style) }
    block.value = metric.reading
    block.shown = metric.number(at: now, opening: opening)
    block.label = metric.facts.text ?? metric.label
    block.title = configuration.title
    block.fraction = metric.fraction(at: now, opening: opening)
    block.targetFraction = metric.targetFraction
    block.isMoving = !metric.isAtRest(at: now, opening: opening)
    switch metric.health {
    case .fine: break
    case .stale(let problem): block.problem = problem
    case .failed(let problem): block.problem = problem
    }
    if case .failed(let problem) = metric.health {
      block.label = problem
      block.pieces = [.text(Self.errorText(title: configuration.title, problem: problem))]
      // Nothing of the number is on screen, so nothing of it is on its way.
      block.shown = metric.reading.quantity
      block.fraction = metric.targetFraction
      return block
    }
    let template =
      metric.isShortened
      ? configuration.shortTemplate ?? configuration.template
      : configuration.template
    block.isNumberVarying = metric.form.varies
    block.pieces = pieces(template, metric)
    for period in periods { append("  \(period.title) \(period.label)", to: &block.pieces) }
    if let short = configuration.shortTemplate {
      block.shortPieces = pieces(short, metric)
    } else if let short = metric.facts.appearance.shortText {
      block.shortPieces = [.text(short)]
    }
    return block
  }

  /// Dresses a block as its source wants it; the colour of a state that is not well comes first.
  private func dress(_ block: inout Block, _ metric: Metric) {
    let wanted = metric.facts.appearance
    guard metric.health == .fine else { return }
    let isStateColored = block.state != .normal && metric.configuration.colors[block.state] != nil
    if !isStateColored, let color = wanted.color {
      block.style.color = color
    }
    block.style.background = block.style.background ?? wanted.background
    block.style.isUrgent = block.style.isUrgent || wanted.isUrgent
    if block.style.minimumWidth == 0, let width = wanted.minimumWidth {
      block.style.minimumWidth = width
      block.style.align = wanted.align ?? .left
    }
    if wanted.hasSeparator == false { block.style.hasSeparator = false }
    block.style.inks = metric.facts.inks.inks
    if isStateColored {
      for index in block.style.inks.indices { block.style.inks[index].foreground = nil }
    }
    block.tooltip = wanted.tooltip
    block.classes = wanted.classes
    block.alternative = wanted.alternative
  }

  /// `⚠ cpu: exited with 127`, cut where it gets too long.
  static func errorText(title: String, problem: String) -> String {
    let text = "⚠ \(title): \(problem)"
    return text.count <= problemLimit ? text : String(text.prefix(problemLimit - 1)) + "…"
  }

  private func style(of configuration: MetricConfiguration, state: MetricState) -> BlockStyle {
    let color = configuration.colors[state]
    var tile = configuration.tile
    // What stands out in the text stands out on a tile.
    if state != .normal, let color { tile.foreground = color }
    return BlockStyle(
      color: color, background: configuration.background,
      ground: configuration.motion.background,
      accent: state == .normal ? configuration.accent : color,
      tint: state == .normal ? configuration.tint : color,
      isUrgent: configuration.urgentStates.contains(state),
      minimumWidth: configuration.minimumWidth, align: configuration.align,
      hasSeparator: configuration.hasSeparator, look: configuration.look, tile: tile,
      gaugeStyle: configuration.gauge?.style ?? .auto)
  }

  private func emphasis(
    _ configuration: MetricConfiguration, _ style: BlockStyle
  ) -> BlockStyle.Emphasis? {
    switch configuration.motion.feedback {
    case .none: nil
    case .accent where style.accent != nil: .accent
    case .accent, .reverse: .reverse
    }
  }

  /// The template filled; what is empty takes one space beside it along.
  private func pieces(_ template: Template, _ metric: Metric) -> [Piece] {
    var pieces: [Piece] = []
    var skipsSpace = true
    for segment in template.segments {
      switch segment {
      case .text(var text):
        if skipsSpace, text.hasPrefix(" ") { text.removeFirst() }
        skipsSpace = false
        if !text.isEmpty { append(text, to: &pieces) }
      case .placeholder(let placeholder):
        let filled = fill(placeholder, metric)
        if filled.isEmpty {
          skipsSpace = true
          continue
        }
        skipsSpace = false
        for piece in filled {
          if case .text(let text) = piece {
            append(text, to: &pieces)
          } else {
            pieces.append(piece)
          }
        }
      }
    }
    if case .text(let text) = pieces.last, text.hasSuffix(" ") {
      pieces[pieces.count - 1] = .text(String(text.dropLast()))
    }
    return pieces
  }

  private func append(_ text: String, to pieces: inout [Piece]) {
    if case .text(let last) = pieces.last {
      pieces[pieces.count - 1] = .text(last + text)
    } else {
      pieces.append(.text(text))
    }
  }

  private func fill(_ placeholder: Template.Placeholder, _ metric: Metric) -> [Piece] {
    let configuration = metric.configuration
    switch placeholder {
    case .icon: return text(configuration.icon)
    case .title:
      // What the controls of a stepper are for goes with them.
      return configuration.stepper == nil
        ? text(configuration.title) : [.tinted(configuration.title)]
    case .minus: return metric.control(.minus).map { [.control($0)] } ?? []
    case .plus: return metric.control(.plus).map { [.control($0)] } ?? []
    case .value:
      // A source may say itself what is to be shown for its value.
      if let said = metric.facts.text { return text(said) }
      return [.readout(metric.readout(at: now, opening: opening))]
    case .min: return number(metric.minimum, metric)
    case .max: return number(metric.maximum, metric)
    case .step: return number(configuration.stepper?.step.double, metric)
    case .delta: return delta(metric)
    case .state: return text(metric.state.rawValue)
    case .gauge:
      guard let gauge = configuration.gauge else { return [] }
      let fraction = metric.fraction(at: now, opening: opening) ?? 0
      return [.gauge(fraction: fraction, width: gauge.width)]
    case .chart:
      guard let chart = configuration.chart else { return [] }
      return [.chart(metric.chart(at: now, opening: opening), width: chart.width)]
    case .field(let name): return text(Self.text(of: fields[name]))
    }
  }

  /// A field as plain text; nothing when it has not been reported.
  private static func text(of reading: Reading?) -> String {
    switch reading {
    case .number(.integer(let value)): String(value)
    case .number(.real(let value)): value.isFinite ? "\(value)" : Metric.placeholder
    case .text(let text): text
    case .missing, nil: ""
    }
  }

  private func text(_ text: String) -> [Piece] { text.isEmpty ? [] : [.text(text)] }

  private func number(_ value: Double?, _ metric: Metric) -> [Piece] {
    guard let value else { return [] }
    let quantity = Quantity.real(value).normalized
    return text(metric.configuration.formatter.readout(of: quantity, like: quantity).text)
  }

  /// The change against the value before, with its sign; nothing before there are two values.
  private func delta(_ metric: Metric) -> [Piece] {
    guard let new = metric.reading.quantity, let old = metric.previous else { return [] }
    let change = Quantity.real(new.double - old.double).normalized
    let text = metric.configuration.formatter.readout(of: change, like: change).text
    return [.text(change.double > 0 ? "+" + text : text)]
  }
}

extension MetricConfiguration {
  /// Whether a template shows fields of the source beside the metric's own.
  var quotesFields: Bool {
    (template.segments + (shortTemplate?.segments ?? [])).contains { segment in
      if case .placeholder(.field) = segment { true } else { false }
    }
  }
}
