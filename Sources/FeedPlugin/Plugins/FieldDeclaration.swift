/// A field that a plugin's manifest declares.
package struct FieldDeclaration: Hashable, Sendable {
  /// A name, or a family of names: `core*`.
  package var name: String
  /// `percent`, `bytes`, `bytes_per_second`, `seconds`, `watts`, `celsius`, `count` or `none`.
  package var unit: String
  package var isSettable: Bool

  package init(name: String, unit: String = "none", isSettable: Bool = false) {
    self.name = name
    self.unit = unit
    self.isSettable = isSettable
  }

  /// The units that a manifest can name.
  package static let units = [
    "percent", "bytes", "bytes_per_second", "seconds", "watts", "celsius", "count", "none",
  ]

  /// Whether this declares `field`: by its name, or as one of its family.
  package func declares(_ field: String) -> Bool {
    guard name.hasSuffix("*") else { return name == field }
    return field.utf8.count >= name.utf8.count && field.hasPrefix(name.dropLast())
  }
}
