import FeedCore
import FeedData

/// Reads a config with all that it includes, and puts it together.
///
/// Included files come in the order in which they are named, the file that includes them after
/// them. What comes later holds: sections are merged name by name, what has a name key by key, and
/// below that a value takes the place of another as a whole.
struct IncludeReader {
  private let context: ConfigContext
  private(set) var files: [ConfigFile] = []
  /// All paths that were wanted, whether or not they could be read.
  private(set) var paths: [String] = []
  private(set) var faults: [Diagnostic] = []

  init(_ context: ConfigContext) { self.context = context }

  /// More files than this are a mistake.
  private static let limit = 64
  /// Down to here mappings are merged: the config, its sections, what has a name in them.
  private static let mergedDepth = 3

  /// Reads the first file, whose text is known; nil is an empty one.
  ///
  /// - Throws: why nothing of it can be used. What is wrong with files that it includes is in
  ///   `faults`.
  mutating func read(_ text: [UInt8], file name: String) throws(Diagnostic) -> Node? {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    return try read(
      ConfigFile(name: name, path: PathText.joined(context.folder, last), text: text),
      within: [])
  }

  private mutating func read(
    _ file: ConfigFile, within parents: [String]
  ) throws(Diagnostic) -> Node? {
    files.append(file)
    let document = try YAMLReader.read(file.text, file: file.name)
    faults += document.faults
    guard let root = document.root, case .mapping(let entries, let span) = root,
      let include = entries.first(where: { $0.key.text == "include" })
    else { return document.root }
    let own = Node.mapping(entries.filter { $0.key.text != "include" }, span)
    var merged: Node?
    for name in names(include) {
      guard let node = included(name, by: file, within: parents + [file.path]) else { continue }
      merged = Self.merged(merged, node, depth: Self.mergedDepth)
    }
    return Self.merged(merged, own, depth: Self.mergedDepth)
  }

  private mutating func names(_ entry: Node.Entry) -> [Node.Scalar] {
    var items = [entry.value]
    if case .sequence(let list, _) = entry.value { items = list }
    return items.compactMap { item in
      guard case .scalar(let scalar) = item, !item.isNothing, !scalar.text.isEmpty else {
        let place = item.isNothing ? entry.key.span : item.span
        faults.append(
          Diagnostic("expected the name of a file for 'include', found \(item.phrase)", at: place))
        return nil
      }
      return scalar
    }
  }

  /// The root of an included file; nil for one that is empty or cannot be used, which is reported.
  private mutating func included(
    _ name: Node.Scalar, by file: ConfigFile, within parents: [String]
  ) -> Node? {
    let (path, shown) = file.beside(name.text, home: context.home)
    if let place = parents.firstIndex(of: path) {
      let way = parents[place...].compactMap { parent in files.first { $0.path == parent }?.name }
      report(
        "'\(name.text)' includes itself", name,
        hint: way.count > 1 ? "by way of \(way.dropFirst().joined(separator: ", "))" : nil)
      return nil
    }
    guard files.count < Self.limit else {
      report("more than \(Self.limit) files are included", name)
      return nil
    }
    paths.append(path)
    let text: [UInt8]
    switch context.readFile(path) {
    case .text(let bytes): text = bytes
    case .unreadable(let reason):
      report(
        "the included file '\(name.text)' cannot be read: \(reason)", name, hint: "it is \(path)")
      return nil
    }
    do throws(Diagnostic) {
      let node = try read(ConfigFile(name: shown, path: path, text: text), within: parents)
      guard let node, !node.isNothing else { return nil }
      if case .mapping = node { return node }
      faults.append(
        Diagnostic("expected a mapping for the config, found \(node.phrase)", at: node.span))
    } catch {
      faults.append(error)
    }
    return nil
  }

  private mutating func report(_ message: String, _ name: Node.Scalar, hint: String? = nil) {
    faults.append(Diagnostic(message, at: name.span, hint: hint))
  }

  // MARK: Merging

  /// `upper` over `lower`.
  private static func merged(_ lower: Node?, _ upper: Node, depth: Int) -> Node {
    guard let lower else { return upper }
    // A section that is left empty takes nothing away.
    if depth < mergedDepth, upper.isNothing { return lower }
    guard depth > 0, case .mapping(let below, _) = lower, case .mapping(let above, let span) = upper
    else { return upper }
    var entries = below
    for entry in above {
      if let place = entries.firstIndex(where: { $0.key.text == entry.key.text }) {
        entries[place] = Node.Entry(
          key: entry.key, value: merged(entries[place].value, entry.value, depth: depth - 1))
      } else {
        entries.append(entry)
      }
    }
    return .mapping(entries, span)
  }
}
