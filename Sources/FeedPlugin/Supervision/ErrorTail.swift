import FeedCore

/// The last line that a process wrote to its standard error, bounded.
///
/// Telegraf's marks tell how grave a line is: what begins with `I! `, `D! ` or `T! ` is no complaint.
///
/// *Source:* Telegraf, `plugins/inputs/execd/README.md`.
package struct ErrorTail: Hashable, Sendable {
  /// Bytes that are kept of a line.
  static let limit = 512

  private var buffer = LineBuffer(limit: Self.limit)
  private var last: LineBuffer.Line?

  package init() {}

  package mutating func append(_ chunk: [UInt8]) {
    let lines = buffer.append(chunk, newest: 16)
    if let line = lines.last(where: Self.isComplaint) { last = line }
  }

  /// The last line that is not blank, cleaned for display; one that lacks its newline counts.
  package var text: String? {
    var rest = buffer
    let unfinished = rest.finish()
    let line = unfinished.flatMap { Self.isComplaint($0) ? $0 : nil } ?? last
    guard let line else { return nil }
    let mark = Self.hasMark(line, of: "EW") ? 3 : 0
    let text = Sanitise.text(
      String(decoding: line.bytes.dropFirst(mark), as: UTF8.self), limit: Self.limit)
    return text.isEmpty ? nil : text
  }

  private static func isComplaint(_ line: LineBuffer.Line) -> Bool {
    !line.bytes.allSatisfy { $0 <= UInt8(ascii: " ") } && !hasMark(line, of: "IDT")
  }

  /// `E! ` and its like.
  private static func hasMark(_ line: LineBuffer.Line, of letters: String) -> Bool {
    let mark = line.bytes.prefix(3)
    guard mark.count == 3, let letter = mark.first else { return false }
    return letters.utf8.contains(letter) && mark.dropFirst().elementsEqual("! ".utf8)
  }
}
