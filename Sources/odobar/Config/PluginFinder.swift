import FeedConfig
import FeedCore
import FeedPlugin
import FeedSystem

/// Finds plugins on disk and reads what they declare of themselves.
struct PluginFinder {
  let search: PluginSearch

  init(environment: Environment, configFolder: String) {
    var values = environment.values
    if let path = values["ODOBAR_PLUGIN_PATH"] {
      values["ODOBAR_PLUGIN_PATH"] = path.split(separator: ":")
        .map { FileSystem.absolute(String($0)) }.joined(separator: ":")
    }
    search = PluginSearch(
      environment: values, configFolder: configFolder, program: Program.path)
  }

  /// A manifest is among the first lines; more of a plugin is not read.
  private static let sizeLimit = 1 << 22

  func lookup(_ name: String) -> PluginLookup {
    let candidates = search.candidates(for: name).map(FileSystem.absolute)
    for path in candidates where FileSystem.isExecutableFile(path) {
      do throws(FileReadError) {
        let text = try FileReader.contents(of: path, limit: Self.sizeLimit)
        return found(path, text)
      } catch {
        return .unusable(reason: "cannot read '\(path)': \(error)")
      }
    }
    if let path = candidates.first(where: FileSystem.isFile) {
      return .unusable(reason: "'\(path)' may not be executed: chmod +x helps")
    }
    return .notFound(known: all().map(\.name))
  }

  /// Every plugin that a config can name, the first of each name.
  func all() -> [(name: String, path: String)] {
    var found: [(name: String, path: String)] = []
    for folder in search.folders {
      for name in FileSystem.names(in: folder).sorted() where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        guard FileSystem.isExecutableFile(path), !found.contains(where: { $0.name == name }) else {
          continue
        }
        found.append((name, path))
      }
    }
    return found
  }

  private func found(_ path: String, _ text: [UInt8]) -> PluginLookup {
    let (manifest, faults) = Manifest.read(text, file: path)
    if let fault = faults.first { return .unusable(reason: fault.summary) }
    guard let manifest else { return .found(PluginFound(path: path)) }
    return .found(PluginFound(path: path, manifest: manifest))
  }
}
