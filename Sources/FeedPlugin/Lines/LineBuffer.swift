/// Bytes in, whole lines out.
///
/// Takes chunks as they come from a pipe. Work is linear in the bytes, memory is bounded by
/// `limit`, and how the bytes are cut into chunks makes no difference to the lines.
package struct LineBuffer: Hashable, Sendable {
  /// A line without its end: `\n` or `\r\n`.
  package struct Line: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The line was longer than the limit; what follows up to the newline is lost.
    package var isCut: Bool

    package init(bytes: [UInt8], isCut: Bool = false) {
      self.bytes = bytes
      self.isCut = isCut
    }

    /// Bytes that are not UTF-8 become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Bytes that a line may have.
  package let limit: Int
  /// The line under way: at most one byte more than `limit`, which may turn out to be a `\r`.
  private var pending: [UInt8] = []
  private var hasDropped = false

  package init(limit: Int = 1 << 16) { self.limit = max(limit, 1) }

  /// The lines that `chunk` completes, oldest first; of more than `newest` only the last ones,
  /// the others cost no more than being skipped.
  package mutating func append(_ chunk: [UInt8], newest count: Int = .max) -> [Line] {
    let ends = Self.newlines(in: chunk)
    guard let last = ends.last else {
      hold(chunk[...])
      return []
    }
    let skipped = max(ends.count - max(count, 0), 0)
    var lines: [Line] = []
    lines.reserveCapacity(ends.count - skipped)
    var start = skipped == 0 ? 0 : ends[skipped - 1] + 1
    if skipped > 0 { clear() }
    for end in ends[skipped...] {
      hold(chunk[start..<end])
      lines.append(take())
      start = end + 1
    }
    hold(chunk[(last + 1)...])
    return lines
  }

  /// The last line, where the bytes ended without a newline; the buffer is as new afterwards.
  package mutating func finish() -> Line? {
    guard !pending.isEmpty else { return nil }
    return take()
  }

  private static func newlines(in chunk: [UInt8]) -> [Int] {
    var places: [Int] = []
    for (place, byte) in chunk.enumerated() where byte == UInt8(ascii: "\n") {
      places.append(place)
    }
    return places
  }

  private mutating func hold(_ bytes: ArraySlice<UInt8>) {
    let room = limit + 1 - pending.count
    pending.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { hasDropped = true }
  }

  private mutating func take() -> Line {
    var bytes = pending
    if !hasDropped, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    let isCut = hasDropped || bytes.count > limit
    if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
    clear()
    return Line(bytes: bytes, isCut: isCut)
  }

  private mutating func clear() {
    pending = []
    hasDropped = false
  }
}
