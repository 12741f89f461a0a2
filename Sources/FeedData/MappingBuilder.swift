import FeedCore

/// Collects the entries of one mapping: resolves merge keys, finds keys that come twice.
struct MappingBuilder {
  private var entries: [Node.Entry] = []
  private var places: [String: Mark] = [:]
  private var merged: [Node.Entry] = []
  private var faults: [Diagnostic] = []
  private var mergePlace: Mark?

  /// Takes the next key and value; `place` is where the key stands, also when it is an alias.
  mutating func add(_ key: Node.Scalar, _ value: Node, writtenAt place: SourceSpan) {
    if key.text == "<<", !key.isQuoted {
      merge(value, key: key)
      return
    }
    if let first = places[key.text] {
      faults.append(
        Diagnostic(
          "duplicate key '\(key.text)', first on line \(first.line)", at: place,
          hint: "the first one holds"))
      return
    }
    places[key.text] = place.start
    entries.append(Node.Entry(key: key, value: value))
  }

  /// The entries, the mapping's own first; a key of its own wins over a merged one, and of merged
  /// ones the earlier.
  func finish() -> ([Node.Entry], [Diagnostic]) {
    var known = Set(places.keys)
    var all = entries
    for entry in merged where known.insert(entry.key.text).inserted {
      all.append(entry)
    }
    return (all, faults)
  }

  private mutating func merge(_ value: Node, key: Node.Scalar) {
    if let first = mergePlace {
      faults.append(
        Diagnostic(
          "duplicate key '<<', first on line \(first.line)", at: key.span,
          hint: "several mappings are merged by a list: <<: [*a, *b]"))
      return
    }
    mergePlace = key.span.start
    switch value {
    case .mapping(let entries, _): merged += entries
    case .sequence(let items, _):
      for item in items {
        guard case .mapping(let entries, _) = item else {
          faults.append(mergeFault(at: key))
          return
        }
        merged += entries
      }
    case .scalar: faults.append(mergeFault(at: key))
    }
  }

  // The value may come from an alias, whose node stands elsewhere: the key's place is the right one.
  private func mergeFault(at key: Node.Scalar) -> Diagnostic {
    Diagnostic(
      "'<<' merges a mapping or a list of mappings, and this is neither", at: key.span)
  }
}
