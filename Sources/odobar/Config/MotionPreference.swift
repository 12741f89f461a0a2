import FeedConfig
import FeedEngine
import FeedSystem

/// How much motion is wanted here: the first of command line, config and environment that says.
enum MotionPreference {
  /// nil for a word that `--motion` does not know.
  static func reduction(
    option: String?, motion: GlobalMotion, environment: Environment
  ) -> Reduction? {
    MotionSurvey(option: option, motion: motion, environment: environment.values)?
      .limits(motion).reduction
  }
}
