package import FeedCore

/// What a YAML text holds, and what is wrong with it without making it unreadable.
package struct YAMLDocument: Sendable {
  /// nil for a text with nothing in it.
  package var root: Node?
  /// Duplicate keys and misused merge keys, in the order of the text; the first of two keys holds.
  package var faults: [Diagnostic]
}

/// Reads one YAML document into nodes that know their places.
///
/// Anchors, aliases and merge keys are expanded; what an alias brings keeps the place where it was
/// written. The text is refused as a whole when it is no UTF-8, is over the limits, or holds more
/// than one document.
package struct YAMLReader {
  /// What a text may cost; the defaults leave a config all the room it can need.
  package struct Limits: Sendable {
    package var bytes = 1 << 20
    package var depth = 64
    /// Counted after aliases are expanded, so that a small text cannot become a huge one.
    package var nodes = 100_000

    package init() {}
  }

  /// A node with what it costs: itself and all below it.
  private struct Composed {
    var node: Node
    var count: Int
    var height: Int
  }

  private let events: YAMLEvents
  private let limits: Limits
  private var anchors: [String: Composed] = [:]
  /// Anchors whose node is still being read: an alias to one of them would never end.
  private var openAnchors: Set<String> = []
  private var count = 0
  private var faults: [Diagnostic] = []

  /// Reads a whole text; `file` is how diagnostics name it.
  ///
  /// - Throws: the first thing that makes the text unreadable.
  package static func read(
    _ text: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> YAMLDocument {
    let start = SourceSpan(
      file: file, start: Mark(line: 1, column: 1), end: Mark(line: 1, column: 1))
    guard text.count <= limits.bytes else {
      throw Diagnostic(
        "the file has \(text.count) bytes, more than the \(limits.bytes) that are read", at: start)
    }
    if let mark = firstFault(inUTF8: text) {
      throw Diagnostic(
        "the text is not UTF-8", at: SourceSpan(file: file, start: mark, end: mark),
        hint: "save the file as UTF-8")
    }
    var reader = YAMLReader(
      events: try YAMLEvents(text, file: file), limits: limits)
    let root = try reader.document()
    return YAMLDocument(root: root, faults: reader.faults)
  }

  /// Reads a whole text; `file` is how diagnostics name it.
  ///
  /// - Throws: the first thing that makes the text unreadable.
  package static func read(
    _ text: String, file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> YAMLDocument {
    try read(Array(text.utf8), file: file, limits: limits)
  }

  private init(events: YAMLEvents, limits: Limits) {
    self.events = events
    self.limits = limits
  }

  private mutating func document() throws(Diagnostic) -> Node? {
    var root: Node?
    var documents = 0
    while true {
      let (event, span) = try events.next()
      switch event {
      case .streamEnd: return root
      case .documentStart:
        documents += 1
        guard documents == 1 else {
          throw Diagnostic(
            "a second document starts here", at: span, hint: "one file holds one document")
        }
        let (first, place) = try events.next()
        root = try compose(first, at: place, depth: 1).node
      default: continue
      }
    }
  }

  private mutating func compose(
    _ event: YAMLEvent, at span: SourceSpan, depth: Int
  ) throws(Diagnostic) -> Composed {
    guard depth <= limits.depth else {
      throw Diagnostic("nested more than \(limits.depth) levels deep", at: span)
    }
    switch event {
    case .scalar(let text, let isQuoted, let anchor, let tag):
      check(tag, at: span)
      let node = Node.scalar(
        Node.Scalar(text: text, isQuoted: isQuoted || tag.isString, span: span))
      return try finish(node, count: 1, height: 1, anchor: anchor)
    case .sequenceStart(let anchor, let tag):
      check(tag, at: span)
      return try sequence(at: span, anchor: anchor, depth: depth)
    case .mappingStart(let anchor, let tag):
      check(tag, at: span)
      return try mapping(at: span, anchor: anchor, depth: depth)
    case .alias(let name): return try expand(name, at: span, depth: depth)
    default: throw Diagnostic("a value was expected here", at: span)
    }
  }

  private mutating func finish(
    _ node: Node, count: Int, height: Int, anchor: String?
  ) throws(Diagnostic) -> Composed {
    try charge(1, at: node.span)
    let composed = Composed(node: node, count: count, height: height)
    if let anchor {
      anchors[anchor] = composed
      openAnchors.remove(anchor)
    }
    return composed
  }

  private mutating func charge(_ nodes: Int, at span: SourceSpan) throws(Diagnostic) {
    count += nodes
    guard count <= limits.nodes else {
      throw Diagnostic(
        "aliases expand to more than \(limits.nodes) values", at: span)
    }
  }

  private mutating func expand(
    _ name: String, at span: SourceSpan, depth: Int
  ) throws(Diagnostic) -> Composed {
    guard !openAnchors.contains(name) else {
      throw Diagnostic("'*\(name)' stands inside what it refers to", at: span)
    }
    guard let composed = anchors[name] else {
      let known = anchors.keys.sorted()
      throw Diagnostic(
        "no anchor '&\(name)' comes before this alias", at: span,
        hint: known.isEmpty ? nil : Suggestion.hint(for: name, among: known))
    }
    guard depth + composed.height - 1 <= limits.depth else {
      throw Diagnostic("nested more than \(limits.depth) levels deep", at: span)
    }
    try charge(composed.count, at: span)
    return composed
  }

  private mutating func sequence(
    at span: SourceSpan, anchor: String?, depth: Int
  ) throws(Diagnostic) -> Composed {
    if let anchor { openAnchors.insert(anchor) }
    var items: [Node] = []
    var (count, height) = (1, 1)
    while true {
      let (event, place) = try events.next()
      if case .sequenceEnd = event {
        let whole = SourceSpan(file: span.file, start: span.start, end: place.end)
        return try finish(.sequence(items, whole), count: count, height: height, anchor: anchor)
      }
      let item = try compose(event, at: place, depth: depth + 1)
      items.append(item.node)
      count += item.count
      height = max(height, item.height + 1)
    }
  }

  private mutating func mapping(
    at span: SourceSpan, anchor: String?, depth: Int
  ) throws(Diagnostic) -> Composed {
    if let anchor { openAnchors.insert(anchor) }
    var builder = MappingBuilder()
    var (count, height) = (1, 1)
    while true {
      let (event, place) = try events.next()
      if case .mappingEnd = event {
        let whole = SourceSpan(file: span.file, start: span.start, end: place.end)
        let (entries, found) = builder.finish()
        faults += found
        return try finish(.mapping(entries, whole), count: count, height: height, anchor: anchor)
      }
      let key = try compose(event, at: place, depth: depth + 1)
      guard case .scalar(let name) = key.node else {
        throw Diagnostic("a key must be a single word", at: place)
      }
      let (next, valuePlace) = try events.next()
      let value = try compose(next, at: valuePlace, depth: depth + 1)
      builder.add(name, value.node, writtenAt: place)
      count += value.count + 1
      height = max(height, value.height + 1)
    }
  }

  /// Tags of the YAML core schema say nothing new but `!!str`; others mean nothing here.
  private mutating func check(_ tag: String?, at span: SourceSpan) {
    guard let tag, tag != "!", !tag.hasPrefix("tag:yaml.org,2002:") else { return }
    faults.append(Diagnostic("unknown tag '\(tag)'", at: span))
  }
}

extension String? {
  fileprivate var isString: Bool { self == "!" || self == "tag:yaml.org,2002:str" }
}

extension YAMLReader {
  /// The place of the first byte that is no UTF-8.
  private static func firstFault(inUTF8 text: [UInt8]) -> Mark? {
    guard String(validating: text, as: UTF8.self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = text.makeIterator()
    var mark = Mark(line: 1, column: 1)
    while case .valid(let scalar) = parser.parseScalar(from: &bytes) {
      if scalar.elementsEqual(CollectionOfOne(UInt8(ascii: "\n"))) {
        mark = Mark(line: mark.line + 1, column: 1)
      } else {
        mark.column += 1
      }
    }
    return mark
  }
}
