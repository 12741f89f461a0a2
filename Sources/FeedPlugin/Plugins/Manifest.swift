package import FeedCore
import FeedData

/// What a plugin declares about itself, in a comment among its first lines.
///
/// `# odobar: {mode: poll, interval: 2s, fields: {usage: {unit: percent}}}`: YAML in flow form,
/// after any sign of a comment.
package struct Manifest: Hashable, Sendable {
  /// Something that a config can set under `params`.
  package struct Parameter: Hashable, Sendable {
    package var name: String
    package var defaultValue: String?
    package var about: String?

    package init(name: String, defaultValue: String? = nil, about: String? = nil) {
      self.name = name
      self.defaultValue = defaultValue
      self.about = about
    }
  }

  package var mode: RunMode?
  package var interval: TimeSpan?
  /// `interval: once`: it is to run a single time.
  package var runsOnce = false
  package var timeout: TimeSpan?
  package var protocolName: String?
  /// In the order of the manifest; the first one is the plugin's main field.
  package var fields: [FieldDeclaration] = []
  package var parameters: [Parameter] = []

  package init() {}

  /// A manifest is looked for in as many lines.
  package static let lineLimit = 20
  private static let byteLimit = 1 << 16

  /// Reads the manifest of a plugin with these contents, and tells what is wrong with it.
  ///
  /// A plugin without one is no fault. `file` is how faults name the plugin.
  package static func read(
    _ contents: [UInt8], file: String
  ) -> (manifest: Manifest?, faults: [Diagnostic]) {
    guard let text = ManifestText(contents.prefix(byteLimit), lines: lineLimit) else {
      return (nil, [])
    }
    do throws(Diagnostic) {
      let document = try YAMLReader.read(text.padded, file: file)
      guard let root = document.root else { return (Manifest(), document.faults) }
      var decoder = ManifestDecoder()
      decoder.decode(root)
      return (decoder.manifest, document.faults + decoder.faults)
    } catch {
      return (nil, [error])
    }
  }
}

/// A manifest as it stands in its file.
struct ManifestText {
  /// With as many lines and columns before it as in the file, so that places are the file's.
  let padded: [UInt8]

  init?(_ contents: ArraySlice<UInt8>, lines limit: Int) {
    let lines = contents.split(
      separator: UInt8(ascii: "\n"), maxSplits: limit, omittingEmptySubsequences: false)
    for (index, line) in lines.prefix(limit).enumerated() {
      guard let start = Self.start(in: line) else { continue }
      padded =
        Array(repeating: UInt8(ascii: "\n"), count: index)
        + Array(repeating: UInt8(ascii: " "), count: start - line.startIndex)
        + line[start..<Self.end(of: line[start...])]
      return
    }
    return nil
  }

  private static let key = Array("odobar:".utf8)

  /// Where the opening brace after `odobar:` is; nothing but a sign of a comment, in ASCII,
  /// comes before.
  private static func start(in line: ArraySlice<UInt8>) -> Int? {
    guard let word = line.firstIndex(where: isLetterOrDigit), line[word...].starts(with: key)
    else { return nil }
    let rest = line[(word + key.count)...].drop { $0 == 0x20 || $0 == 0x09 }
    return rest.first == UInt8(ascii: "{") ? rest.startIndex : nil
  }

  /// After the brace that closes the first one, so that a sign that ends the comment is left out.
  private static func end(of text: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var quote: UInt8?
    var isEscaped = false
    for index in text.indices {
      let byte = text[index]
      guard !isEscaped else {
        isEscaped = false
        continue
      }
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), UInt8(ascii: "\"")?): isEscaped = true
      case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil):
        // An apostrophe within a word opens nothing.
        if !isLetterOrDigit(text[index - 1]) || byte == UInt8(ascii: "\"") { quote = byte }
      case (_, quote?) where byte == quote: quote = nil
      case (UInt8(ascii: "{"), nil): depth += 1
      case (UInt8(ascii: "}"), nil):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return text.last == UInt8(ascii: "\r") ? text.endIndex - 1 : text.endIndex
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || byte >= 0x80
  }
}
