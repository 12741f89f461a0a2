/// What feeds, commands and engines say to each other: a list of words, like a command line.
///
/// On the wire each word ends with a zero byte, and the first is the protocol with its version. The
/// socket keeps messages apart, so nothing has to be counted.
package struct Message: Hashable, Sendable {
  package let words: [String]

  /// Changes whenever a message of one build could mean something else to another.
  package static let version = "odobar/1"

  /// Longer lists than this are no message.
  static let wordLimit = 64

  /// Takes words as they are; what follows a zero byte in one of them is cut off.
  package init(_ words: [String]) {
    self.words = words.map { word in
      word.utf8.contains(0) ? String(word.prefix { $0 != "\0" }) : word
    }
  }

  package init(_ words: String...) { self.init(words) }

  package var bytes: [UInt8] {
    ([Self.version] + words).flatMap { Array($0.utf8) + [0] }
  }
}

/// Why bytes are no message.
package enum MessageFault: Error, Hashable, Sendable {
  /// It comes from a program that speaks another version.
  case version(String)
  /// It does not come from such a program at all.
  case malformed
}

extension Message {
  /// Takes apart what came.
  package init(bytes: [UInt8]) throws(MessageFault) {
    guard bytes.last == 0 else { throw .malformed }
    let parts = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count <= Self.wordLimit else { throw .malformed }
    var words: [String] = []
    for part in parts {
      guard let word = String(validating: part, as: UTF8.self) else { throw .malformed }
      words.append(word)
    }
    guard let version = words.first, version.hasPrefix("odobar/") else { throw .malformed }
    guard version == Self.version else { throw .version(version) }
    self.init(Array(words.dropFirst()))
  }
}
