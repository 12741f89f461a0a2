package import FeedCore
import FeedData

/// What the file of an xbar or SwiftBar plugin says of itself, by its name and in its comments.
///
/// *Source:* xbar-plugins, `CONTRIBUTING.md`; SwiftBar, `README.md`.
package struct XbarFile: Hashable, Sendable {
  /// From `name.5s.sh`.
  package var interval: TimeSpan?
  /// Variables that it declares, with their values.
  package var variables: [String: String] = [:]
  /// It runs on, and separates what it says by `~~~`.
  package var isStream = false
  /// It wants to run by a timetable, which is not understood.
  package var schedule: String?

  package init() {}

  /// Reads name and contents of the file at `path`, and the values that are kept beside it.
  ///
  /// Both are empty where they cannot be read.
  package init(path: String, contents: [UInt8], values: [UInt8] = []) {
    interval = Self.interval(inName: path)
    var lines = contents[...]
    for _ in 0..<Self.lineLimit {
      guard !lines.isEmpty else { break }
      let line = lines.prefix { $0 != UInt8(ascii: "\n") }
      lines = lines[line.endIndex...].dropFirst()
      read(String(decoding: line.prefix(1024), as: UTF8.self))
    }
    readKept(values)
  }

  /// Whether a plugin asks for a variable.
  package static func mentions(_ variable: String, in contents: [UInt8]) -> Bool {
    contents.place(of: Array(variable.utf8), from: 0) != nil
  }

  private static let lineLimit = 64

  /// Whether a file is by its name a plugin of xbar.
  package static func isPlugin(_ path: String) -> Bool { interval(inName: path) != nil }

  /// The interval that stands in a file's name: `cpu.5s.sh`.
  static func interval(inName path: String) -> TimeSpan? {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".")
    guard parts.count >= 3 else { return nil }
    let word = parts[parts.count - 2]
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int64(digits), count > 0, count < 1_000_000 else { return nil }
    let seconds: Double
    switch word[digits.endIndex...] {
    case "ms": seconds = 0.001
    case "s": seconds = 1
    case "m": seconds = 60
    case "h": seconds = 3600
    case "d": seconds = 86_400
    default: return nil
    }
    return .seconds(Double(count) * seconds)
  }

  private mutating func read(_ line: String) {
    for prefix in ["xbar", "bitbar", "swiftbar"] {
      if let text = Self.element("\(prefix).var", in: line) {
        addVariable(text)
      }
      if let text = Self.element("\(prefix).type", in: line), text == "streamable" {
        isStream = true
      }
      if let text = Self.element("\(prefix).schedule", in: line) { schedule = text }
      if let text = Self.element("\(prefix).environment", in: line) { addVariables(text) }
    }
  }

  /// `string(NAME="default"): what it is for [one, another]`.
  private mutating func addVariable(_ text: String) {
    guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")"),
      let equals = text[open..<close].firstIndex(of: "=")
    else { return }
    let name = String(text[text.index(after: open)..<equals]).trimmed
    guard Self.isName(name) else { return }
    variables[name] = Self.unquoted(String(text[text.index(after: equals)..<close]).trimmed)
  }

  /// `[NAME=value, NAME=value]`.
  private mutating func addVariables(_ text: String) {
    for pair in text.filter({ $0 != "[" && $0 != "]" }).split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0]).trimmed
      guard parts.count == 2, Self.isName(name) else { continue }
      variables[name] = Self.unquoted(String(parts[1]).trimmed)
    }
  }

  private mutating func readKept(_ values: [UInt8]) {
    guard !values.isEmpty, case .object(let members)? = try? JSONReader.read(values) else { return }
    for member in members where Self.isName(member.key) {
      if let text = member.value.plainText { variables[member.key] = text }
    }
  }

  /// What stands in `<name>…</name>`, after any sign of a comment.
  private static func element(_ name: String, in line: String) -> String? {
    let bytes = Array(line.utf8)
    let opening = Array("<\(name)>".utf8)
    let closing = Array("</\(name)>".utf8)
    guard let start = bytes.place(of: opening, from: 0),
      let end = bytes.place(of: closing, from: start + opening.count)
    else { return nil }
    let text = String(decoding: bytes[(start + opening.count)..<end], as: UTF8.self)
    return text.trimmed
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'",
      text.last == quote
    else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Names of variables; what a loader listens to is none that a script may declare.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first),
      !name.hasPrefix("LD_"), name != "PATH", name != "HOME", name.utf8.count <= 128
    else { return false }
    return name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0)
    }
  }
}

extension [UInt8] {
  /// Where `pattern` first is, from an offset.
  func place(of pattern: [UInt8], from start: Int) -> Int? {
    guard !pattern.isEmpty, count >= pattern.count, start <= count - pattern.count else {
      return nil
    }
    return (start...(count - pattern.count)).first { self[$0...].starts(with: pattern) }
  }
}
