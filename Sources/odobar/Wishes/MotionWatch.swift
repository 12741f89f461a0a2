import FeedConfig
import FeedEngine
import FeedSystem

/// Finds out how much motion the desktop and the machine want, and notices when that changes.
///
/// Nothing of it delays a frame or wakes a program at rest: files are read at once; all else is
/// asked when the first frame is out, and from then on changes tell themselves.
final class MotionWatch {
  private(set) var survey: MotionSurvey
  private var motion: GlobalMotion
  private let environment: Environment
  private let files: SettingsFiles
  private let batteries: Batteries
  /// What was told last.
  private var told: MotionLimits
  private var tell: (MotionLimits) -> Void = { _ in }
  private var changes: FileWatch?
  private var portal: DesktopPortal?
  private var profile: PowerProfile?
  /// Somebody tells the power profile, so the batteries are not looked at.
  private var hasProfile = false
  private var nextLook: Int64?
  private var isRunningErrand = false
  /// In nanoseconds.
  private static let firstLook: Int64 = 1_000_000_000
  private static let lookPause: Int64 = 60_000_000_000

  init(_ survey: MotionSurvey, _ motion: GlobalMotion, _ environment: Environment) {
    self.survey = survey
    self.motion = motion
    self.environment = environment
    files = SettingsFiles(environment)
    batteries = Batteries(environment)
    if survey.isOpen { files.read(into: &self.survey) }
    told = self.survey.limits(motion)
  }

  /// What is wanted as far as is known.
  var limits: MotionLimits { survey.limits(motion) }

  /// Another config says what it wants of motion.
  func take(_ motion: GlobalMotion) {
    self.motion = motion
    change { $0.note(motion) }
  }

  /// Asks everybody who has a say, and listens to them; `tell` is called when the limits change.
  func begin(
    _ watches: Watches, _ errands: Errands, _ tell: @escaping (MotionLimits) -> Void
  ) {
    // Who has decided already is not asked again and again.
    guard survey.isOpen else { return }
    self.tell = tell
    let wantsPower = motion.powerSaver != .ignore
    portal = DesktopPortal(watches, wantsPower: wantsPower) { [unowned self] source, wish, reason in
      change { $0.note(source, wish, because: reason) }
    } noteSaver: { [unowned self] isOn in
      change { $0.note(.portal, isOn) }
    }
    if wantsPower {
      profile = PowerProfile(watches) { [unowned self] isOn in
        hasProfile = true
        change {
          $0.note(.profile, isOn)
          $0.note(.battery, false)
        }
      }
      if batteries.areShort != nil { nextLook = MonotonicClock.now + Self.firstLook }
    }
    if FileSystem.exists(files.database) { ask(errands) }
    changes = try? FileWatch()
    changes?.watch(files.paths)
    if let changes {
      watches.watch(changes.descriptor.number, for: .readable) { [unowned self] _ in
        readAgain(errands)
      }
    }
  }

  /// Looks after what does not tell itself, now that the program is awake anyway.
  func look() {
    guard let due = nextLook, due <= MonotonicClock.now else { return }
    nextLook = hasProfile ? nil : due + Self.lookPause
    lookAtBatteries()
  }

  /// What is wanted, and why, for a person who wonders; asks for a moment.
  func explanation(within patience: Int64) -> String {
    let (watches, children) = (Watches(), Children())
    defer { children.shutDown() }
    begin(watches, Errands(watches, children)) { _ in }
    let end = MonotonicClock.now + patience
    while isAsking, (try? watches.wait(until: end)) ?? false {}
    if survey.isOpen { lookAtBatteries() }
    return survey.explanation(motion)
  }

  private var isAsking: Bool {
    isRunningErrand || (portal?.isAsking ?? false) || (profile?.isAsking ?? false)
  }

  private func lookAtBatteries() {
    guard motion.powerSaver != .ignore, !hasProfile, let areShort = batteries.areShort else {
      return
    }
    change { $0.note(.battery, areShort) }
  }

  private func change(_ change: (inout MotionSurvey) -> Void) {
    change(&survey)
    guard limits != told else { return }
    told = limits
    tell(told)
  }

  private func readAgain(_ errands: Errands) {
    let changed = changes?.changes() ?? []
    if changed.contains(files.database) { ask(errands) }
    if changed.contains(where: { $0 != files.database }) { change { files.read(into: &$0) } }
  }

  private func ask(_ errands: Errands) {
    isRunningErrand = true
    errands.run(SettingsFiles.question, environment: environment.entries) { [unowned self] bytes in
      isRunningErrand = false
      let finding = DesktopSettings.gsettings(String(decoding: bytes, as: UTF8.self))
      change { $0.note(.gnome, finding?.wish, because: finding?.reason ?? "") }
    }
  }
}
