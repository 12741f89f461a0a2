import FeedConfig
import FeedCore
import FeedOutput
import FeedPlugin

/// What scripts made for other bars are told, and what they show in turn.
extension Engine {
  /// Tells the script behind a metric of a click that the config says nothing of.
  mutating func tellScript(of index: Int, _ click: ClickEvent, at now: Instant) {
    guard let place = metrics[index].source else { return }
    let source = sources[place]
    if let action = metrics[index].facts.appearance.actions[click.button] {
      if source.configuration.allowsActions { effects.append(.launch(action)) }
      return
    }
    guard source.reader.parser.conventions.clicks == .told else { return }
    let told = ScriptClick(
      button: click.button, places: click.places, modifiers: click.modifiers)
    switch source.configuration.mode {
    case .once:
      // Of clicks that come while it runs the last is told by the run after it.
      sources[place].click = told
      supervise(place, .request, at: now)
    case .stream:
      guard source.supervision.isRunning else { return }
      effects.append(.send(source.id, Self.line(for: told, to: source)))
    case .poll: break
    }
  }

  /// Whether the script behind a metric does something with a click.
  func isTold(_ metric: String, of button: ClickButton) -> Bool {
    guard let index = metricIndices[metric], let source = metrics[index].source else {
      return false
    }
    let isOffered = metrics[index].facts.appearance.actions[button.number] != nil
    return sources[source].reader.parser.conventions.clicks == .told
      || (isOffered && sources[source].configuration.allowsActions)
  }

  /// The button, or for a script that speaks JSON all that it is and was told, as an object.
  private static func line(for click: ScriptClick, to source: Source) -> String {
    guard source.configuration.parameters["format"] == "json" else { return String(click.button) }
    var run = ScriptRun(source.configuration)
    run.variables = source.variables
    run.click = click
    let numbers = Set(["button"] + click.places.keys)
    let members = ScriptVariables.properties(of: run).sorted { $0.key < $1.key }.map { member in
      // What was a text stays one, whatever it looks like.
      let value = numbers.contains(member.key) ? member.value : String(json: member.value)
      return "\(String(json: member.key)):\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Shows the next of what sources have to be shown in turn.
  mutating func turnPages(at now: Instant) {
    for index in sources.indices {
      guard sources[index].supervision.isAttended,
        let page = sources[index].pages.turn(at: now)
      else { continue }
      show(page, of: index, at: now)
    }
  }

  /// When the next page is due of a source that somebody looks at.
  var pageDeadline: Instant? {
    sources.compactMap { $0.supervision.isAttended ? $0.pages.deadline : nil }.min()
  }
}

extension ScriptRun {
  /// A run of a source, as its config says.
  init(_ source: SourceConfiguration) {
    self.init(
      name: source.name, arguments: source.arguments, interval: source.interval,
      mode: source.mode, parameters: source.parameters)
  }
}
