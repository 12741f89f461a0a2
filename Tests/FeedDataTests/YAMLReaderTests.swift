import FeedCore
import FeedData
import Testing

struct YAMLReaderTests {
  @Test func `an empty text has no root`() throws {
    for text in ["", "\n\n", "# nothing\n", "---\n"] {
      let document = try YAMLReader.read(text, file: "a.yaml")
      #expect(document.root?.scalarText ?? "" == "")
      #expect(document.faults.isEmpty)
    }
  }

  @Test func `every node knows its place`() throws {
    let root = try #require(try YAMLReader.read("a:\n  bé: [1, 'x']\n", file: "f.yaml").root)

    let inner = try #require(root["a"]?["bé"])
    #expect(inner.span.file == "f.yaml")
    #expect(inner.span.start == Mark(line: 2, column: 7))
    #expect(inner.span.end == Mark(line: 2, column: 15))
    guard case .sequence(let items, _) = inner else { throw Unexpected() }
    #expect(items.map(\.span.start) == [Mark(line: 2, column: 8), Mark(line: 2, column: 11)])
    #expect(items[1].span.end == Mark(line: 2, column: 14))
  }

  @Test func `quoted scalars are strings, plain ones are not`() throws {
    let text = "a: '007'\nb: 7\nc: \"1e3\"\nd: |\n  1\ne: !!str 12\n"
    let root = try #require(try YAMLReader.read(text, file: "f").root)

    #expect(root["a"]?.scalar?.isQuoted == true)
    #expect(root["b"]?.scalar?.isQuoted == false)
    #expect(root["c"]?.scalar?.text == "1e3")
    #expect(root["d"]?.scalar?.isQuoted == true)
    #expect(root["e"]?.scalar?.isQuoted == true)
  }

  @Test func `plain addresses and commands stay whole, also in braces`() throws {
    let text = "a: {command: curl -sf wttr.in?format=1, x: y}\nb: curl https://x/#a\n"
    let root = try #require(try YAMLReader.read(text, file: "f").root)

    #expect(root["a"]?["command"]?.scalarText == "curl -sf wttr.in?format=1")
    #expect(root["b"]?.scalarText == "curl https://x/#a")
  }

  @Test func `an alias keeps the place where its node was written`() throws {
    let root = try #require(
      try YAMLReader.read("a: &x {k: 1}\nb: *x\nc:\n  - *x\n", file: "f").root)

    #expect(root["b"]?["k"]?.span.start == Mark(line: 1, column: 11))
  }

  @Test func `a key of its own wins over a merged one, and of merged ones the earlier`() throws {
    let text = """
      a: &a {x: 1, y: 1}
      b: &b {x: 2, z: 2}
      one: {<<: *a, y: 9}
      many: {<<: [*a, *b]}
      """
    let document = try YAMLReader.read(text, file: "f")
    let root = try #require(document.root)

    #expect(document.faults.isEmpty)
    #expect(root["one"]?["x"]?.scalarText == "1")
    #expect(root["one"]?["y"]?.scalarText == "9")
    #expect(root["many"]?["x"]?.scalarText == "1")
    #expect(root["many"]?["z"]?.scalarText == "2")
  }

  @Test(arguments: ["<<: *l", "<<: [*m, 3]", "<<: text"])
  func `merging what is no mapping is a fault with its place`(_ line: String) throws {
    let document = try YAMLReader.read(
      "l: &l [1]\nm: &m {a: 1}\nx:\n  \(line)\n  k: 1\n", file: "f")

    let fault = try #require(document.faults.first)
    #expect(fault.summary.hasPrefix("f:4:3: '<<' merges a mapping"))
    #expect(document.root?["x"]?["k"]?.scalarText == "1")
  }

  @Test func `a quoted merge key is a key`() throws {
    let root = try #require(try YAMLReader.read("'<<': 1\n", file: "f").root)
    #expect(root["<<"]?.scalarText == "1")
  }

  @Test func `all duplicate keys are found, with both lines`() throws {
    let document = try YAMLReader.read("a: 1\nb:\n  c: 1\n  c: 2\na: 2\n", file: "f")

    #expect(
      document.faults.map(\.summary) == [
        "f:4:3: duplicate key 'c', first on line 3 (the first one holds)",
        "f:5:1: duplicate key 'a', first on line 1 (the first one holds)",
      ])
    #expect(document.root?["a"]?.scalarText == "1")
  }

  @Test func `unknown tags are faults`() throws {
    let document = try YAMLReader.read("a: !env HOME\nb: !!int 3\n", file: "f")
    #expect(document.faults.map(\.message) == ["unknown tag '!env'"])
  }
}

/// Texts that cannot be read at all, and what is said about them.
struct YAMLRefusalTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var text: String
    var summary: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "tab as indentation", text: "é:\n\tb: 1\n",
      summary: "f:2:1: a tab cannot indent: YAML takes spaces only"),
    Case(
      name: "unclosed quote", text: "a: 'x\nb: 1\n",
      summary: "f:1:4: found unexpected end of stream while scanning a quoted scalar"),
    Case(
      name: "unclosed list", text: "a: [1, 2\nb: 1\n",
      summary: "f:2:2: did not find expected ',' or ']' while parsing a flow sequence "
        + "(it begins on line 1)"),
    Case(
      name: "no space after a colon", text: "{a:}",
      summary: "f:1:3: found unexpected ':' while scanning a plain scalar "
        + "(a space belongs after ':')"),
    Case(
      name: "list without an end", text: "a: 1\nb: [1, 2",
      summary: "f:2:4: did not find expected ',' or ']' while parsing a flow sequence"),
    Case(
      name: "word without a colon", text: "a: 1\nbcd\n",
      summary: "f:2:1: could not find expected ':' while scanning a simple key"),
    Case(
      name: "second document", text: "a: 1\n---\nb: 1\n",
      summary: "f:2:1: a second document starts here (one file holds one document)"),
    Case(
      name: "unknown alias", text: "base: &base 1\na: *bose\n",
      summary: "f:2:4: no anchor '&bose' comes before this alias (did you mean 'base'?)"),
    Case(
      name: "alias to what it is in", text: "a: &a [1, *a]\n",
      summary: "f:1:11: '*a' stands inside what it refers to"),
    Case(
      name: "list as key", text: "? [1]\n: 2\n", summary: "f:1:3: a key must be a single word"),
    Case(
      name: "control character", text: "a: é\u{1}\n",
      summary: "f:1:5: control characters are not allowed"),
  ]

  @Test(arguments: cases)
  func `says what and where`(_ refused: Case) {
    #expect(throws: Diagnostic.self) { try YAMLReader.read(refused.text, file: "f") }
    do throws(Diagnostic) {
      _ = try YAMLReader.read(refused.text, file: "f")
    } catch {
      #expect(error.summary == refused.summary)
    }
  }

  @Test func `an alias bomb is refused`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let alias = "*a\(level - 1)"
      text += "a\(level): &a\(level) ["
      text += Array(repeating: alias, count: 10).joined(separator: ", ") + "]\n"
    }
    do throws(Diagnostic) {
      _ = try YAMLReader.read(text, file: "f")
      Issue.record("the bomb was read")
    } catch {
      #expect(error.message == "aliases expand to more than 100000 values")
    }
  }

  @Test func `a bomb of merge keys is refused`() {
    var text = "a0: &a0 {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1}\n"
    for level in 1...9 {
      let pairs = (0..<10).map { "k\($0): *a\(level - 1)" }.joined(separator: ", ")
      text += "a\(level): &a\(level) {<<: *a\(level - 1), \(pairs)}\n"
    }
    #expect(throws: Diagnostic.self) { try YAMLReader.read(text, file: "f") }
  }

  @Test func `64 levels are read, 65 are not, with aliases or without`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels - 1) + "1" + String(repeating: "]", count: levels - 1)
    }
    _ = try YAMLReader.read(nested(64), file: "f")
    #expect(throws: Diagnostic.self) { try YAMLReader.read(nested(65), file: "f") }
    #expect(throws: Diagnostic.self) {
      try YAMLReader.read("a: &a \(nested(60))\nb: [[[[[*a]]]]]\n", file: "f")
    }
  }

  @Test func `more than a mebibyte is refused`() throws {
    let limit = 1 << 20
    let text = [UInt8](repeating: UInt8(ascii: "#"), count: limit)
    _ = try YAMLReader.read(text, file: "f")
    #expect(throws: Diagnostic.self) { try YAMLReader.read(text + [10], file: "f") }
  }

  @Test(arguments: [[0x61, 0x3a, 0x20, 0xff], [0xff, 0xfe, 0x61, 0x00], [0xc3]] as [[UInt8]])
  func `what is not UTF-8 is refused`(_ bytes: [UInt8]) {
    do throws(Diagnostic) {
      _ = try YAMLReader.read(bytes, file: "f")
      Issue.record("read")
    } catch {
      #expect(error.message == "the text is not UTF-8")
      #expect(
        error.span?.start == Mark(line: 1, column: bytes.count == 4 && bytes[0] == 0x61 ? 4 : 1))
    }
  }
}

struct Unexpected: Error {}

extension Node {
  subscript(key: String) -> Node? {
    guard case .mapping(let entries, _) = self else { return nil }
    return entries.first { $0.key.text == key }?.value
  }

  var scalar: Scalar? {
    guard case .scalar(let scalar) = self else { return nil }
    return scalar
  }

  var scalarText: String? { scalar?.text }
}
