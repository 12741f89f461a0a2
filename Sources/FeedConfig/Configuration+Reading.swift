package import FeedCore
import FeedData

extension Configuration {
  /// Reads a config file's text, and the files that it includes; `file` is how diagnostics name it.
  ///
  /// Always gives a configuration that can be shown: what could not be understood is in `broken`.
  /// The diagnostics are all faults there are, file by file and in the order of each.
  package static func read(
    _ text: [UInt8], file: String, context: ConfigContext
  ) -> (Configuration, [Diagnostic]) {
    let (configuration, diagnostics, _) = readAll(text, file: file, context: context)
    return (configuration, diagnostics)
  }

  /// The same, with the texts of all files, by the names that diagnostics use.
  package static func readAll(
    _ text: [UInt8], file: String, context: ConfigContext
  ) -> (Configuration, [Diagnostic], texts: [String: [UInt8]]) {
    var reader = IncludeReader(context)
    var (configuration, diagnostics): (Configuration, [Diagnostic])
    do throws(Diagnostic) {
      let root = try reader.read(text, file: file)
      (configuration, diagnostics) = decode(root, files: reader.files, context: context)
      diagnostics = (reader.faults + diagnostics).inOrder(of: reader.files.map(\.name))
    } catch {
      configuration = Configuration(unusable: error)
      configuration.folder = context.folder
      diagnostics = [error]
    }
    configuration.files += reader.paths
    let texts = reader.files.map { ($0.name, $0.text) }
    return (
      configuration, diagnostics, Dictionary(texts, uniquingKeysWith: { first, _ in first })
    )
  }

  /// Decodes a config that has been read; nil is an empty one.
  package static func decode(
    _ root: Node?, context: ConfigContext
  ) -> (Configuration, [Diagnostic]) {
    decode(root, files: [], context: context)
  }

  /// With the files, comments that were hardly meant as such are warned of.
  private static func decode(
    _ root: Node?, files: [ConfigFile], context: ConfigContext
  ) -> (Configuration, [Diagnostic]) {
    var decoder = ConfigDecoder(context: context, files: files)
    if let root, !root.isNothing { decoder.decode(root) }
    return decoder.finish()
  }
}
