import FeedCore

/// Where plugins are looked for: pure, on an environment given as a dictionary.
package struct PluginSearch: Hashable, Sendable {
  /// In the order of precedence, each once.
  package let folders: [String]
  private let configFolder: String
  private let home: String?

  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - configFolder: the folder of the config file.
  ///   - program: the absolute path of the running binary, links resolved.
  package init(environment: [String: String], configFolder: String, program: String) {
    let home = Self.absolute(environment["HOME"])
    var folders = (environment["ODOBAR_PLUGIN_PATH"] ?? "")
      .split(separator: ":").map(String.init)
    folders.append(PathText.joined(configFolder, "plugins"))
    if let data = Self.absolute(environment["XDG_DATA_HOME"]) {
      folders.append(PathText.joined(data, "odobar/plugins"))
    } else if let home {
      folders.append(PathText.joined(home, ".local/share/odobar/plugins"))
    }
    if let own = Self.folder(besides: program) { folders.append(own) }
    self.folders = folders.map { PathText.tidy($0) }.reduce(into: []) { unique, folder in
      if !unique.contains(folder) { unique.append(folder) }
    }
    self.configFolder = configFolder
    self.home = home
  }

  /// The paths to try for what a config names after `plugin:`, in order; the first that is an
  /// executable file is the plugin.
  ///
  /// A bare name is looked for in the folders. A name with a slash is a path: `/…`, `~/…`, or
  /// relative to the config's folder.
  package func candidates(for name: String) -> [String] {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else { return [] }
    guard name.contains("/") else { return folders.map { PathText.joined($0, name) } }
    if name.hasPrefix("/") { return [PathText.tidy(name)] }
    if name.hasPrefix("~/") {
      return home.map { [PathText.tidy(PathText.joined($0, String(name.dropFirst(2))))] } ?? []
    }
    return [PathText.tidy(PathText.joined(configFolder, name))]
  }

  /// The plugins that belong to the binary: the source tree's for one in a build folder, else the
  /// installed ones.
  private static func folder(besides program: String) -> String? {
    let parts = program.split(separator: "/").map(String.init)
    guard program.hasPrefix("/"), parts.count >= 2 else { return nil }
    if let build = parts.dropLast().lastIndex(of: ".build") {
      return "/" + (parts[..<build] + ["plugins"]).joined(separator: "/")
    }
    return "/" + (parts.dropLast(2) + ["lib", "odobar", "plugins"]).joined(separator: "/")
  }

  /// XDG: paths that are not absolute are as if unset.
  private static func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
