import FeedConfig
import FeedEngine
import FeedOutput
import FeedSystem

/// The engine's conversation with a tmux server, over the streams of a client in control mode.
final class TmuxConversation: FeedDialogue {
  let descriptor: Descriptor
  private unowned let loop: Loop
  /// What `#{odobar}` stands for.
  private let subject: FeedSubject
  private var control = TmuxControl()
  private var wanted: [TmuxVariable] = []
  private var bytes: [UInt8] = []

  init(loop: Loop, subject: FeedSubject, input: Descriptor) {
    self.loop = loop
    self.subject = subject
    descriptor = input.reopenedForReading()
  }

  /// The feed; `whenOver` is for the caller.
  func setup(target: Descriptor, errors: Descriptor) -> FeedSetup {
    FeedSetup(
      subject: .metrics([]), target: target, errors: errors, input: self,
      makeOutput: { [unowned self] _ in output }, whenOver: { _ in })
  }

  // MARK: What is shown

  private var output: any Output {
    TmuxVariablesOutput(contents, settings: loop.engine.configuration.output)
  }

  /// The variables that somebody sees and that stand for something.
  private var contents: [TmuxVariablesOutput.Content] {
    wanted.compactMap { variable in
      metrics(of: variable.name).map { TmuxVariablesOutput.Content(variable, metrics: $0) }
    }
  }

  /// nil for what the config does not know: users have names of their own that begin like ours.
  private func metrics(of variable: String) -> [String]? {
    let configuration = loop.engine.configuration
    if variable == TmuxVariable.name(of: nil) { return bar }
    func isMeant(_ name: String) -> Bool { TmuxVariable.name(of: name) == variable }
    let names = configuration.metrics.map(\.name) + configuration.broken.keys.sorted()
    if let name = names.first(where: isMeant) { return [name] }
    return configuration.bars.first { isMeant($0.name) }?.metrics
  }

  private var bar: [String] {
    let configuration = loop.engine.configuration
    guard case .bar(let name?) = subject else {
      return configuration.bars.first?.metrics ?? configuration.broken.keys.sorted()
    }
    return configuration.bars.first { $0.name == name }?.metrics ?? [name]
  }

  func turn(_ feed: FeedID) -> [Event] {
    if wanted.isEmpty { return [.feedPaused(feed)] }
    var names: [String] = []
    for content in contents {
      names += content.metrics.filter { !names.contains($0) }
    }
    return [.feedTurned(feed, .metrics(names), output), .feedResumed(feed)]
  }

  // MARK: Speaking

  var pending: [UInt8] {
    get { control.pending }
    set { control.pending = newValue }
  }

  var farewell: [UInt8] { TmuxControl.farewell }

  func take(_ line: [UInt8]) -> Bool { control.show(line) }

  func review() { control.review() }

  /// A place is one of our ranges, or a column.
  func click(_ feed: FeedID, button: Int, at place: String) -> [Event] {
    if let click = TmuxClick(place: place, button: button) {
      control.find(click)
      return []
    }
    let names = loop.engine.configuration.metrics.map(\.name)
    guard let found = ClickPlace(tmuxRange: place, among: names) else { return [] }
    let click = ClickEvent(metric: found.metric, instance: found.part, button: button)
    return [.clicked(feed, click)]
  }

  func read(for feed: FeedID) -> FeedReading {
    bytes.removeAll(keepingCapacity: true)
    let result = try? descriptor.read(into: &bytes)
    var hasEnded = false
    var events: [Event] = []
    for event in control.read(bytes) {
      switch event {
      case .ready: events.append(.feedReady(feed))
      case .wanted(let variables):
        wanted = variables
        events += turn(feed)
      case .clicked(let range, let button): events += click(feed, button: button, at: range)
      case .ended: hasEnded = true
      }
    }
    return FeedReading(events, hasEnded ? .ended : result)
  }
}
