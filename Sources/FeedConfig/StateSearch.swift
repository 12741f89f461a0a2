/// Where odobar keeps what outlives a run: pure, on an environment given as a dictionary.
package enum StateSearch {
  /// The folder of the state of a config, given by its absolute path; nil without a place for it.
  ///
  /// It lies in `$XDG_STATE_HOME/odobar`, by default `~/.local/state/odobar`, and has a name that a
  /// person knows and that no other config has: `config-5f3a09c1`.
  ///
  /// *Source:* XDG Base Directory Specification 0.8, "Environment variables".
  package static func folder(ofConfig config: String, environment: [String: String]) -> String? {
    root(environment).map { "\($0)/odobar/\(name(ofConfig: config))" }
  }

  private static func root(_ environment: [String: String]) -> String? {
    // Relative paths are to be ignored, as the specification has it.
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state"
  }

  /// A name for what belongs to a config, given by its absolute path: `config-5f3a09c1`.
  package static func name(ofConfig config: String) -> String {
    let path = normalized(config)
    let file = path.split(separator: "/").last ?? ""
    let stem = file.firstIndex(of: ".").map { file[..<$0] } ?? file
    let readable = stem.unicodeScalars.filter { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789_-".contains(Character(scalar)))
    }
    let name = String(String.UnicodeScalarView(readable.prefix(32)))
    return "\(name.isEmpty ? "config" : name)-\(hash(path))"
  }

  /// The path without `.`, `..` and empty parts.
  ///
  /// Links stay: a config that is a link to another file after each change, as some tools make it,
  /// is the same config to its user.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Eight hexadecimal digits of a text, the same on every machine.
  ///
  /// *Source:* FNV-1a, 32 bits (Fowler, Noll, Vo).
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
