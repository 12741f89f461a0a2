import FeedCore

/// The last line that a process wrote to its standard error, bounded.
package struct ErrorTail: Hashable, Sendable {
  /// Bytes that are kept of a line.
  static let limit = 512

  private var buffer = LineBuffer(limit: Self.limit)
  private var last: LineBuffer.Line?

  package init() {}

  package mutating func append(_ chunk: [UInt8]) {
    let lines = buffer.append(chunk, newest: 16)
    if let line = lines.last(where: { !Self.isBlank($0) }) { last = line }
  }

  /// The last line that is not blank, cleaned for display; one that lacks its newline counts.
  package var text: String? {
    var rest = buffer
    let unfinished = rest.finish()
    let line = unfinished.flatMap { Self.isBlank($0) ? nil : $0 } ?? last
    return line.map { Sanitise.text($0.text, limit: Self.limit) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isBlank(_ line: LineBuffer.Line) -> Bool {
    line.bytes.allSatisfy { $0 <= UInt8(ascii: " ") }
  }
}
