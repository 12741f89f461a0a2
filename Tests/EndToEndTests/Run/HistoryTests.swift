import FeedCore
import Foundation
import TestKit
import Testing

/// The file in which the past is kept.
struct HistoryTests {
  private static let config = """
    sources: {s: {command: "while echo a=7; do sleep 0.05; done", mode: stream}}
    metrics: {a: {source: s.a, format: integer, aggregate: sum}}
    panel: {metrics: [a]}
    """
  private static let recordSize = 64

  private func folder(_ sandbox: Sandbox) throws -> URL {
    let state = sandbox.folder.appending(path: "state/odobar")
    let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
    return state.appending(path: try #require(names.first { $0.hasPrefix("config-") }))
  }

  private func history(_ sandbox: Sandbox) throws -> Data {
    try Data(contentsOf: folder(sandbox).appending(path: "history"))
  }

  /// Runs a bar until it has shown its number, and ends it.
  private func runBar(_ sandbox: Sandbox) throws -> RunningProgram {
    let program = try sandbox.start(["i3bar", "--standalone"])
    try program.line { $0.contains("7") }
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    return program
  }

  @Test func `what a bar has shown is there for a panel, run after run`() throws {
    let sandbox = try Sandbox(config: Self.config)
    _ = try runBar(sandbox)
    let first = try history(sandbox)
    // The header and a record; one more where a minute ended meanwhile.
    #expect(first.count >= 2 * Self.recordSize && first.count % Self.recordSize == 0)
    #expect(first.starts(with: Data("odobar history 1\n".utf8)))
    _ = try runBar(sandbox)
    #expect(try history(sandbox).count > first.count)

    let table = try sandbox.run(["panel"])
    let sum = try #require(table.output.firstMatch(of: /a +([0-9]+)/).flatMap { Int($0.output.1) })
    // At least one value of each bar, and one of the panel itself.
    #expect(sum >= 21 && sum % 7 == 0)
  }

  @Test func `it is for its owner only`() throws {
    let sandbox = try Sandbox(config: Self.config)
    _ = try runBar(sandbox)
    for (path, mode) in [("", 0o700), ("/history", 0o600), ("/history.lock", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: try folder(sandbox).path + path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test func `a config without a panel, and one that wants no history, leave nothing behind`()
    throws
  {
    for end in ["", "panel: {metrics: [a], history: false}"] {
      let sandbox = try Sandbox(
        config: Self.config.replacing("panel: {metrics: [a]}", with: end))
      _ = try runBar(sandbox)
      #expect(throws: (any Error).self) { try history(sandbox) }
    }
  }

  @Test func `a damaged file loses what is damaged, and is repaired`() throws {
    let sandbox = try Sandbox(config: Self.config)
    for _ in 0..<3 { _ = try runBar(sandbox) }
    let file = try folder(sandbox).appending(path: "history")
    var bytes = try history(sandbox)
    let whole = HistoryLog.read(Array(bytes)).records[0]
    bytes[bytes.startIndex + 2 * Self.recordSize + 9] ^= 0x10
    bytes.removeLast(3)
    try bytes.write(to: file)

    let program = try runBar(sandbox)

    #expect(program.errorText.isEmpty)
    let contents = HistoryLog.read(Array(try history(sandbox)))
    #expect(contents.damagedBytes == 0)
    // At least the record that was whole, and the new one.
    #expect(contents.records.count >= 2)
    #expect(contents.records.first == whole)
  }

  @Test func `a file that has grown is made coarser, and no value is lost`() throws {
    let sandbox = try Sandbox(config: Self.config)
    _ = try runBar(sandbox)
    let now = Int64(Date.now.timeIntervalSince1970) / 60 * 60
    var bytes = HistoryLog.header
    for minute in 0..<5000 {
      let bucket = HistoryBucket(
        count: 1, sum: 1, minimum: 1, maximum: 1, last: 1, increase: 0)
      bytes += HistoryLog.bytes(
        of: HistoryRecord(
          key: HistoryKey("a"), resolution: .minute,
          start: WallTime(seconds: now - Int64(6000 - minute) * 60), bucket: bucket))
    }
    try Data(bytes).write(to: folder(sandbox).appending(path: "history"))

    _ = try runBar(sandbox)

    let contents = HistoryLog.read(Array(try history(sandbox)))
    #expect(contents.damagedBytes == 0)
    #expect(contents.records.count < 1600)
    let old = contents.records.filter { $0.bucket.maximum == 1 }
    #expect(old.map { Int($0.bucket.count) }.reduce(0, +) == 5000)
    #expect(contents.records.contains { $0.bucket.maximum == 7 })
  }

  @Test func `of two bars one writes`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let first = try sandbox.start(["i3bar", "--standalone"])
    try first.line { $0.contains("7") }
    let second = try sandbox.start(["json", "--standalone"])
    try second.line { $0.contains("7") }
    first.signal(SIGTERM)
    #expect(try first.end() == .exited(0))
    let size = try history(sandbox).count
    #expect(size == 2 * Self.recordSize)
    second.signal(SIGTERM)
    #expect(try second.end() == .exited(0))
    // The first is gone, so the second may.
    #expect(try history(sandbox).count == 3 * Self.recordSize)
  }

  @Test func `a file of another version is left alone, and told of once`() throws {
    let sandbox = try Sandbox(config: Self.config)
    _ = try runBar(sandbox)
    let file = try folder(sandbox).appending(path: "history")
    let foreign = Data("a diary of somebody".utf8)
    try foreign.write(to: file)

    let program = try runBar(sandbox)
    #expect(program.errorText.contains("is of another version, or no history: it is left alone"))
    #expect(program.errorText.contains("move it away"))
    #expect(program.errorText.split(separator: "\n").count == 1)
    #expect(try Data(contentsOf: file) == foreign)
    let table = try sandbox.run(["panel"])
    #expect(table.status == 0)
    #expect(table.output.contains("7"))
  }

  @Test func `a place that cannot be written hurts no bar`() throws {
    let sandbox = try Sandbox(config: Self.config)
    try sandbox.write("a file in the place of the folder", to: "state/odobar")
    let program = try runBar(sandbox)
    #expect(program.errorText.contains("warning: history: cannot write"))
    #expect(program.errorText.contains("Not a directory"))
    #expect(program.errorText.split(separator: "\n").count == 1)
  }

  @Test func `a link in the place of the file leads nowhere`() throws {
    let sandbox = try Sandbox(config: Self.config)
    _ = try runBar(sandbox)
    let file = try folder(sandbox).appending(path: "history")
    try FileManager.default.removeItem(at: file)
    try sandbox.write("precious", to: "precious")
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: sandbox.folder.appending(path: "precious"))
    let program = try runBar(sandbox)
    #expect(sandbox.text(of: "precious") == "precious")
    #expect(program.errorText.contains("history"))
  }
}
