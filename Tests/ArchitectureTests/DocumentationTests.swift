import Foundation
import TestKit
import Testing

/// What the documents say of the program, held against the program.
struct DocumentationTests {
  /// A fenced block of YAML.
  struct Block: CustomTestStringConvertible, Sendable {
    var file: String
    var line: Int
    var text: String

    var testDescription: String { "\(file):\(line)" }

    /// Whether it is a config on its own, and no part of one.
    var isConfig: Bool {
      text.split(separator: "\n").contains { $0.hasPrefix("sources:") || $0.hasPrefix("metrics:") }
    }
  }

  static let documents = ["README.md", "ARCHITECTURE.md"] + guides

  static let guides: [String] = {
    let folder = Project.root.appending(path: "docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  static let configs: [Block] = documents.flatMap { file in
    (try? blocks(in: file).filter(\.isConfig)) ?? []
  }

  static func text(of file: String) throws -> String {
    try String(contentsOf: Project.root.appending(path: file), encoding: .utf8)
  }

  static func blocks(in file: String) throws -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    let lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line == "```yaml" {
        open = Block(file: file, line: index + 2, text: "")
      } else if line == "```", let block = open {
        blocks.append(block)
        open = nil
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  /// The document without its fenced blocks, in which nothing is a link.
  static func prose(of file: String) throws -> [Substring] {
    var isFenced = false
    return try text(of: file).split(separator: "\n").filter { line in
      guard line.hasPrefix("```") else { return !isFenced }
      isFenced.toggle()
      return false
    }
  }

  /// How a heading is linked to.
  static func anchor(of heading: Substring) -> String {
    let kept = heading.drop { $0 == "#" || $0 == " " }.lowercased()
      .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return kept.replacing(" ", with: "-")
  }

  /// Runs `odobar check` on a config, away from all other configs; what it complains about.
  static func check(_ config: URL) throws -> (status: Int32, complaint: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = Project.program
    process.arguments = ["check", "-c", config.path]
    process.currentDirectoryURL = FileManager.default.temporaryDirectory
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, complaint)
  }

  @Test(arguments: documents)
  func `links lead somewhere`(file: String) throws {
    let folder = Project.root.appending(path: file).deletingLastPathComponent()
    for line in try Self.prose(of: file) {
      for match in line.matches(of: /\]\(([^)\s]+)\)/) {
        let link = String(match.output.1)
        if link.hasPrefix("https:") { continue }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? file : String(parts[0])
        let path =
          parts[0].isEmpty ? Project.root.appending(path: file) : folder.appending(path: target)
        #expect(FileManager.default.fileExists(atPath: path.path), "\(file): \(link)")
        guard parts.count == 2 else { continue }
        let root = Project.root.standardizedFileURL.path + "/"
        let name = path.standardizedFileURL.path.replacing(root, with: "")
        let headings = try Self.prose(of: name).filter { $0.hasPrefix("#") }.map(Self.anchor)
        #expect(headings.contains(String(parts[1])), "\(file): \(link)")
      }
    }
  }

  @Test func `there are examples of configs`() {
    #expect(Self.guides.count >= 6)
    #expect(Self.configs.count >= 10)
  }

  @Test(arguments: configs)
  func `configs in the documents have no fault`(block: Block) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "odobar-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let config = folder.appending(path: "config.yaml")
    try block.text.write(to: config, atomically: true, encoding: .utf8)

    let (status, complaint) = try Self.check(config)
    #expect(status == 0, "\(block.file):\(block.line)\n\(complaint)")
  }

  @Test func `the shipped config has no fault`() throws {
    let (status, complaint) = try Self.check(Project.root.appending(path: "config.yaml"))
    #expect(status == 0, "\(complaint)")
  }

  @Test func `every key of the config is documented`() throws {
    let source = try Self.text(of: "Sources/FeedConfig/Vocabulary.swift")
    let end = try #require(source.range(of: "private static let all")).lowerBound
    // Keys are the strings of one word; places and hints have more.
    let keys = Set(source[..<end].matches(of: /"([a-z_]+)"/).map { String($0.output.1) })
    #expect(keys.count > 80)

    let spans = try Self.text(of: "docs/config.md").matches(of: /`([^`\n]+)`/)
    let words = Set(spans.flatMap { $0.output.1.matches(of: /[a-z_]+/).map { String($0.output) } })
    #expect(keys.subtracting(words).sorted() == [], "docs/config.md says nothing of these")
  }
}
