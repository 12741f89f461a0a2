import FeedConfig
import FeedCore
import FeedEngine
import FeedSystem

/// Reads the config again: when one of its files has changed, and when somebody asks.
///
/// A config with a fault never takes the place of a good one.
final class Reloader: LoopTimer {
  /// What came of reading the config again.
  enum Outcome {
    case replaced(Configuration)
    case kept([Diagnostic])
  }

  private let loop: Loop
  private var loader: ConfigLoader
  /// As it was named; nil for the first that is there in the usual places.
  private let named: String?
  /// The one that is in use, or is to be; nil while there is none.
  private var file: String?
  /// nil where there can be none: then it is read when somebody asks.
  private let watch: FileWatch?
  /// All files that the config that runs is made of.
  private var files: Set<String>
  private var isGood: Bool
  /// The first change that has not been looked at, and the moment to do so.
  private var firstChange: Int64?
  private(set) var deadline: Int64?

  /// Editors that save do so in several steps, and some save several files.
  private static let calm: Int64 = 100_000_000
  /// Who never stops writing is not waited for.
  private static let patience: Int64 = 1_000_000_000

  /// nil for a config that is no file, but something that can be read once, such as a pipe.
  init?(
    _ loop: Loop, _ loader: ConfigLoader, _ loaded: ConfigLoader.Loaded, _ watch: FileWatch?
  ) {
    named = loaded.named
    file = loaded.file ?? loaded.named
    if let file, FileSystem.isSpecial(file) { return nil }
    self.loop = loop
    self.loader = loader
    self.loader.takesPipes = false
    self.watch = watch
    files = Set(loaded.stamps.keys)
    isGood = !loaded.isFaulty
    loop.timers.append(self)
    if let watch {
      loop.watches.watch(watch.descriptor.number, for: .readable) { [unowned self] _ in look() }
    }
    follow(loaded)
  }

  /// Watches the files of a config, and sees what has become of them since they were read.
  private func follow(_ loaded: ConfigLoader.Loaded) {
    // One that cannot be used may not say all that it is made of.
    let kept = loaded.isFaulty ? files.subtracting(loaded.stamps.keys) : []
    watch?.watch(Array(loaded.stamps.keys) + kept, since: loaded.stamps)
    look()
  }

  private func look() {
    if let watch, !watch.changes().isEmpty { noteChange() }
  }

  /// The file that is meant now: one that comes before the present one takes its place, but one that
  /// has vanished is waited for, as it comes back when an editor has saved it.
  private func load() -> ConfigLoader.Loaded {
    if named == nil, let file, !FileSystem.exists(file) { return loader.load(file) }
    let loaded = loader.load(named)
    file = loaded.file ?? file
    return loaded
  }

  private func noteChange() {
    let now = MonotonicClock.now
    let first = firstChange ?? now
    firstChange = first
    deadline = min(now + Self.calm, first + Self.patience)
  }

  func timeHasCome() { _ = reload() }

  /// Reads the config again, at once.
  func reload() -> Outcome {
    (firstChange, deadline) = (nil, nil)
    let loaded = load()
    follow(loaded)
    guard !loaded.isFaulty || !isGood else {
      let faults = loaded.diagnostics.filter { $0.severity == .error }
      loop.reporter.stand(loaded.diagnostics, loaded.printer)
      loop.handleNow([.configFaulted(faults.first)])
      return .kept(faults)
    }
    isGood = !loaded.isFaulty
    files = Set(loaded.stamps.keys)
    loop.reconfigure(loaded)
    return .replaced(loaded.configuration)
  }
}
