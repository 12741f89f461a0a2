import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// Makes feeds of an engine as they are asked for.
struct FeedMaker {
  let loop: Loop

  /// Why there is nothing to show for this subject, with what could have been meant.
  func problem(with subject: FeedSubject) -> String? {
    FeedCommand.missing(subject, in: loop.engine.configuration)
  }

  /// nil for an output that there is not; `whenOver` is for the caller.
  func setup(
    _ request: FeedRequest, input: Descriptor, target: Descriptor, errors: Descriptor
  ) -> FeedSetup? {
    guard let maker = Catalog.outputs[request.output] else { return nil }
    return FeedSetup(
      subject: request.subject, target: target, errors: errors,
      input: request.readsClicks ? ClickInput(input) : nil, isContinued: request.isContinued,
      makeOutput: { [unowned loop] number in
        maker(
          OutputPlace.settings(
            loop.engine.configuration.output, for: request.output, on: number,
            environment: request.environment))
      }, whenOver: { _ in })
  }
}
