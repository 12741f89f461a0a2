import Foundation
import TestKit
import Testing

/// Who may import whom: the layers of ARCHITECTURE.md, held where the compiler does not.
struct ImportTests {
  /// Modules that a target's files may import.
  static let allowed: [String: Set<String>] = [
    "FeedCore": [],
    "FeedData": ["FeedCore", "CYAML", "CJSON"],
    "FeedOutput": ["FeedCore", "FeedData"],
    "FeedPlugin": ["FeedCore", "FeedData"],
    "FeedConfig": ["FeedCore", "FeedData", "FeedOutput", "FeedPlugin"],
    "FeedEngine": ["FeedCore", "FeedOutput", "FeedPlugin", "FeedConfig"],
    "FeedSystem": ["CLinux", "Glibc"],
    "odobar": [
      "FeedCore", "FeedData", "FeedOutput", "FeedPlugin", "FeedConfig", "FeedEngine",
      "FeedSystem", "Glibc",
    ],
  ]

  /// Functions of the C library that pure modules may import by name.
  static let functions: Set<String> = ["atan2", "cos", "exp", "log", "pow", "sin", "fma"]

  static func sources(of module: String) throws -> [URL] {
    let folder = Project.root.appending(path: "Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter {
      $0.pathExtension == "swift"
    }
  }

  @Test(arguments: allowed.keys.sorted())
  func `imports only what its layer may`(module: String) throws {
    let files = try Self.sources(of: module)
    #expect(!files.isEmpty)

    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let keyword = words.firstIndex(of: "import"), keyword < 2, words.count > keyword + 1,
          line.first != " ", !line.hasPrefix("//")
        else { continue }
        let rest = words[(keyword + 1)...]
        if rest.first == "func", let name = rest.dropFirst().first {
          let function = String(name.drop { $0 != "." }.dropFirst())
          #expect(Self.functions.contains(function), "\(file.lastPathComponent): \(line)")
        } else if let name = rest.first {
          let isAllowed = Self.allowed[module]?.contains(name) ?? false
          #expect(isAllowed, "\(module)/\(file.lastPathComponent) may not import \(name)")
        }
      }
    }
  }

  @Test(arguments: allowed.keys.sorted())
  func `uses no concurrency and no way round it`(module: String) throws {
    let forbidden = [
      "@unchecked", "nonisolated(unsafe)", "@preconcurrency", "import Foundation",
      "import Dispatch", "Task {", " async ", " actor ", "Mutex<",
    ]
    for file in try Self.sources(of: module) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in forbidden {
        let lines = text.split(separator: "\n").filter { line in
          let trimmed = line.drop { $0 == " " }
          return !trimmed.hasPrefix("//") && " \(line)".contains(word)
        }
        #expect(lines.isEmpty, "\(module)/\(file.lastPathComponent): \(word)")
      }
    }
  }

  @Test func `every source file keeps a reader's way`() throws {
    for module in Self.allowed.keys {
      for file in try Self.sources(of: module) {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 400, "\(module)/\(file.lastPathComponent): \(lines.count) lines")
      }
    }
  }
}
