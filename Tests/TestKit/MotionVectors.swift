import Foundation

/// The acceptance cases and tables of `Tests/Vectors/motion_vectors.json`.
package enum MotionVectors {
  /// A number, or the name of one that JSON cannot write: `"nan"`, `"inf"`, `"-0.5"`.
  package struct Real: Decodable {
    package let value: Double

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        value = number
      } else {
        let text = try container.decode(String.self)
        guard let number = Double(text) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "'\(text)' is no number")
        }
        value = number
      }
    }
  }

  /// All cases of one kind.
  package static func cases<Case: Decodable>(_ kind: String, as type: Case.Type) throws -> [Case] {
    let found = try decoder(looksFor: kind).decode(CaseFile<Case>.self, from: text())
      .cases.compactMap(\.wanted)
    guard !found.isEmpty else { throw Missing(name: kind) }
    return found
  }

  /// One of the tables.
  package static func table<Table: Decodable>(_ name: String, as type: Table.Type) throws -> Table {
    try decoder(looksFor: name).decode(TableFile<Table>.self, from: text()).tables.wanted
  }

  struct Missing: Error { let name: String }

  private static func decoder(looksFor name: String) -> JSONDecoder {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.name { decoder.userInfo[key] = name }
    return decoder
  }

  private static func text() throws -> Data {
    try Data(contentsOf: Project.root.appending(path: "Tests/Vectors/motion_vectors.json"))
  }
}

private struct CaseFile<Case: Decodable>: Decodable {
  /// A case of the kind that is asked for; nil for the others.
  struct Entry: Decodable {
    struct Kind: Decodable { let kind: String }

    let wanted: Case?

    init(from decoder: any Decoder) throws {
      let kind = try Kind(from: decoder).kind
      wanted = kind == decoder.name ? try Case(from: decoder) : nil
    }
  }

  let cases: [Entry]
}

private struct TableFile<Table: Decodable>: Decodable {
  /// The table that is asked for.
  struct Tables: Decodable {
    let wanted: Table

    init(from decoder: any Decoder) throws {
      wanted = try decoder.container(keyedBy: Key.self)
        .decode(Table.self, forKey: Key(stringValue: decoder.name))
    }
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let tables: Tables
}

extension CodingUserInfoKey {
  fileprivate static let name = CodingUserInfoKey(rawValue: "name")
}

extension Decoder {
  /// What the decoding looks for.
  fileprivate var name: String {
    CodingUserInfoKey.name.flatMap { userInfo[$0] as? String } ?? ""
  }
}
