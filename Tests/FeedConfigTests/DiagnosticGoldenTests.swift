import FeedConfig
import FeedCore
import Foundation
import TestKit
import Testing

/// Broken configs with all that is said about them, in `Tests/Golden/diagnostics`.
///
/// Lines that begin with `#>` are what is expected. `RECORD_GOLDEN=1` writes them anew and fails.
struct DiagnosticGoldenTests {
  static let folder = Project.root.appending(path: "Tests/Golden/diagnostics")
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test func `there is a config for each kind of fault`() {
    #expect(Self.names.count >= 30)
  }

  @Test(arguments: names)
  func `says all that is wrong`(_ name: String) throws {
    let url = Self.folder.appending(path: name)
    let whole = try String(contentsOf: url, encoding: .utf8)
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    let source = lines.filter { !$0.hasPrefix("#>") }.joined(separator: "\n")

    let (_, faults) = Configuration.read(
      Array(source.utf8), file: "config.yaml", context: .test)

    #expect(!faults.isEmpty)
    let text = faults.map { fault in
      // Only the config itself is at hand; a theme's file is named, not shown.
      DiagnosticText().render(
        fault, source: fault.span?.file == "config.yaml" ? SourceText(Array(source.utf8)) : nil)
    }.joined()
    let said = text.split(separator: "\n").map { "#> \($0)\n" }.joined()
    guard source + said != whole else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try (source + said).write(to: url, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
    } else {
      Issue.record("\(name) says otherwise:\n\(text)")
    }
  }
}
