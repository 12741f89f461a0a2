import Glibc

/// The environment as it was when asked for.
package struct Environment: Hashable, Sendable {
  /// `NAME=value` each, in the order of the process.
  package let entries: [String]
  /// The first value of each name, as `getenv` finds it.
  package let values: [String: String]

  /// Takes entries apart; those without a `=` stay in `entries` only.
  package init(entries: [String]) {
    self.entries = entries
    let pairs = entries.compactMap { entry in
      entry.firstIndex(of: "=").map { (entry[..<$0], entry[entry.index(after: $0)...]) }
    }
    values = Dictionary(
      pairs.map { (String($0), String($1)) }, uniquingKeysWith: { first, _ in first })
  }

  /// This process's, now.
  package static var current: Environment {
    var entries: [String] = []
    // Null after clearenv().
    let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    guard var next = first else { return Environment(entries: []) }
    while let pointer = next.pointee {
      entries.append(String(cString: pointer))
      next += 1
    }
    return Environment(entries: entries)
  }

  /// All but what these names stand for.
  package func without(_ names: [String]) -> Environment {
    Environment(
      entries: entries.filter { entry in !names.contains { entry.hasPrefix($0 + "=") } })
  }

  /// The value of a name; nil if there is none.
  package subscript(name: String) -> String? { values[name] }
}
