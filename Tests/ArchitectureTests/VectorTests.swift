import Foundation
import TestKit
import Testing

/// Every case and every table of the vectors is somebody's, in the pure functions and end to end.
struct VectorTests {
  /// A case with its kind, or a table.
  struct Vector: CustomTestStringConvertible {
    let id: String
    /// What tests ask for: `cases("count")`, `table("drum")`.
    let call: String

    var testDescription: String { id }
  }

  static let vectors: [Vector] = (try? all()) ?? []

  static func all() throws -> [Vector] {
    struct File: Decodable {
      struct Case: Decodable {
        let id: String
        let kind: String
      }

      struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }

      let cases: [Case]
      let tables: [String]

      enum Key: CodingKey { case cases, tables }

      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        cases = try fields.decode([Case].self, forKey: .cases)
        tables = try fields.nestedContainer(keyedBy: Name.self, forKey: .tables)
          .allKeys.map(\.stringValue)
      }
    }
    let file = Project.root.appending(path: "Tests/Vectors/motion_vectors.json")
    let vectors = try JSONDecoder().decode(File.self, from: Data(contentsOf: file))
    return vectors.cases.map { Vector(id: $0.id, call: "cases(\"\($0.kind)\"") }
      + vectors.tables.sorted().map { Vector(id: $0, call: "table(\"\($0)\"") }
  }

  /// What is a matter of functions alone, and why nobody sees it from outside.
  static let hidden = [
    "count-13-math-table": "progress is no input of the program: runs of all kinds cover it"
  ]

  /// The text of all tests in a folder.
  static func tests(in folder: String) throws -> String {
    let root = Project.root.appending(path: "Tests/\(folder)")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  /// The calls of the kit that ask for a vector: `counts()` asks for `cases("count"`.
  static func kitCalls(for call: String) throws -> [String] {
    try tests(in: "TestKit").split(separator: "package static func ").dropFirst().compactMap {
      guard $0.contains(call) else { return nil }
      let name = String($0.prefix { $0 != "(" && $0 != "<" })
      return $0.prefix(while: { $0 != "\n" }).contains("<") ? nil : "MotionVectors.\(name)("
    }
  }

  private func isClaimed(_ vector: Vector, in folder: String) throws -> Bool {
    let text = try Self.tests(in: folder)
    return try (["MotionVectors.\(vector.call)"] + Self.kitCalls(for: vector.call))
      .contains { text.contains($0) }
  }

  @Test func `there are thirty cases and eleven tables`() {
    #expect(Self.vectors.count == 41)
    #expect(Set(Self.vectors.map(\.id)).count == 41)
    #expect(Self.hidden.keys.allSatisfy { id in Self.vectors.contains { $0.id == id } })
  }

  @Test(arguments: vectors)
  func `each is tested on the pure functions`(_ vector: Vector) throws {
    let isClaimed = try ["FeedCoreTests", "FeedOutputTests"].contains {
      try self.isClaimed(vector, in: $0)
    }
    #expect(isClaimed, "nobody calls \(vector.call))")
  }

  @Test(arguments: vectors.filter { hidden[$0.id] == nil })
  func `each that can be seen is tested through the program`(_ vector: Vector) throws {
    #expect(try isClaimed(vector, in: "EndToEndTests"), "nobody calls \(vector.call))")
  }
}
