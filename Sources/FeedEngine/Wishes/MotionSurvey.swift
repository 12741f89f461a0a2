package import FeedConfig

/// What everybody says who has a say in how much motion there is.
///
/// The first of `Source` who says something decides.
package struct MotionSurvey: Hashable, Sendable {
  /// Who is asked, in the order in which they count.
  package enum Source: Hashable, Sendable, CaseIterable {
    case commandLine
    case config
    case environment
    case terminal
    /// Where the frames go: a pipe or a file does not redraw.
    case output
    /// The desktop's portal, which speaks for people that want less motion.
    case portal
    case gnome
    case gtk
    case kde
  }

  package enum Wish: Hashable, Sendable {
    /// All motion, whatever others say.
    case full
    /// A person wants less of it.
    case less
    /// Animations are switched off.
    case off
  }

  /// Who says that there is power to be saved.
  package enum Shortage: Hashable, Sendable {
    case portal
    case profile
    case battery

    var reason: String { self == .battery ? "the battery is low" : "the power profile saves power" }
  }

  private struct Answer: Hashable {
    var wish: Wish
    /// `GNOME's enable-animations is off`.
    var reason: String
  }

  private var answers: [Source: Answer] = [:]
  /// What durations are multiplied with, as KDE has it.
  package var durationScale = 1.0
  private var shortages: Set<Shortage> = []
  /// The program runs on another machine than the one it is seen on.
  package var isRemote = false

  /// Nobody has said anything.
  package init() {}

  /// What is known without asking anybody: what `--motion` says, the config and the environment;
  /// nil when the option is a word that it does not know.
  package init?(option: String?, motion: GlobalMotion, environment: [String: String]) {
    switch option {
    case "full": note(.commandLine, .full, because: "--motion full")
    case "reduced": note(.commandLine, .less, because: "--motion reduced")
    case nil, "auto": break
    default: return nil
    }
    note(motion)
    for name in ["ODOBAR_REDUCED_MOTION", "REDUCED_MOTION"]
    where Self.isTruthy(environment[name]) && answers[.environment] == nil {
      note(.environment, .less, because: "$\(name) is set")
    }
    if answers[.environment] == nil, environment["TEXTUAL_ANIMATIONS"]?.lowercased() == "none" {
      note(.environment, .off, because: "$TEXTUAL_ANIMATIONS is none")
    }
    if environment["TERM"] == "dumb" { note(.terminal, .off, because: "$TERM is dumb") }
    isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains { !(environment[$0] ?? "").isEmpty }
  }

  /// Whether `--motion` can have this value; nil is that it is not given.
  package static func knows(option: String?) -> Bool {
    option.map { ["full", "reduced", "auto"].contains($0) } ?? true
  }

  private static func isTruthy(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no", "off", "none"].contains(value)
  }

  // MARK: Taking in

  /// Takes in what a source says now; nil is nothing.
  package mutating func note(_ source: Source, _ wish: Wish?, because reason: String) {
    answers[source] = wish.map { Answer(wish: $0, reason: reason) }
  }

  /// Takes in what a config says.
  package mutating func note(_ motion: GlobalMotion) {
    switch motion.reduced {
    case .always: note(.config, .less, because: "motion.reduced is always")
    case .never: note(.config, .full, because: "motion.reduced is never")
    case .auto: note(.config, nil, because: "")
    }
  }

  /// The frames go where nothing is drawn again: each of them is a line that stays.
  package mutating func noteLines() {
    note(.output, .off, because: "the output is no terminal")
  }

  /// Takes in whether there is power to be saved.
  package mutating func note(_ shortage: Shortage, _ isThere: Bool) {
    if isThere { shortages.insert(shortage) } else { shortages.remove(shortage) }
  }

  // MARK: What comes of it

  private var decisive: Answer? {
    Source.allCases.lazy.compactMap { answers[$0] }.first
  }

  /// Whether the desktop has a say: nobody who counts for more has decided.
  package var isOpen: Bool {
    ![.commandLine, .config, .environment, .terminal, .output].contains { answers[$0] != nil }
  }

  package func limits(_ motion: GlobalMotion) -> MotionLimits {
    var limits = MotionLimits(durationScale: durationScale)
    if isRemote { limits.usualFrameRate = 10 }
    switch decisive?.wish {
    case .less?: limits.reduction = motion.reducedStyle == .fade ? .fade : .jump
    case .off?: limits.reduction = .jump
    case .full?: limits.durationScale = 1
    case nil:
      guard !shortages.isEmpty else { break }
      switch motion.powerSaver {
      case .jump: limits.reduction = .jump
      case .low: limits.greatestFrameRate = 5
      case .ignore: break
      }
    }
    return limits
  }

  /// `full`, or `reduced (GNOME's enable-animations is off)`, for a person who wonders.
  package func explanation(_ motion: GlobalMotion) -> String {
    let limits = limits(motion)
    var word = "full"
    if limits.reduction == .jump { word = "reduced" }
    if limits.reduction == .fade { word = "reduced to fades" }
    var reasons: [String] = []
    if let decisive {
      reasons.append(decisive.reason)
    } else if let shortage = shortages.first, motion.powerSaver != .ignore {
      reasons.append(shortage.reason)
    }
    if let rate = limits.greatestFrameRate { reasons.append("\(Int(rate)) frames a second") }
    if limits.reduction == .none, limits.durationScale != 1 {
      reasons.append("durations times \(limits.durationScale), as KDE has them")
    }
    if let rate = limits.usualFrameRate { reasons.append("\(Int(rate)) frames a second over SSH") }
    return reasons.isEmpty ? word : "\(word) (\(reasons.joined(separator: "; ")))"
  }
}
