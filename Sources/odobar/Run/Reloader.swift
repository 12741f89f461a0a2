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
  private let loader: ConfigLoader
  /// As it was named.
  private let name: String
  private let file: String
  private let watch: FileWatch?
  /// Files of the config that runs, but for the first.
  private var files: [String]
  private var isGood: Bool
  /// The first change that has not been looked at, and the moment to do so.
  private var firstChange: Int64?
  private(set) var deadline: Int64?

  /// Editors that save do so in several steps, and some save several files.
  private static let calm: Int64 = 100_000_000
  /// Who never stops writing is not waited for.
  private static let patience: Int64 = 1_000_000_000

  /// nil for a config that is no file.
  init?(_ loop: Loop, _ loader: ConfigLoader, _ loaded: ConfigLoader.Loaded) {
    guard let file = loaded.file, FileSystem.isFile(file) else { return nil }
    self.loop = loop
    self.loader = loader
    name = file
    self.file = FileSystem.absolute(file)
    files = loaded.configuration.files
    isGood = !loaded.isFaulty
    watch = try? FileWatch()
    watch?.watch([self.file] + files)
    guard let watch else { return }
    loop.timers.append(self)
    loop.watches.watch(watch.descriptor.number, for: .readable) { [unowned self] _ in
      if !watch.changes().isEmpty { noteChange() }
    }
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
    let loaded = loader.load(name)
    // One that cannot be read says nothing of the files that it is made of.
    let named = loaded.configuration.files
    watch?.watch([file] + named + (loaded.isFaulty ? files.filter { !named.contains($0) } : []))
    guard !loaded.isFaulty || !isGood else {
      let faults = loaded.diagnostics.filter { $0.severity == .error }
      loop.reporter.stand(loaded.diagnostics, loaded.printer)
      loop.handleNow([.configFaulted(faults.first)])
      return .kept(faults)
    }
    isGood = !loaded.isFaulty
    files = named
    loop.reconfigure(loaded)
    return .replaced(loaded.configuration)
  }
}
