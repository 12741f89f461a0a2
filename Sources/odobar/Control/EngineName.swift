import FeedConfig
import FeedSystem

/// Names the engine that feeds of one config share.
struct EngineName: Hashable {
  /// The name of its config: `config-5f3a09c1`.
  let config: String
  /// What tells it from others of that config.
  private let variant: String

  /// - Parameters:
  ///   - config: the absolute path of the config.
  ///   - motion: what `--motion` says: all feeds of an engine move alike.
  init(config: String, motion: String?) {
    self.config = StateSearch.name(ofConfig: config)
    variant = motion.flatMap { $0 == "auto" ? nil : ".\($0)" } ?? ""
  }

  private init(config: String, variant: String) {
    self.config = config
    self.variant = variant
  }

  /// For feeds of another build than the one whose engine has the name already.
  func of(build: String) -> EngineName {
    EngineName(config: config, variant: "\(variant).\(build)")
  }

  var stem: String { config + variant }
  var socket: String { stem + Self.suffix }
  var lock: String { stem + ".lock" }

  private static let suffix = ".socket"

  /// Whether it is of a config, given by its absolute path.
  func isOf(config path: String) -> Bool { config == StateSearch.name(ofConfig: path) }

  /// Those whose sockets are among the names of a folder.
  static func all(among names: [String]) -> [EngineName] {
    names.sorted().compactMap { name in
      guard name.hasSuffix(suffix) else { return nil }
      let stem = name.dropLast(suffix.count)
      let end = stem.firstIndex(of: ".") ?? stem.endIndex
      return EngineName(config: String(stem[..<end]), variant: String(stem[end...]))
    }
  }
}
