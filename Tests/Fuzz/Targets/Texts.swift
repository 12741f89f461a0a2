import FeedCore
import FeedData
import FeedOutput
import Foundation
import FoundationXML

extension FuzzTarget {
  /// A text from anywhere is drawn by every output, and read by who is no part of the program.
  static let texts = FuzzTarget(
    name: "texts", summary: "a text is drawn by every output, and read by other parsers",
    words: [
      "<", ">", "&", "\"", "'", "</span>", "<b>", "&amp;", "#", "#[", "#{", "#(", "##", "%H", "]",
      "}",
      "\u{1b}[31m", "\u{1b}]52;c;aGk=\u{7}", "\u{9b}", "\u{0}", "\n", "\\", "\u{202e}", "\u{2028}",
      "\u{fffe}", "e\u{301}", "👩‍👩‍👧", "日本", "9", "0",
    ]
  ) { bytes in
    let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
      .map { Sanitise.text(bytes: Array($0)) }
    func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
    var first = Block(
      name: "a", pieces: [.text(part(0)), .readout([Cell("9", next: "0", progress: 0.4)])])
    first.title = part(1)
    first.problem = part(1)
    let second = Block(name: "b", pieces: [.text(part(2))])
    let frame = Frame(blocks: [first, second])
    for entry in Catalog.outputs.entries {
      var line: [UInt8] = []
      entry.choice(OutputSettings(separator: part(3))).append(frame, to: &line)
      check(String(decoding: line, as: UTF8.self), entry.name)
    }
  }

  private static func check(_ line: String, _ output: String) {
    let controls = line.unicodeScalars.filter { $0.properties.generalCategory == .control }
    switch output {
    case "i3bar":
      let data = Data(line.drop { $0 == "," }.trimmingCharacters(in: [",", "\n"]).utf8)
      let blocks = (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]]
      require(blocks != nil, "no JSON: \(line)")
      for block in blocks ?? [] where block["markup"] as? String == "pango" {
        for key in ["full_text", "short_text"] { checkMarkup(block[key] as? String ?? "") }
      }
    case "waybar":
      let module = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      require(module != nil, "no JSON: \(line)")
      for key in ["text", "tooltip"] { checkMarkup(module?[key] as? String ?? "") }
    case "json":
      require(
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "no JSON: \(line)")
    case "tmux":
      require(!obeys(Array(line.unicodeScalars)), "tmux would obey \(line)")
    case "ansi":
      require(!hasCommand(Array(line.unicodeScalars)), "a terminal would obey \(line)")
    default: require(Array(controls) == ["\n" as Unicode.Scalar], "controls in \(line)")
    }
  }

  /// Whether there is a sign that tmux obeys, but for styles.
  private static func obeys(_ line: [Unicode.Scalar]) -> Bool {
    var index = 0
    while let sign = line[index...].firstIndex(of: "#") {
      guard sign + 1 < line.count else { return true }
      if line[sign + 1] == "#" {
        index = sign + 2
      } else if line[sign + 1] == "[", let end = line[sign...].firstIndex(of: "]"),
        line[(sign + 2)..<end].allSatisfy({
          "abcdefghijklmnopqrstuvwxyz0123456789=#, -".unicodeScalars.contains($0)
        })
      {
        index = end + 1
      } else {
        return true
      }
    }
    return false
  }

  /// Whether there is anything that a terminal obeys, but for how things look and where they are.
  private static func hasCommand(_ line: [Unicode.Scalar]) -> Bool {
    var rest = line[...]
    while let scalar = rest.popFirst() {
      guard scalar.properties.generalCategory == .control, scalar != "\r" else { continue }
      guard scalar == "\u{1b}", rest.popFirst() == "[" else { return true }
      rest = rest.drop { "0123456789;:?".unicodeScalars.contains($0) }
      guard let end = rest.popFirst(), end.properties.isAlphabetic, end.isASCII else { return true }
    }
    return false
  }

  private static func checkMarkup(_ markup: String) {
    let parser = XMLParser(data: Data("<markup>\(markup)</markup>".utf8))
    require(parser.parse(), "no markup: \(markup)")
  }
}
