import Foundation
import FoundationXML
import Testing

/// A block of a line in the i3bar protocol.
struct I3barBlock: Decodable {
  let text: String
  let shortText: String?
  let name: String
  let color: String?
  let isUrgent: Bool?
  let markup: String?

  enum CodingKeys: String, CodingKey {
    case text = "full_text"
    case shortText = "short_text"
    case isUrgent = "urgent"
    case name, color, markup
  }

  /// The blocks of a line; the comma at its end is the protocol's.
  static func read(_ line: String) throws -> [I3barBlock] {
    let array = line.hasSuffix(",") ? String(line.dropLast()) : line
    return try JSONDecoder().decode([Self].self, from: Data(array.utf8))
  }

  /// The texts of a line's blocks, by name, as they are seen; those of a name belong together.
  static func texts(_ line: String) throws -> [String: String] {
    Dictionary(
      try read(line).map { ($0.name, Markup.text(of: $0.text)) },
      uniquingKeysWith: +)
  }

  func checkMarkup() throws {
    try #require(markup == "pango")
    try #require(Markup.isWellFormed(text), "\(text)")
    if let shortText { try #require(Markup.isWellFormed(shortText), "\(shortText)") }
  }
}

/// A line for a custom module of waybar.
struct WaybarModule: Decodable {
  let text: String
  let alt: String
  let tooltip: String
  let `class`: [String]
  let percentage: Int

  init(_ line: String) throws {
    let data = Data(line.utf8)
    self = try JSONDecoder().decode(Self.self, from: data)
    let keys = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?.keys.sorted()
    try #require(keys == ["alt", "class", "percentage", "text", "tooltip"])
  }
}

/// Pango's markup, as far as it is XML.
enum Markup {
  static func isWellFormed(_ markup: String) -> Bool { reader(markup) != nil }

  /// The text that is seen.
  static func text(of markup: String) -> String { reader(markup)?.text ?? "" }

  private static func reader(_ markup: String) -> Reader? {
    let reader = Reader()
    let parser = XMLParser(data: Data("<markup>\(markup)</markup>".utf8))
    parser.delegate = reader
    return parser.parse() ? reader : nil
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var text = ""

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
  }
}
