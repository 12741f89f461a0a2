import FeedSystem

/// Where the sockets of engines lie.
enum RuntimeFolder {
  /// `$XDG_RUNTIME_DIR/odobar`; without one `/tmp/odobar-UID`.
  ///
  /// *Source:* XDG Base Directory Specification 0.8: relative paths are to be ignored.
  static func path(_ environment: Environment) -> String {
    if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      FileSystem.isFolder(folder)
    {
      return folder + "/odobar"
    }
    return "/tmp/odobar-\(Program.user)"
  }

  static func open(_ environment: Environment) throws(FolderProblem) -> PrivateFolder {
    try PrivateFolder(path(environment))
  }
}
