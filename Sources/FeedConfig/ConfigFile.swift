import FeedCore

/// One file that a config is made of.
struct ConfigFile: Hashable, Sendable {
  /// How diagnostics name it.
  var name: String
  var path: String
  var text: [UInt8]

  /// What a path that is written in it means, and how diagnostics name that file.
  ///
  /// `~` is the home folder; relative paths begin at the folder of the file.
  func beside(_ written: String, home: String) -> (path: String, name: String) {
    let isOfHome = written == "~" || written.hasPrefix("~/")
    let expanded = isOfHome && !home.isEmpty ? home + written.dropFirst() : written
    let path = PathText.tidy(PathText.joined(PathText.folder(of: self.path), expanded))
    if isOfHome || written.hasPrefix("/") { return (path, written) }
    return (path, PathText.tidy(PathText.joined(PathText.folder(of: name), written)))
  }
}
