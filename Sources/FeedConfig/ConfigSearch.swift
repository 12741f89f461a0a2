/// Where a config is looked for: pure, on an environment given as a dictionary.
package enum ConfigSearch {
  /// A path to try.
  package struct Place: Hashable, Sendable {
    package var path: String
    /// The user named this file: when it is not there, that is an error and no reason to go on.
    package var isRequired: Bool

    package init(path: String, isRequired: Bool) {
      self.path = path
      self.isRequired = isRequired
    }
  }

  /// The places in order; the first file that is there is the config.
  ///
  /// - Parameters:
  ///   - option: what `-c` names, if it was given.
  ///   - environment: the variables of the process.
  ///   - installed: configs that came with the program, the best first.
  /// - Returns: one place only where the user names a file.
  package static func places(
    option: String?, environment: [String: String], installed: [String]
  ) -> [Place] {
    if let option { return [Place(path: option, isRequired: true)] }
    if let path = environment["ODOBAR_CONFIG"], !path.isEmpty {
      return [Place(path: path, isRequired: true)]
    }
    var paths: [String] = []
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      paths.append(folder + "/odobar/config.yaml")
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      paths.append(home + "/.config/odobar/config.yaml")
    }
    return (paths + installed).map { Place(path: $0, isRequired: false) }
  }
}
