package import FeedCore
import FeedData

extension Configuration {
  /// Reads a config file's text; `file` is how diagnostics name it.
  ///
  /// Always gives a configuration that can be shown: what could not be understood is in `broken`.
  /// The diagnostics are all faults there are, in the order of the file.
  package static func read(
    _ text: [UInt8], file: String, context: ConfigContext
  ) -> (Configuration, [Diagnostic]) {
    do throws(Diagnostic) {
      let document = try YAMLReader.read(text, file: file)
      let (configuration, faults) = decode(
        document.root, text: String(decoding: text, as: UTF8.self), context: context)
      return (configuration, (document.faults + faults).inFileOrder)
    } catch {
      var configuration = Configuration(unusable: error)
      configuration.folder = context.folder
      return (configuration, [error])
    }
  }

  /// Decodes a config that has been read; nil is an empty one.
  ///
  /// With its text, comments that were hardly meant as such are warned of.
  package static func decode(
    _ root: Node?, text: String? = nil, context: ConfigContext
  ) -> (Configuration, [Diagnostic]) {
    var decoder = ConfigDecoder(context: context, text: text)
    if let root, !root.isNothing { decoder.decode(root) }
    return decoder.finish()
  }
}
