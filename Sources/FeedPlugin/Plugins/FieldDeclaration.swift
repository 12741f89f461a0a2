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
}
