import FeedConfig
import FeedEngine
import FeedSystem

/// How much motion is wanted here: the first of command line, config and environment that says.
enum MotionPreference {
  /// nil for a word that `--motion` does not know.
  static func reduction(
    option: String?, motion: GlobalMotion, environment: Environment
  ) -> Reduction? {
    let reduced: Reduction = motion.reducedStyle == .fade ? .fade : .jump
    switch option {
    case "full": return Reduction.none
    case "reduced": return reduced
    case nil, "auto": break
    default: return nil
    }
    switch motion.reduced {
    case .always: return reduced
    case .never: return Reduction.none
    case .auto: break
    }
    if isTruthy(environment["ODOBAR_REDUCED_MOTION"]) || isTruthy(environment["REDUCED_MOTION"]) {
      return reduced
    }
    return environment["TERM"] == "dumb" ? reduced : Reduction.none
  }

  private static func isTruthy(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no", "off", "none"].contains(value)
  }
}
