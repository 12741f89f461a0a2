import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// Makes feeds of an engine as they are asked for.
struct FeedMaker {
  let loop: Loop

  /// Why there is nothing to show for this subject, with what could have been meant.
  func problem(with request: FeedRequest) -> String? {
    let configuration = loop.engine.configuration
    return FeedCommand.missing(request.subject, in: configuration)
      ?? request.period.flatMap { PanelSubcommand.missing(period: $0, in: configuration) }
  }

  /// nil for an output that there is not; `whenOver` is for the caller.
  ///
  /// `isAlone` says that the streams are this process's own, which nobody restores if it is killed.
  func setup(
    _ request: FeedRequest, input: Descriptor, target: Descriptor, errors: Descriptor,
    isAlone: Bool = false
  ) -> FeedSetup? {
    if request.tmuxServer != nil {
      return TmuxConversation(loop: loop, subject: request.subject, input: input)
        .setup(target: target, errors: errors)
    }
    let isPanel = request.subject == .panel
    guard let maker = (isPanel ? Catalog.panelOutputs : Catalog.outputs)[request.output] else {
      return nil
    }
    let makeOutput = { [unowned loop] (number: Int32) in
      maker(
        OutputPlace.settings(
          loop.engine.configuration.output, for: request.output, on: number,
          environment: request.environment))
    }
    var setup = FeedSetup(
      subject: request.subject, target: target, errors: errors,
      input: request.readsClicks ? ClickInput(input) : nil, isContinued: request.isContinued,
      makeOutput: makeOutput, whenOver: { _ in })
    if isPanel {
      setup.isFullScreen = true
      setup.input = KeyInput(
        input: input, target: target,
        farewell: isAlone ? makeOutput(target.number).trailer : nil,
        mode: request.environment[OutputPlace.modeVariable])
    }
    return setup
  }
}
