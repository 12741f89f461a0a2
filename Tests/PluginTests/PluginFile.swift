import Foundation
import TestKit
import Testing

/// A bundled plugin as a test argument.
struct PluginFile: CustomTestStringConvertible, Sendable {
  let name: String

  var testDescription: String { name }
  var file: URL { Self.folder.appending(path: name) }

  static let folder = Project.root.appending(path: "plugins")

  /// All that are bundled.
  static let all =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))
    .map { $0.sorted().map(Self.init) } ?? []

  /// Those that read the kernel's files and answer ticks.
  static let metrics = [
    "battery", "cpu", "disk", "load", "memory", "network", "temperature", "uptime",
  ].map(Self.init)

  /// The declaration in the plugin's head, within braces.
  func manifest() throws -> Substring? {
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let declarations = lines.prefix(20).filter { $0.hasPrefix("# odobar: {") }
    guard declarations.count == 1 else { return nil }
    return declarations[0].dropFirst("# odobar: ".count)
  }

  /// The units by field that the manifest declares; `core*` stands for core0, core1 and so on.
  func units() throws -> [String: String] {
    let matches = try manifest()?.matches(of: /([a-z_0-9]+\*?): \{unit: ([a-z_]+)\}/) ?? []
    return Dictionary(uniqueKeysWithValues: matches.map { (String($0.1), String($0.2)) })
  }
}

/// A shell as a test argument, with the program in front of a script.
struct Shell: CustomTestStringConvertible, Sendable {
  let command: [String]

  var testDescription: String { command.joined(separator: " ") }

  /// Where a program is, if it is installed.
  static func find(_ program: String) -> String? {
    ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The POSIX shells installed here.
  static let installed = [["dash"], ["bash", "--posix"], ["busybox", "sh"], ["ksh"], ["yash"]]
    .compactMap { command in
      find(command[0]).map { Self(command: [$0] + command.dropFirst()) }
    }
}
