import FeedConfig
import FeedSystem

/// Names the engine that feeds of one config share.
struct EngineName: Hashable {
  /// Such as `config-5f3a09c1`.
  private let stem: String

  /// - Parameters:
  ///   - config: the absolute path of the config.
  ///   - motion: what `--motion` says: all feeds of an engine move alike.
  init(config: String, motion: String?) {
    let suffix = motion.flatMap { $0 == "auto" ? nil : "-\($0)" } ?? ""
    stem = StateSearch.name(ofConfig: config) + suffix
  }

  private init(stem: String) { self.stem = stem }

  /// For feeds of another build than the one whose engine has the name already.
  func of(build: String) -> EngineName { EngineName(stem: "\(stem)-\(build)") }

  var socket: String { stem + Self.suffix }
  var lock: String { stem + ".lock" }

  private static let suffix = ".socket"

  /// Those of a config whose sockets are among these names; with no config, all.
  static func all(among names: [String], config: String?) -> [EngineName] {
    let stem = config.map { StateSearch.name(ofConfig: $0) }
    return names.sorted().compactMap { name in
      guard name.hasSuffix(suffix) else { return nil }
      let found = String(name.dropLast(suffix.count))
      guard let stem else { return EngineName(stem: found) }
      return found == stem || found.hasPrefix(stem + "-") ? EngineName(stem: found) : nil
    }
  }
}
