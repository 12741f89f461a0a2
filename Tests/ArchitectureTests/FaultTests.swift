import Foundation
import TestKit
import Testing

/// The list of faults that others have had, held against the tests that it names.
struct FaultTests {
  /// A row of a table: what it is called, and the tests that it names.
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The last cell.
    var proof: String

    var testDescription: String { name }

    /// The tests in it, as `File: test`.
    var tests: [(file: String, test: String)] {
      proof.matches(of: /`([A-Za-z0-9]+): ([^`]+)`/).map {
        (String($0.output.1), String($0.output.2))
      }
    }
  }

  private static let document = (try? DocumentationTests.text(of: "docs/faults.md")) ?? ""

  static let rows: [Row] = document.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 6, cells[1].wholeMatch(of: /[A-Z]\d\d/) != nil else { return nil }
    return Row(name: cells[1], proof: cells[4])
  }

  /// The texts of all files of tests, by the name of the file; two folders may have the same name.
  private static let files: [String: [String]] = {
    let folder = Project.root.appending(path: "Tests")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let swift = (paths ?? []).filter { $0.hasSuffix(".swift") }
    return Dictionary(
      swift.map { path in
        let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        return (name, [text ?? ""])
      }, uniquingKeysWith: +)
  }()

  @Test func `there are rows, each with a name of its own`() {
    #expect(Self.rows.count > 80)
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
  }

  @Test(arguments: rows)
  func `each is held to by tests that there are`(row: Row) {
    #expect(!row.tests.isEmpty)
    // Nothing in the cell is overlooked.
    #expect(row.proof == row.tests.map { "`\($0): \($1)`" }.joined(separator: ", "))
    for (file, test) in row.tests {
      let texts = Self.files[file] ?? []
      #expect(texts.contains { $0.contains("func `\(test)`(") }, "no '\(test)' in \(file).swift")
    }
  }
}
