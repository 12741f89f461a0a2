import FeedSystem

/// Commands of this program as people paste them into the configs of bars.
enum PastedCommand {
  /// How this program is called: by its name where that finds it, else by its path.
  static func program(_ environment: Environment) -> String {
    let path = environment["PATH"] ?? Command.usualPath
    if let found = FileSystem.program(named: "odobar", in: path),
      FileIdentity(ofFile: found) == FileIdentity(ofFile: Program.path)
    {
      return "odobar"
    }
    return quoted(Program.path)
  }

  /// The option that decides which engine a command means.
  static func config(_ options: ParsedOptions) -> String {
    options.values["config"].map { " -c " + quoted(FileSystem.absolute($0)) } ?? ""
  }

  /// The options that decide which engine a feed has.
  static func options(_ options: ParsedOptions) -> String {
    config(options) + (options.values["motion"].map { " --motion " + quoted($0) } ?? "")
  }

  /// A word as a shell takes it.
  static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { character in
      character.isASCII
        && (character.isLetter || character.isNumber || "/._-+=:,@%".contains(character))
    }
    if plain, !word.isEmpty { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: #"'\''"#))'"
  }
}
