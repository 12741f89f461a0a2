import Foundation
import FoundationXML
import Testing

/// Pango markup, read by an XML parser.
final class Markup: NSObject, XMLParserDelegate {
  /// What is seen: blanks of any kind as spaces, the unfilled part of gauges too.
  private(set) var text = ""
  private(set) var isFlat = false
  /// How wide gauges are that are made of blanks.
  private(set) var pixels = 0
  /// How many gaps are between tiles.
  private(set) var gaps = 0
  private static let blanks: [Unicode.Scalar] = ["\u{2007}", "\u{2008}"]
  private var spans: [[String: String]] = []
  private var unknown: [String] = []

  /// - Throws: when the markup is not well formed, or says what Pango does not know.
  init(_ markup: String) throws {
    super.init()
    let parser = XMLParser(data: Data("<markup>\(markup)</markup>".utf8))
    parser.delegate = self
    try #require(parser.parse(), "not well formed: \(markup)")
    try #require(unknown.isEmpty, "unknown: \(unknown)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    spans.append(attributes)
    if attributes["line_height"] != nil { isFlat = true }
    guard name != "markup" else { return }
    // Tags that say what they do by their names.
    if ["b", "small", "tt"].contains(name), attributes.isEmpty { return }
    if name != "span" || attributes.isEmpty { unknown.append(name) }
    for (name, value) in attributes where !isKnown(name, value) {
      unknown.append("\(name)=\(value)")
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    spans.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    let attributes = spans.last ?? [:]
    // What is between tiles is no text, nor are the pixels of a gauge.
    switch attributes["size"] {
    case "3072"?: gaps += 1
    case "1536"?: pixels += text.unicodeScalars.count
    default: append(text, attributes)
    }
  }

  private func append(_ text: String, _ attributes: [String: String]) {
    let isHidden =
      attributes["foreground"] != nil && attributes["foreground"] == attributes["background"]
      && attributes["strikethrough"] == nil
    for scalar in text.unicodeScalars where scalar != "\u{200b}" {
      self.text.unicodeScalars.append(isHidden || Self.blanks.contains(scalar) ? " " : scalar)
    }
  }

  private func isKnown(_ name: String, _ value: String) -> Bool {
    switch name {
    case "foreground", "background", "strikethrough_color":
      value.count == 7 && value.first == "#" && UInt32(value.dropFirst(), radix: 16) != nil
    case "rise": Int(value).map { $0 != 0 && abs($0) <= 7000 } ?? false
    case "alpha": Int(value.dropLast()).map { (1..<100).contains($0) } ?? false && value.last == "%"
    case "line_height": value == "0.1"
    case "font_features": value == "tnum=1,kern=0"
    case "fallback": value == "true"
    case "overline", "underline": value == "single"
    case "strikethrough": value == "true"
    case "size": value == "3072" || value == "1536"
    case "face": value == "DejaVu Sans Mono,monospace"
    default: false
    }
  }
}

/// The object that a line of JSON holds.
func object(_ line: some StringProtocol) throws -> [String: Any] {
  try #require(
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
}

/// The blocks that a line of the i3bar protocol holds.
func blocks(_ line: String) throws -> [[String: Any]] {
  try #require(line.hasSuffix(","))
  let json = try JSONSerialization.jsonObject(with: Data(line.dropLast().utf8))
  return try #require(json as? [[String: Any]], "\(line)")
}

extension [[String: Any]] {
  /// Blocks that nothing separates are one metric.
  var inGroups: [[[String: Any]]] {
    var groups: [[[String: Any]]] = []
    var isOpen = false
    for block in self {
      if isOpen { groups[groups.count - 1].append(block) } else { groups.append([block]) }
      isOpen = block["separator_block_width"] != nil
    }
    return groups
  }
}

extension String {
  var withoutTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
