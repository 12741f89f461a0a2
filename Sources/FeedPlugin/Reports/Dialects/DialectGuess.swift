import FeedCore
import FeedData

/// Tells by the first line of a source which other bar its script was made for.
///
/// Only what no script of our own would print is taken for somebody else's.
enum DialectGuess {
  /// The name of the protocol; nil for a number, pairs, an object of our own, or a text.
  static func dialect(of line: String) -> String? {
    let text = line.trimmed
    if text.hasPrefix("{") { return object(text) }
    if text.hasPrefix("# HELP ") || text.hasPrefix("# TYPE ") { return "prometheus" }
    if case .success = YambarReportParser.field(text) { return "yambar" }
    return isInflux(text) ? "influx" : nil
  }

  /// Whether a whole run is a text, a shorter one and a colour: what i3blocks is told in lines.
  static func isI3blocks(_ lines: [String]) -> Bool {
    guard lines.count >= 3, !lines[0].trimmed.isEmpty else { return false }
    return lines[2].hasPrefix("#") && Color(script: lines[2].trimmed) != nil
  }

  /// Whether a line is a text: neither a number, nor pairs, nor an object.
  static func isPlain(_ line: String) -> Bool {
    let text = line.trimmed
    guard !text.hasPrefix("{"), !PairReport.isPairs(text) else { return false }
    if case .other = NumberWord.read(text) { return true }
    return false
  }

  private static func object(_ text: String) -> String? {
    guard let value = try? JSONReader.read(text), case .object(let members) = value else {
      return nil
    }
    if value["full_text"] != nil { return "i3blocks" }
    // A value of its own is what our objects have.
    guard value["text"] != nil, value["value"] == nil else { return nil }
    if let state = value["state"]?.plainText, I3statusRustReportParser.states[state] != nil {
      return "i3status-rust"
    }
    let isWaybar = members.contains {
      ["alt", "class", "tooltip", "percentage"].contains($0.key)
    }
    return isWaybar ? "waybar" : nil
  }

  private static func isInflux(_ text: String) -> Bool {
    var reader = InfluxReader(Array(text.utf8))
    reader.readAll()
    return reader.isTyped && reader.problems.isEmpty
  }
}
