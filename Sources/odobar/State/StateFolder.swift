import FeedConfig
import FeedSystem

/// The folder in which odobar keeps what outlives a run of one config.
struct StateFolder {
  let path: String

  /// nil where the environment has no place for it.
  init?(config: String, environment: Environment) {
    guard
      let path = StateSearch.folder(
        ofConfig: FileSystem.absolute(config), environment: environment.values)
    else { return nil }
    self.path = path
  }

  /// What a file of the folder holds; nil when there is none.
  ///
  /// - Throws: why it could not be read, or that it is larger than `limit`.
  func contents(of name: String, limit: Int) throws(FileReadError) -> [UInt8]? {
    do throws(FileReadError) {
      return try FileReader.contents(of: "\(path)/\(name)", limit: limit)
    } catch {
      if case .system(let cause) = error, cause.isNotFound { return nil }
      throw error
    }
  }

  /// Makes the folder, for its owner only.
  func make() throws(SystemCallError) { try PrivateFile.makeFolder(path) }

  /// Appends to a file of the folder in one write; a new one begins with `header`.
  ///
  /// - Returns: how long the file is now.
  func append(
    _ bytes: [UInt8], to name: String, header: [UInt8]
  ) throws(SystemCallError) -> Int {
    try PrivateFile.append(bytes, to: "\(path)/\(name)", header: header)
  }

  /// Replaces a file of the folder, whole or not at all; makes the folders that it needs.
  ///
  /// `name` may have folders: `values/tickets`.
  func replace(_ name: String, with bytes: [UInt8]) throws(SystemCallError) {
    let file = "\(path)/\(name)"
    let end = file.lastIndex(of: "/") ?? file.endIndex
    try PrivateFile.makeFolder(String(file[..<end]))
    try PrivateFile.replace(file, with: bytes)
  }
}
