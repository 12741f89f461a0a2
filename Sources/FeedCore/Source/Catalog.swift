/// A named, documented, open set of choices: formats, motion styles, easings, outputs.
///
/// Validation, hints, `--help`, the reference page and the coverage tests all read it, so adding
/// a choice is one new file and its one line in the catalog.
package struct Catalog<Choice: Sendable>: Sendable {
  package struct Entry: Sendable {
    package let name: String
    /// One line for people, without a full stop.
    package let summary: String
    package let choice: Choice

    package init(name: String, summary: String, choice: Choice) {
      self.name = name
      self.summary = summary
      self.choice = choice
    }
  }

  /// What is chosen, as messages name it: `motion style`.
  package let kind: String
  package let entries: [Entry]

  package init(kind: String, entries: [Entry]) {
    self.kind = kind
    self.entries = entries
  }

  package var names: [String] { entries.map(\.name) }

  package subscript(name: String) -> Choice? {
    entries.first { $0.name == name }?.choice
  }
}
